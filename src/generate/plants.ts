import { suggest, UserError } from '../base/finding/index.ts';
import { equalJson, isJsonObject, type JsonObject, type JsonValue } from '../base/json/index.ts';
import type { Domain } from '../define/index.ts';
import { Database, valuesAt } from '../environment/index.ts';

/** A row that a task needs: a generated row of that key changed, or a whole new row. */
export interface PlantedRow {
  readonly table: string;
  readonly key: string;
  /** Members merged into the generated row of that key; nested objects are merged too, arrays replaced. */
  readonly set?: JsonObject;
  /** The whole row, where no generated row has that key. */
  readonly row?: JsonObject;
}

/** A description that must fit one row only: "the order with the tablet". */
export interface Referent {
  /** The words of the scenario. */
  readonly says: string;
  readonly table: string;
  /** Path in the row to the value it must have there; `*` stands for any item. */
  readonly where: Readonly<Record<string, JsonValue>>;
  /** The key of the one row it fits. */
  readonly is: string;
}

/** What a task file states under `plants`. Distractors are rows like the others: there so that a careless agent takes them. */
export interface Plants {
  readonly rows?: readonly PlantedRow[];
  readonly distractors?: readonly PlantedRow[];
  readonly unique?: readonly Referent[];
}

/**
 * Places what tasks need into a database, and checks that each description still fits one row.
 * @throws UserError when two tasks plant different things in one place, a row breaks its schema, or a description fits
 * none or several rows
 */
export function plant(
  domain: Domain,
  database: Database,
  tasks: readonly { readonly id: string; readonly plants?: unknown }[],
): Database {
  const planted = new Map<string, Map<string, { readonly row: JsonObject; readonly by: string }>>();
  for (const { id, plants } of tasks) {
    const { rows = [], distractors = [] } = (plants ?? {}) as Plants;
    for (const one of [...rows, ...distractors]) place(domain, database, planted, { id, one });
  }
  const result = planted.size === 0 ? database : withRows(domain, database, planted);
  for (const { id, plants } of tasks) {
    for (const referent of ((plants ?? {}) as Plants).unique ?? []) assertUnique(result, id, referent);
  }
  return result;
}

type Planted = Map<string, Map<string, { readonly row: JsonObject; readonly by: string }>>;

function place(
  domain: Domain,
  database: Database,
  planted: Planted,
  { id, one }: { readonly id: string; readonly one: PlantedRow },
): void {
  const fail = (state: string, hint?: string): UserError =>
    new UserError(`Cannot plant row "${one.key}" of table "${one.table}" for task "${id}": ${state}`, {
      ...(hint !== undefined && { hint }),
    });
  const table = domain.tables[one.table];
  if (table === undefined)
    throw fail('there is no such table', suggest(one.table, Object.keys(domain.tables)));
  const before = database.rows(one.table).get(one.key);
  if (one.row === undefined && before === undefined) {
    throw fail('no generated row has that key', 'give the whole row under "row"');
  }
  const row = one.row ?? (merge(before as JsonObject, one.set ?? {}) as JsonObject);
  const [problem] = table.validate(row);
  if (problem !== undefined) throw fail(`${problem.path} ${problem.expected}`);
  const rows = planted.get(one.table) ?? new Map();
  const other = rows.get(one.key);
  if (other !== undefined && !equalJson(other.row, row))
    throw fail(`task "${other.by}" plants another row there`);
  rows.set(one.key, { row, by: id });
  planted.set(one.table, rows);
}

function withRows(domain: Domain, database: Database, planted: Planted): Database {
  const tables = Object.keys(domain.tables).map((name) => {
    const changes = planted.get(name);
    if (changes === undefined) return [name, database.rows(name)] as const;
    const rows = new Map(database.rows(name));
    for (const [key, { row }] of changes) rows.set(key, row);
    return [name, rows] as const;
  });
  return new Database(domain, Object.fromEntries(tables));
}

function assertUnique(database: Database, id: string, { says, table, where, is }: Referent): void {
  const fits = [...database.rows(table)]
    .filter(([, row]) =>
      Object.entries(where).every(([path, wanted]) =>
        valuesAt(row, path.split('.')).some((value) => equalJson(value, wanted)),
      ),
    )
    .map(([key]) => key);
  if (fits.length === 1 && fits[0] === is) return;
  const found =
    fits.length === 0
      ? 'no row'
      : `rows ${fits
          .slice(0, 5)
          .map((key) => `"${key}"`)
          .join(', ')}`;
  throw new UserError(
    `Cannot use task "${id}": "${says}" should fit row "${is}" of table "${table}" alone, it fits ${found}`,
    {
      hint: 'say more in "where", plant other values, or take the distractor away',
    },
  );
}

function merge(into: JsonValue, from: JsonValue): JsonValue {
  if (!isJsonObject(into) || !isJsonObject(from)) return from;
  const merged: Record<string, JsonValue> = { ...into };
  for (const [name, value] of Object.entries(from)) {
    merged[name] = Object.hasOwn(into, name) ? merge(into[name] as JsonValue, value) : value;
  }
  return merged;
}
