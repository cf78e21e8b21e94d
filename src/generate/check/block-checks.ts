import type { JsonObject, JsonValue } from '../../base/json/index.ts';
import {
  type Domain,
  type ReadDatabase,
  type SchemaPath,
  type Table,
  walkSchema,
} from '../../define/index.ts';
import type { Block } from '../block.ts';
import type { Generator } from '../define-generator.ts';
import type { Handle } from '../table-block.ts';
import { type RowSet, readBlock, rowsOf } from './block-tables.ts';
import { hash53 } from './hash53.ts';
import { type RowSchema, rowSchema, type SharedPlace } from './row-schema.ts';
import type { Violation } from './violation.ts';
import { type Keys, type ReferenceWalker, referenceWalker, type Walker, walker } from './walker.ts';

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

interface CheckedReference {
  readonly path: string;
  readonly target: string;
  readonly walk: ReferenceWalker;
  /** Where the values it leads through are shared: the rest of the way is walked once for each of them. */
  readonly within?: { readonly place: SharedPlace; readonly walk: ReferenceWalker };
}

interface TablePlan {
  readonly table: Table;
  readonly schema: RowSchema;
  readonly references: readonly CheckedReference[];
  /** Unique columns besides the key. */
  readonly uniques: readonly { readonly name: string; readonly walk: Walker }[];
  /** Nested collections whose keys are unique because others refer to them. */
  readonly collections: readonly { readonly name: string; readonly target: string }[];
}

/**
 * Makes the rows of a block and checks them: schema, keys, references (which never leave the block), values to be unique,
 * invariants. What breaks its schema is not looked at further. Made once per domain.
 * @param generators those of the tables: they say which values rows share
 */
export function blockChecks(
  domain: Domain,
  generators: readonly Pick<Generator, 'table' | 'shared'>[],
): (block: Block) => BlockResult {
  const tables = Object.values(domain.tables);
  const targets = new Set(tables.flatMap((table) => table.references.map(({ target }) => target)));
  const plans = tables.map((table) => {
    const generator = generators.find((candidate) => candidate.table === table.name);
    return planTable(table, targets, generator?.shared ?? []);
  });
  const planOf = new Map(plans.map((plan) => [plan.table.name, plan]));
  const readers = new Map([...targets].map((target) => [target, keyReader(target)]));
  return (block) => {
    const violations: Violation[] = [];
    const uniques: UniqueColumn[] = [];
    for (const { schema } of plans) for (const { values } of schema.shared) values.clear();
    const sets = rowsOf(block, (name, row, handle) => {
      const plan = planOf.get(name);
      if (plan !== undefined) checkRow(plan, row, handle, violations);
    });
    for (const plan of plans) checkShared(plan, block, violations);
    if (violations.length > 0) return { sets, violations, uniques };
    const database = readBlock(domain, sets);
    const keys = new Map([...readers].map(([target, read]) => [target, read(sets)]));
    const known = new Map<string, Keys>();
    const keysOf = (target: string): Keys => {
      const found = known.get(target) ?? database[target] ?? new Set(keys.get(target));
      known.set(target, found as Keys);
      return found as Keys;
    };
    for (const plan of plans) {
      const set = sets.get(plan.table.name);
      if (set === undefined) continue;
      if (set.rows.length > 0) checkReferences(plan, set, keysOf, violations);
      uniques.push(...uniqueColumns(plan, set, keys));
    }
    if (violations.length === 0) checkInvariants(domain, sets, database, violations);
    return { sets, violations, uniques };
  };
}

function planTable(table: Table, targets: ReadonlySet<string>, shared: readonly string[]): TablePlan {
  const paths: SchemaPath[] = [];
  walkSchema(table.schema, (node, path) => {
    if (node['x-unique'] === true) paths.push(path);
  });
  // Keys of a nested collection that others refer to must tell its members apart in the whole table.
  const collections = [...targets].filter((target) => target.startsWith(`${table.name}/`));
  const schema = rowSchema(table, shared);
  return {
    table,
    schema,
    references: table.references.map(({ path, target }) => {
      const place = schema.shared.find((one) => one.path.every((step, depth) => path[depth] === step));
      const rest = place && referenceWalker(path.slice(place.path.length));
      return {
        path: path.join('.'),
        target,
        walk: referenceWalker(path),
        ...(place && rest && { within: { place, walk: rest } }),
      };
    }),
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

function checkRow(
  { table, schema }: TablePlan,
  row: JsonObject,
  handle: Handle,
  violations: Violation[],
): void {
  if (violations.length >= MOST_VIOLATIONS) return;
  if (!schema.accepts(row) && reportRow(table, row, handle, violations)) return;
  const own = table.key === undefined ? undefined : row[table.key];
  if (own !== undefined && own !== handle.key) {
    const message = `its ${table.key} is ${JSON.stringify(own)}`;
    violations.push({ table: table.name, index: handle.index, key: handle.key, kind: 'row-key', message });
  }
}

/** Says what is wrong with a row, if anything is. */
function reportRow(
  table: Table,
  row: JsonObject,
  { index, key }: { readonly index: number; readonly key: string },
  violations: Violation[],
): boolean {
  const [problem] = table.validate(row);
  if (problem === undefined) return false;
  const found = JSON.stringify(problem.found)?.slice(0, 80) ?? 'nothing';
  const message = `${problem.path} ${problem.expected}, found ${found}`;
  violations.push({ table: table.name, index, key, kind: 'row-schema', message });
  return true;
}

/** Checks shared values once the block is complete, when nothing can change them any more; then finds the rows of a bad one. */
function checkShared({ table, schema }: TablePlan, block: Block, violations: Violation[]): void {
  if (schema.shared.every(({ values, accepts }) => every(values, accepts))) return;
  for (const handle of block.table(table.name).handles) {
    if (violations.length >= MOST_VIOLATIONS) return;
    reportRow(table, handle.row, handle, violations);
  }
}

function every(values: Iterable<JsonValue>, holds: (value: JsonValue) => boolean): boolean {
  for (const value of values) if (!holds(value)) return false;
  return true;
}

function checkReferences(
  { table, references }: TablePlan,
  set: RowSet,
  keysOf: (target: string) => Keys,
  violations: Violation[],
): void {
  for (const { path, target, walk, within } of references) {
    const keys = keysOf(target);
    if (within !== undefined && allFound(within.place.values, keys, within.walk)) continue;
    let position = 0;
    const miss = (value: JsonValue): void => {
      violations.push({
        table: table.name,
        index: set.first + position,
        key: set.keys[position] as string,
        kind: 'row-reference',
        message: `${path} names ${JSON.stringify(value)}, which "${target}" does not have in this block of rows`,
      });
    };
    for (; position < set.rows.length && violations.length < MOST_VIOLATIONS; position += 1) {
      walk(set.rows[position] as JsonObject, keys, miss);
    }
  }
}

function allFound(values: Iterable<JsonValue>, keys: Keys, walk: ReferenceWalker): boolean {
  let found = true;
  const miss = (): void => {
    found = false;
  };
  for (const value of values) walk(value, keys, miss);
  return found;
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

function checkInvariants(
  domain: Domain,
  sets: ReadonlyMap<string, RowSet>,
  database: ReadDatabase<Record<string, JsonObject>>,
  violations: Violation[],
): void {
  for (const invariant of domain.invariants) {
    const { keys, rows, first } = sets.get(invariant.table) ?? NO_ROWS;
    for (let position = 0; position < rows.length; position += 1) {
      if (violations.length >= MOST_VIOLATIONS) return;
      const key = keys[position] as string;
      const broken = invariant.check(rows[position] as JsonObject, key, database);
      if (broken === undefined) continue;
      violations.push({
        kind: 'row-invariant',
        table: invariant.table,
        index: first + position,
        key,
        message: `${broken} (${invariant.id}: ${invariant.sentence})`,
      });
    }
  }
}

const NO_ROWS: RowSet = { keys: [], rows: [], first: 0 };
