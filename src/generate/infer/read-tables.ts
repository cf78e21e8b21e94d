import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { CsvError, parse } from 'csv-parse/sync';
import { UserError } from '../../base/finding/index.ts';
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  orderedKeys,
  parseJson,
} from '../../base/json/index.ts';

/** Rows of a table as they were found; keys where the file gives them. */
export interface FoundTable {
  readonly name: string;
  readonly rows: readonly { readonly key?: string; readonly row: JsonObject }[];
}

const FILE = /^(.+?)\.(json|jsonl|csv)(\.gz)?$/;

/**
 * Reads tables of any domain: a folder of `.json`, `.jsonl` and `.csv` files, or one such file.
 * @throws UserError when there is none, or one is malformed
 */
export function readTables(path: string): readonly FoundTable[] {
  if (!existsSync(path)) throw new UserError(`Cannot read tables "${path}": there is no such file or folder`);
  const files = statSync(path).isDirectory()
    ? readdirSync(path)
        .filter((name) => FILE.test(name) && name !== 'manifest.json')
        .sort()
        .map((name) => join(path, name))
    : [path];
  if (files.length === 0)
    throw new UserError(`Cannot read tables "${path}": it holds no .json, .jsonl or .csv file`);
  return files.map(readTable);
}

function readTable(path: string): FoundTable {
  const [, name = basename(path), ending = 'json', packed] = FILE.exec(basename(path)) ?? [];
  const bytes = readFileSync(path);
  const text = (packed === undefined ? bytes : gunzipSync(bytes)).toString('utf8');
  if (ending === 'csv') return { name, rows: readCsv(text, path).map((row) => ({ row })) };
  if (ending === 'jsonl') {
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    return {
      name,
      rows: lines.map((line, index) => ({ row: rowOf(parseJson(line, `${path}:${index + 1}`), path) })),
    };
  }
  const document = parseJson(text, path);
  if (Array.isArray(document))
    return { name, rows: document.map((row) => ({ row: rowOf(row as JsonValue, path) })) };
  const rows = rowOf(document, path);
  return { name, rows: orderedKeys(rows).map((key) => ({ key, row: rowOf(rows[key] as JsonValue, path) })) };
}

function rowOf(value: JsonValue, path: string): JsonObject {
  if (isJsonObject(value)) return value;
  throw new UserError(`Cannot read table "${path}": a row is not an object`);
}

/**
 * CSV of RFC 4180. A column is of numbers or truth values when all its cells are; an empty cell is no member of the row.
 * @throws UserError with the line of a malformed record
 */
function readCsv(text: string, path: string): JsonObject[] {
  const [head = [], ...rest] = parseRecords(text, path);
  const readers = head.map((_, place) => cellReader(rest.map((record) => record[place] ?? '')));
  return rest.map((record) =>
    Object.fromEntries(
      head.flatMap((name, place) => {
        const cell = record[place] ?? '';
        return cell === '' ? [] : [[name, readers[place]?.(cell) ?? cell]];
      }),
    ),
  );
}

function parseRecords(text: string, path: string): readonly (readonly string[])[] {
  try {
    return parse(text, { bom: true, skip_empty_lines: true });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new UserError(`Cannot read table "${path}": ${error.message}`, { at: path, cause: error });
  }
}

/** How the cells of a column are read. A leading zero, as of postal codes, makes all of them texts. */
function cellReader(cells: readonly string[]): (cell: string) => JsonValue {
  const filled = cells.filter((cell) => cell !== '');
  if (filled.every((cell) => cell === 'true' || cell === 'false')) return (cell) => cell === 'true';
  if (filled.every((cell) => /^-?(0|[1-9]\d{0,14})(\.\d+)?$/.test(cell))) return Number;
  return (cell) => cell;
}
