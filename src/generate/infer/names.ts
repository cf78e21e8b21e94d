/** `payment_history.*.amount` as the name of a constant: `paymentHistoryAmount`. */
export function camelCase(text: string): string {
  const words = text.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  const [first = 'value', ...rest] = words;
  const name =
    first.slice(0, 1).toLowerCase() +
    first.slice(1) +
    rest.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join('');
  return /^\d/.test(name) ? `n${name}` : name;
}

/** A table's name as the names of its files and keys are formed from it: `users` gives `user`. */
export function singularOf(table: string): string {
  return table.endsWith('ies') ? `${table.slice(0, -3)}y` : table.replace(/s$/, '');
}

/** The name of the link that a property like `user_id` stands for. */
export function linkName(property: string): string {
  return camelCase(property.replace(/[_-](id|key|number|code)$/i, ''));
}

const RESERVED = [
  'random',
  'key',
  'index',
  'links',
  'from',
  'at',
  'row',
  'default',
  'new',
  'class',
  'delete',
  'in',
];

/** Hands out names that are not taken. */
export class Names {
  readonly #taken: Set<string>;

  constructor(taken: readonly string[] = []) {
    this.#taken = new Set([...RESERVED, ...taken]);
  }

  take(wanted: string): string {
    let name = wanted;
    for (let number = 2; this.#taken.has(name); number += 1) name = `${wanted}${number}`;
    this.#taken.add(name);
    return name;
  }
}
