import { type JsonObject, sha256 } from '../../base/json/index.ts';
import type { State } from '../../environment/index.ts';
import { byCodePoint, jsonDumps, type PythonValue } from '../python/index.ts';
import { StateTexts } from '../state-texts.ts';
import { TAU2_DATABASES } from './database-model.ts';
import { keyedRow } from './keyed-row.ts';

/**
 * The hash τ²-bench compares end states by: SHA-256 over `json.dumps` of the whole database as its data model holds it,
 * keys sorted. Numbers are floats where the model says so; fields a row lacks stand as null.
 * Of a domain without a published model the rows are taken as they are.
 */
export class Tau2Hash {
  readonly #domain: string;
  readonly #texts: StateTexts;

  constructor(domain: string) {
    this.#domain = domain;
    this.#texts = new StateTexts(
      (table, key, row) => `${jsonDumps(key)}: ${tau2RowText(domain, table.name, keyedRow(table, key, row))}`,
    );
  }

  /** @throws ZodError when a row is none that τ²-bench could hold */
  ofState(state: State): string {
    return hashOf(
      this.#texts.of(state).map(({ name, texts }) => `${jsonDumps(name)}: {${texts.join(', ')}}`),
    );
  }

  /** The hash of tables as a file holds them: rows by key, or lists of rows. */
  ofTables(tables: JsonObject): string {
    const names = Object.keys(tables).sort(byCodePoint);
    return hashOf(
      names.map((name) => {
        const rows = tables[name] as JsonObject | readonly JsonObject[];
        if (Array.isArray(rows)) {
          const texts = rows.map((row: JsonObject) => tau2RowText(this.#domain, name, row));
          return `${jsonDumps(name)}: [${texts.join(', ')}]`;
        }
        const texts = Object.keys(rows)
          .sort(byCodePoint)
          .map((key) => {
            const row = (rows as JsonObject)[key] as JsonObject;
            return `${jsonDumps(key)}: ${tau2RowText(this.#domain, name, row)}`;
          });
        return `${jsonDumps(name)}: {${texts.join(', ')}}`;
      }),
    );
  }
}

function hashOf(tables: readonly string[]): string {
  return sha256(`{${tables.join(', ')}}`);
}

/** One row as τ²-bench's `json.dumps` writes it. */
function tau2RowText(domain: string, table: string, row: JsonObject): string {
  const model = TAU2_DATABASES[domain]?.rows[table];
  const value = model === undefined ? row : (model.parse(row) as PythonValue);
  return jsonDumps(value, { sortKeys: true });
}
