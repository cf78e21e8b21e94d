import { gzipSync } from 'node:zlib';
import type { JsonObject } from '../../base/json/index.ts';
import type { Table } from '../../define/index.ts';
import type { RowSet } from '../check/block-tables.ts';
import type { Format } from './format.ts';

/**
 * Rows as a piece of a text file. A JSON file is one object with a row a line; a JSONL line is a row that carries its key.
 * Compressed pieces are gzip members of their own, which follow one another in the file.
 */
export function encodeText(table: Table, set: RowSet, format: Format): Uint8Array {
  if (set.rows.length === 0) return new Uint8Array();
  const text = format.startsWith('jsonl') ? lines(table, set) : members(set);
  return finish(text, format);
}

/** What closes a text file that holds `rows` rows. */
export function closeText(format: Format, rows: number): Uint8Array {
  if (format.startsWith('jsonl')) return new Uint8Array();
  return finish(rows === 0 ? '{}\n' : '\n}\n', format);
}

function members({ keys, rows, first }: RowSet): string {
  let text = '';
  for (let index = 0; index < rows.length; index += 1) {
    text += first + index === 0 ? '{\n' : ',\n';
    text += `${JSON.stringify(keys[index])}: ${JSON.stringify(rows[index])}`;
  }
  return text;
}

function lines(table: Table, { keys, rows }: RowSet): string {
  let text = '';
  for (let index = 0; index < rows.length; index += 1) {
    text += `${JSON.stringify(withKey(table, keys[index] as string, rows[index] as JsonObject))}\n`;
  }
  return text;
}

/** A row that carries its key: under the table's key property, or else `{ key, row }`. */
export function withKey(table: Pick<Table, 'key'>, key: string, row: JsonObject): JsonObject {
  if (table.key === undefined) return { key, row };
  return Object.hasOwn(row, table.key) ? row : { [table.key]: key, ...row };
}

function finish(text: string, format: Format): Uint8Array {
  const bytes = Buffer.from(text);
  return format.endsWith('.gz') ? gzipSync(bytes, { level: 5 }) : bytes;
}
