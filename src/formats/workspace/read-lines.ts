import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { UserError } from '../../base/finding/index.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json/index.ts';
import type { Table } from '../../define/index.ts';

const LINE_END = 10;

/**
 * Reads a table by lines (`users.jsonl`, `orders.jsonl.gz`), a row a line. Lines are read out of the bytes one by one, so
 * that a table may be larger than the longest text. Lines carry their key: a row that need not carry it is given back
 * without it, as it was written; a table without a key has lines of `{ key, row }`.
 * @throws UserError naming the line that is no row
 */
export function readLines(
  file: string,
  table: Pick<Table, 'name' | 'key' | 'schema'>,
): Map<string, JsonObject> {
  const stored = readFileSync(file);
  const bytes = file.endsWith('.gz') ? gunzipSync(stored) : stored;
  const required = Array.isArray(table.schema.required) ? table.schema.required : [];
  const bare = table.key !== undefined && !required.includes(table.key);
  const rows = new Map<string, JsonObject>();
  let number = 0;
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf(LINE_END, from);
    const to = end < 0 ? bytes.length : end;
    number += 1;
    if (to > from) {
      const { key, row } = rowOf(bytes.toString('utf8', from, to), { file, number, table, bare });
      if (rows.has(key)) {
        throw new UserError(`Cannot load table "${table.name}": line ${number} repeats the key "${key}"`, {
          at: `${file}:${number}`,
        });
      }
      rows.set(key, row);
    }
    from = to + 1;
  }
  return rows;
}

interface Place {
  readonly file: string;
  readonly number: number;
  readonly table: Pick<Table, 'name' | 'key'>;
  /** Whether rows do not carry their key. */
  readonly bare: boolean;
}

function rowOf(text: string, { file, number, table, bare }: Place) {
  const fail = (state: string): UserError =>
    new UserError(`Cannot load table "${table.name}": line ${number} ${state}`, { at: `${file}:${number}` });
  let line: JsonValue;
  try {
    line = JSON.parse(text) as JsonValue;
  } catch {
    throw fail('is not JSON');
  }
  if (!isJsonObject(line)) throw fail('is not an object');
  const name = table.key ?? 'key';
  const key = line[name];
  if (typeof key !== 'string') throw fail(`has no ${name}`);
  if (table.key === undefined) {
    if (!isJsonObject(line.row)) throw fail('has no row');
    return { key, row: line.row };
  }
  if (!bare) return { key, row: line };
  const { [name]: _, ...row } = line;
  return { key, row };
}
