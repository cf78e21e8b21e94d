import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { UserError } from '../../base/finding/index.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json/index.ts';
import type { Table } from '../../define/index.ts';

const LINE_END = 10;
const PIECE = 1 << 22;

/**
 * Reads a table by lines (`users.jsonl`, `orders.jsonl.gz`), a row a line. Lines are read out of the file piece by
 * piece, so that a table may be larger than the longest text, and its bytes are not held beside its rows. Lines carry their key: a row that need not carry it is given back
 * without it, as it was written; a table without a key has lines of `{ key, row }`.
 * @throws UserError naming the line that is no row
 */
export function readLines(
  file: string,
  table: Pick<Table, 'name' | 'key' | 'schema'>,
): Map<string, JsonObject> {
  const required = Array.isArray(table.schema.required) ? table.schema.required : [];
  const bare = table.key !== undefined && !required.includes(table.key);
  const rows = new Map<string, JsonObject>();
  let number = 0;
  for (const text of linesOf(file)) {
    number += 1;
    if (text === '') continue;
    const { key, row } = rowOf(text, { file, number, table, bare });
    if (rows.has(key)) {
      throw new UserError(`Cannot load table "${table.name}": line ${number} repeats the key "${key}"`, {
        at: `${file}:${number}`,
      });
    }
    rows.set(key, row);
  }
  return rows;
}

function* linesOf(file: string): Generator<string> {
  let rest: Buffer = Buffer.alloc(0);
  for (const piece of piecesOf(file)) {
    const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    let from = 0;
    for (let end = bytes.indexOf(LINE_END); end >= 0; end = bytes.indexOf(LINE_END, from)) {
      yield bytes.toString('utf8', from, end);
      from = end + 1;
    }
    rest = bytes.subarray(from);
  }
  if (rest.length > 0) yield rest.toString('utf8');
}

/** The bytes of a file; those of a compressed one at once, since it is unpacked as a whole. */
function* piecesOf(file: string): Generator<Buffer> {
  if (file.endsWith('.gz')) {
    yield gunzipSync(readFileSync(file));
    return;
  }
  const handle = openSync(file, 'r');
  try {
    for (;;) {
      const piece = Buffer.allocUnsafe(PIECE);
      const read = readSync(handle, piece);
      if (read === 0) return;
      yield piece.subarray(0, read);
    }
  } finally {
    closeSync(handle);
  }
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
