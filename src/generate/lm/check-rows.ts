import type { JsonObject } from '../../base/json/index.ts';
import { type Domain, type SchemaPath, type Table, walkSchema } from '../../define/index.ts';
import { Database } from '../../environment/index.ts';
import { walker } from '../check/walker.ts';

/** A row that was made outside the generators. */
export interface SampledRow {
  readonly key: string;
  readonly row: JsonObject;
}

/** Keys that references may name, by target (`users`, `products/variants`). */
export type ReferenceKeys = Readonly<Record<string, readonly string[]>>;

/** Says what the rows from that index on break, as sentences that begin with `row <index>:`. */
export type RowsCheck = (rows: readonly SampledRow[], from?: number) => readonly string[];

/** Enough to see what is wrong; the rest would repeat it. */
const MOST_PROBLEMS = 12;

/** What is wrong with rows in form, schema, keys, unique values and references, for whoever made them. */
export function checkSampled(table: Table, rows: readonly SampledRow[], references: ReferenceKeys): string[] {
  const problems: string[] = [];
  const known = new Map(Object.entries(references).map(([target, keys]) => [target, new Set<unknown>(keys)]));
  const walks = table.references.map(({ path, target }) => ({
    path: path.join('.'),
    target,
    walk: walker(path),
  }));
  const uniques = uniquePaths(table).map((path) => ({
    path: path.join('.'),
    walk: walker(path),
    seen: new Map<unknown, number>(),
  }));
  const keys = new Map<string, number>();
  for (const [index, made] of rows.entries()) {
    if (problems.length >= MOST_PROBLEMS) break;
    const { key, row } = (made ?? {}) as Partial<SampledRow>;
    if (typeof key !== 'string' || typeof row !== 'object' || row === null) {
      problems.push(`row ${index}: it must have a key, a text, and be an object`);
      continue;
    }
    const before = keys.get(key);
    if (before !== undefined)
      problems.push(`row ${index}: key ${JSON.stringify(key)} is also that of row ${before}`);
    else keys.set(key, index);
    for (const { path, expected, found } of table.validate(row)) {
      problems.push(`row ${index}: ${path} ${expected}, found ${JSON.stringify(found)?.slice(0, 60)}`);
    }
    const own = table.key === undefined ? undefined : row[table.key];
    if (own !== undefined && own !== key) {
      problems.push(
        `row ${index}: its ${table.key} is ${JSON.stringify(own)}, its key ${JSON.stringify(key)}`,
      );
    }
    for (const { path, target, walk } of walks) {
      walk(row, (value) => {
        if (value === null || known.get(target)?.has(value) !== false) return;
        problems.push(
          `row ${index}: ${path} names ${JSON.stringify(value)}, which "${target}" does not have`,
        );
      });
    }
    for (const { path, walk, seen } of uniques) {
      walk(row, (value) => {
        const first = seen.get(value);
        if (first === undefined) seen.set(value, index);
        else problems.push(`row ${index}: ${path} ${JSON.stringify(value)} is also that of row ${first}`);
      });
    }
  }
  return problems.slice(0, MOST_PROBLEMS);
}

/** A check of the domain's invariants of a table, with the other tables as they are in a database. */
export function invariantCheck(domain: Domain, table: string, base: Database | undefined): RowsCheck {
  const invariants = domain.invariants.filter((invariant) => invariant.table === table);
  if (invariants.length === 0) return () => [];
  return (rows, from = 0) => {
    const tables = Object.keys(domain.tables).map((name) => [name, base?.rows(name) ?? new Map()] as const);
    const own = new Map(rows.map(({ key, row }) => [key, row]));
    const view = new Database(domain, { ...Object.fromEntries(tables), [table]: own }).fork().read();
    const problems: string[] = [];
    for (const [offset, { key, row }] of rows.slice(from).entries()) {
      for (const invariant of invariants) {
        if (problems.length >= MOST_PROBLEMS) return problems;
        const place = `row ${from + offset}`;
        try {
          const broken = invariant.check(row, key, view);
          if (broken !== undefined) problems.push(`${place}: ${broken} (${invariant.sentence})`);
        } catch (error) {
          problems.push(`${place}: "${invariant.sentence}" cannot be checked: ${(error as Error).message}`);
        }
      }
    }
    return problems;
  };
}

function uniquePaths(table: Table): readonly SchemaPath[] {
  const paths: SchemaPath[] = [];
  walkSchema(table.schema, (node, path) => {
    if (node['x-unique'] === true) paths.push(path);
  });
  return paths;
}
