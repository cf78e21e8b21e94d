/** What an `x-references` names, taken apart. */
export interface Target {
  readonly table: string;
  /** Where in the table's rows a nested collection is; empty for whole rows. */
  readonly path: readonly string[];
  /** Path of the collection's keys, as an index is asked for it. */
  readonly keys: readonly string[];
}

/** Schemas name a handful of targets, and every value of an alternative asks for one. */
const known = new Map<string, Target>();

/** Takes `users`, or `products/variants`, apart. */
export function targetOf(target: string): Target {
  let parts = known.get(target);
  if (parts === undefined) {
    const [table = '', ...path] = target.split('/');
    parts = { table, path, keys: [...path, '*'] };
    known.set(target, parts);
  }
  return parts;
}
