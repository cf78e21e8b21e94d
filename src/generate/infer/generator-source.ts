import type { JsonPrimitive } from '../../base/json/index.ts';
import { literal, numberSource, tallySource } from './draw-source.ts';
import { ModuleSource } from './module-source.ts';
import { camelCase, linkName, singularOf } from './names.ts';
import type { Shape, TableShape, Tally } from './shape.ts';
import { drawnSource } from './text-source.ts';

/** Ties of a row to rows that nothing else counts: so many are at hand to choose from. */
const POOL = 5;

/** The source of a table's generator: its spreads as constants, its ties as links, its row as one object. */
export function generatorSource(table: TableShape, domain: string): string {
  return new Writer(table).module(domain);
}

class Writer {
  readonly #table: TableShape;
  readonly #module: ModuleSource;
  /** The reference that the ties of the list at hand are for. */
  #driver: Shape | undefined;

  constructor(table: TableShape) {
    this.#table = table;
    this.#module = new ModuleSource(table.name);
  }

  module(domain: string): string {
    const { name, keys } = this.#table;
    const identity = this.#module.unique(keys, 'index', singularOf(camelCase(name)));
    return this.#module.text(domain, identity, this.#expression(this.#table.row, [], '  '));
  }

  #measure(path: readonly string[], of: string, intended: string): void {
    const [property = ''] = path;
    if (path.length !== 1 || this.#memberShare(property) < 1) return;
    this.#module.measure(`${intended}: { of: (row) => row${access(property)}${of}, intended: ${intended} }`);
  }

  #memberShare(property: string): number {
    const member = this.#table.row.members.find(({ name }) => name === property);
    return member === undefined || member.shape.kind === 'nullable' ? 0 : member.share;
  }

  #expression(shape: Shape, path: readonly string[], indent: string): string {
    switch (shape.kind) {
      case 'object':
        return this.#object(shape, path, indent);
      case 'map': {
        const most = Math.max(...shape.sizes.map(([size]) => size), 1);
        const size = this.#module.constant(path, tallySource(shape.sizes), '_count');
        const key = this.#mapKey(shape, path, most);
        const member = this.#expression(shape.member, [...path, '*'], `${indent}    `);
        const keys = `Array.from({ length: ${size}(random) }, (_, at) => ${key})`;
        return `Object.fromEntries(\n${indent}  ${keys}.map((id) => [\n${indent}    id,\n${indent}    ${member},\n${indent}  ]),\n${indent})`;
      }
      case 'array':
        return this.#array(shape, path, indent);
      case 'nullable':
        return path.length === 1 && shape.shape.kind === 'reference'
          ? `links.${this.#tie(shape.shape.table, path)}?.key ?? null`
          : `random.chance(${shape.share}) ? null : ${this.#expression(shape.shape, path, indent)}`;
      case 'number': {
        if (shape.low === shape.high) return String(shape.low);
        const name = this.#module.constant(path, numberSource(shape));
        this.#measure(path, '', name);
        return `${name}(random)`;
      }
      case 'boolean':
        return `random.chance(${shape.share})`;
      case 'choice': {
        const [only] = shape.tally;
        if (only !== undefined && shape.tally.length === 1) return constantOf(only[0]);
        const name = this.#module.constant(path, tallySource(shape.tally, true));
        if (shape.tally.every(([value]) => typeof value === 'string')) this.#measure(path, '', name);
        return `${name}(random)`;
      }
      case 'key':
        return 'key';
      case 'member-key':
        return 'id';
      case 'member-reference':
        return `random.pick(Object.keys(${this.#rowOf(shape.table, path)}.${shape.collection}))`;
      case 'reference':
        if (shape === this.#driver) return 'tied.key';
        return path.length === 1
          ? `links.${this.#tie(shape.table, path)}.key`
          : `random.pick(links.${this.#pool(shape.table, path)}).key`;
      case 'referrers':
        return `from('${shape.table}', '${linkName(shape.property)}').map((other) => other.key)`;
      case 'any':
        return shape.samples.length === 0
          ? 'null'
          : `random.pick([${shape.samples.map((sample) => JSON.stringify(sample)).join(', ')}])`;
      case 'text':
        return `${this.#module.constant(path, tallySource(shape.samples))}(random)`;
      case 'numbered':
        return this.#module.unique(
          shape,
          path.length === 1 ? 'index' : 'random.int(0, 999_999)',
          nameOf(path),
        ).source;
      default: {
        if (shape.kind === 'code' && path.length === 1)
          return this.#module.unique(shape, 'index', nameOf(path)).source;
        const made = drawnSource(shape);
        this.#module.use(...made.uses);
        return made.source;
      }
    }
  }

  #object(
    { members }: Extract<Shape, { readonly kind: 'object' }>,
    path: readonly string[],
    indent: string,
  ): string {
    const inner = `${indent}  `;
    const lines = members.map(({ name, share, shape }) => {
      const place = [...path, name];
      const label = /^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name);
      if (share < 1 && path.length === 0 && shape.kind === 'reference') {
        const link = this.#tie(shape.table, place, share);
        return `${inner}...(links.${link} && { ${label}: links.${link}.key }),`;
      }
      const value = this.#expression(shape, place, inner);
      return share < 1
        ? `${inner}...(random.chance(${share}) && { ${label}: ${value} }),`
        : label === value
          ? `${inner}${label},`
          : `${inner}${label}: ${value},`;
    });
    return `{\n${lines.join('\n')}\n${indent}}`;
  }

  /** Items that name a row of another table are as many as the ties of that kind; others are counted for themselves. */
  #array(
    { sizes, item }: Extract<Shape, { readonly kind: 'array' }>,
    path: readonly string[],
    indent: string,
  ): string {
    const size = this.#module.constant(path, tallySource(sizes), '_count');
    this.#measure(path, '.length', size);
    const driver = path.length === 1 ? directReference(item) : undefined;
    if (driver === undefined) {
      const value = this.#expression(item, [...path, '*'], indent);
      return `Array.from({ length: ${size}(random) }, () => ${parenthesized(value)})`;
    }
    const link = this.#module.name(camelCase(path.join('_')));
    this.#module.use('many');
    this.#module.link(`${link}: many('${driver.table}', ${size})`);
    if (item.kind === 'reference') return `links.${link}.map((tied) => tied.key)`;
    this.#driver = driver;
    const value = this.#expression(item, [...path, '*'], indent);
    this.#driver = undefined;
    return `links.${link}.map((tied) => ${parenthesized(value)})`;
  }

  #mapKey({ keys }: Extract<Shape, { readonly kind: 'map' }>, path: readonly string[], most: number): string {
    if (keys.kind === 'date') {
      this.#module.use('addDays');
      return `addDays('${keys.first}', at)`;
    }
    return this.#module.unique(keys, `index * ${most} + at`, singularOf(nameOf(path))).source;
  }

  #tie(table: string, path: readonly string[], share = 1): string {
    const [property = ''] = path;
    const link = linkName(property);
    const sharing = this.#table.sharing[property];
    const nullable = this.#table.row.members.find(
      ({ name, shape }) => name === property && shape.kind === 'nullable',
    );
    const present = nullable?.shape.kind === 'nullable' ? share * (1 - nullable.shape.share) : share;
    const each =
      sharing === undefined
        ? ''
        : `, { each: ${this.#module.constant(path, tallySource(sharing as Tally<number>), '_each')} }`;
    const kind = present < 1 ? 'maybe' : 'one';
    this.#module.use(kind);
    this.#module.link(
      `${link}: ${kind}('${table}'${present < 1 ? `, ${Number(present.toPrecision(4))}` : ''}${each})`,
    );
    return link;
  }

  /** The row of a table whose members a value names: of the tie at hand, of the row's own tie, or of any. */
  #rowOf(table: string, path: readonly string[]): string {
    if (this.#driver?.kind === 'reference' && this.#driver.table === table) return 'tied.row';
    const tie = this.#table.row.members.find(
      ({ share, shape }) => share === 1 && shape.kind === 'reference' && shape.table === table,
    );
    return tie === undefined
      ? `random.pick(links.${this.#pool(table, path)}).row`
      : `links.${linkName(tie.name)}.row`;
  }

  #pool(table: string, path: readonly string[]): string {
    const link = this.#module.name(camelCase(path.filter((part) => part !== '*').join('_')));
    this.#module.use('many', 'always');
    this.#module.link(`${link}: many('${table}', always(${POOL}))`);
    return link;
  }
}

/** The reference that each item of a list has, when it has one. */
function directReference(item: Shape): Extract<Shape, { readonly kind: 'reference' }> | undefined {
  if (item.kind === 'reference') return item;
  if (item.kind !== 'object') return undefined;
  const member = item.members.find(({ share, shape }) => share === 1 && shape.kind === 'reference');
  return member?.shape.kind === 'reference' ? member.shape : undefined;
}

function parenthesized(value: string): string {
  return value.startsWith('{') ? `(${value})` : value;
}

/** The only value there is, as itself: a text keeps its own type. */
function constantOf(value: JsonPrimitive): string {
  return typeof value === 'string' ? `${literal(value)} as const` : String(value);
}

/** The last name of a place, for what is declared for it. */
function nameOf(path: readonly string[]): string {
  return camelCase(path.findLast((part) => part !== '*') ?? 'value');
}

function access(property: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(property) ? `.${property}` : `[${literal(property)}]`;
}
