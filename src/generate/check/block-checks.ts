import type { JsonObject, JsonValue } from '../../base/json/index.ts';
import { type Domain, type SchemaPath, type Table, walkSchema } from '../../define/index.ts';
import type { Block } from '../block.ts';
import type { Handle } from '../table-block.ts';
import { type RowSet, readBlock, rowsOf } from './block-tables.ts';
import { hash53 } from './hash53.ts';
import type { Violation } from './violation.ts';
import { type Walker, walker } from './walker.ts';

/** Enough to see what is wrong; the rest would repeat it. */
const MOST_VIOLATIONS = 20;

/** Values that must be unique in the whole database: hashes here, compared across blocks at the end. */
export interface UniqueColumn {
  readonly name: string;
  readonly hashes: Float64Array;
}

export interface BlockResult {
  /** Rows by table. */
  readonly sets: ReadonlyMap<string, RowSet>;
  readonly violations: readonly Violation[];
  readonly uniques: readonly UniqueColumn[];
}

interface TablePlan {
  readonly table: Table;
  readonly references: readonly { readonly path: string; readonly target: string; readonly walk: Walker }[];
  /** Unique columns besides the key. */
  readonly uniques: readonly { readonly name: string; readonly walk: Walker }[];
  /** Nested collections whose keys are unique because others refer to them. */
  readonly collections: readonly { readonly name: string; readonly target: string }[];
}

/**
 * Makes the rows of a block and checks them: schema, keys, references (which never leave the block), values to be unique,
 * invariants. What breaks its schema is not looked at further. Made once per domain.
 */
export function blockChecks(domain: Domain): (block: Block) => BlockResult {
  const tables = Object.values(domain.tables);
  const targets = new Set(tables.flatMap((table) => table.references.map(({ target }) => target)));
  const plans = tables.map((table) => planTable(table, targets));
  const readers = new Map([...targets].map((target) => [target, keyReader(target)]));
  return (block) => {
    const violations: Violation[] = [];
    const uniques: UniqueColumn[] = [];
    const sets = rowsOf(block, (name, row, handle) => {
      const table = domain.tables[name];
      if (table !== undefined) checkRow(table, row, handle, violations);
    });
    if (violations.length > 0) return { sets, violations, uniques };
    const keys = new Map([...readers].map(([target, read]) => [target, read(sets)]));
    const known = new Map([...keys].map(([target, list]) => [target, new Set(list)]));
    for (const plan of plans) {
      const set = sets.get(plan.table.name);
      if (set === undefined) continue;
      checkReferences(plan, set, known, violations);
      uniques.push(...uniqueColumns(plan, set, keys));
    }
    if (violations.length === 0) checkInvariants(domain, sets, violations);
    return { sets, violations, uniques };
  };
}

function planTable(table: Table, targets: ReadonlySet<string>): TablePlan {
  const paths: SchemaPath[] = [];
  walkSchema(table.schema, (node, path) => {
    if (node['x-unique'] === true) paths.push(path);
  });
  // Keys of a nested collection that others refer to must tell its members apart in the whole table.
  const collections = [...targets].filter((target) => target.startsWith(`${table.name}/`));
  return {
    table,
    references: table.references.map(({ path, target }) => ({
      path: path.join('.'),
      target,
      walk: walker(path),
    })),
    uniques: paths.map((path) => ({ name: `${table.name}.${path.join('.')}`, walk: walker(path) })),
    collections: collections.map((target) => ({ name: `${target.replaceAll('/', '.')}.*`, target })),
  };
}

/** Reads the keys of a table, or of a nested collection, out of a block. */
function keyReader(target: string): (sets: ReadonlyMap<string, RowSet>) => readonly string[] {
  const [table = '', ...nested] = target.split('/');
  if (nested.length === 0) return (sets) => sets.get(table)?.keys ?? [];
  const walk = walker([...nested, '*']);
  return (sets) => {
    const set = sets.get(table);
    return set === undefined ? [] : valuesOf(set, walk);
  };
}

function valuesOf({ rows }: RowSet, walk: Walker): readonly string[] {
  const values: string[] = [];
  const visit = (value: JsonValue): void => {
    values.push(String(value));
  };
  for (const row of rows) walk(row, visit);
  return values;
}

function checkRow(table: Table, row: JsonObject, { index, key }: Handle, violations: Violation[]): void {
  if (violations.length >= MOST_VIOLATIONS) return;
  const [problem] = table.validate(row);
  if (problem !== undefined) {
    const found = JSON.stringify(problem.found)?.slice(0, 80) ?? 'nothing';
    const message = `${problem.path} ${problem.expected}, found ${found}`;
    violations.push({ table: table.name, index, key, kind: 'row-schema', message });
    return;
  }
  const own = table.key === undefined ? undefined : row[table.key];
  if (own !== undefined && own !== key) {
    const message = `its ${table.key} is ${JSON.stringify(own)}`;
    violations.push({ table: table.name, index, key, kind: 'row-key', message });
  }
}

function checkReferences(
  { table, references }: TablePlan,
  set: RowSet,
  known: ReadonlyMap<string, ReadonlySet<JsonValue>>,
  violations: Violation[],
): void {
  for (const { path, target, walk } of references) {
    const keys = known.get(target) as ReadonlySet<JsonValue>;
    let position = 0;
    const visit = (value: JsonValue): void => {
      if (value === null || keys.has(value)) return;
      violations.push({
        table: table.name,
        index: set.first + position,
        key: set.keys[position] as string,
        kind: 'row-reference',
        message: `${path} names ${JSON.stringify(value)}, which "${target}" does not have in this block of rows`,
      });
    };
    for (; position < set.rows.length && violations.length < MOST_VIOLATIONS; position += 1) {
      walk(set.rows[position] as JsonObject, visit);
    }
  }
}

function uniqueColumns(
  { table, uniques, collections }: TablePlan,
  set: RowSet,
  keys: ReadonlyMap<string, readonly string[]>,
): UniqueColumn[] {
  return [
    { name: table.name, hashes: hashesOf(set.keys) },
    ...uniques.map(({ name, walk }) => ({ name, hashes: hashesOf(valuesOf(set, walk)) })),
    ...collections.map(({ name, target }) => ({ name, hashes: hashesOf(keys.get(target) ?? []) })),
  ];
}

function hashesOf(values: readonly string[]): Float64Array {
  const hashes = new Float64Array(values.length);
  for (let at = 0; at < values.length; at += 1) hashes[at] = hash53(values[at] as string);
  return hashes;
}

function checkInvariants(domain: Domain, sets: ReadonlyMap<string, RowSet>, violations: Violation[]): void {
  if (domain.invariants.length === 0) return;
  const database = readBlock(domain, sets);
  for (const invariant of domain.invariants) {
    const set = sets.get(invariant.table);
    for (const [position, row] of (set?.rows ?? []).entries()) {
      if (violations.length >= MOST_VIOLATIONS) return;
      const key = set?.keys[position] as string;
      const broken = invariant.check(row as JsonObject, key, database);
      if (broken === undefined) continue;
      violations.push({
        kind: 'row-invariant',
        table: invariant.table,
        index: (set as RowSet).first + position,
        key,
        message: `${broken} (${invariant.id}: ${invariant.sentence})`,
      });
    }
  }
}
