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
 * Reads tables of any domain: a folder of `.json`, `.jsonl` and `.csv` files, one such file, or one `.json` file of all
 * tables.
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
  const [only] = files;
  const together = files.length === 1 && only !== undefined ? readTogether(only) : undefined;
  return together ?? files.map(readTable);
}

/** All tables of a database in one JSON file, as `{ users: { … }, orders: { … } }`; undefined when it holds one table. */
function readTogether(path: string): readonly FoundTable[] | undefined {
  if (!/\.json(\.gz)?$/.test(path)) return undefined;
  const document = parseJson(readText(path), path);
  if (!isJsonObject(document)) return undefined;
  const tables = Object.entries(document);
  const isTable = (value: JsonValue): boolean =>
    typeof value === 'object' && value !== null && Object.values(value).every(isJsonObject);
  if (tables.length === 0 || !tables.every(([, value]) => isTable(value))) return undefined;
  return tables.map(([name, value]) => ({ name, rows: rowsOf(value, path) }));
}

function readText(path: string): string {
  const bytes = readFileSync(path);
  return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
}

function readTable(path: string): FoundTable {
  const [, name = basename(path), ending = 'json'] = FILE.exec(basename(path)) ?? [];
  const text = readText(path);
  if (ending === 'csv') return { name, rows: readCsv(text, path).map((row) => ({ row })) };
  if (ending === 'jsonl') {
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    const rows = lines.map((line, index) => rowOf(parseJson(line, `${path}:${index + 1}`), path));
    return { name, rows: rows.map(unwrapped) };
  }
  return { name, rows: rowsOf(parseJson(text, path), path) };
}

/** Rows of a list, or of an object by key. */
function rowsOf(value: JsonValue, path: string): FoundTable['rows'] {
  if (Array.isArray(value)) return value.map((row) => ({ row: rowOf(row as JsonValue, path) }));
  const rows = rowOf(value, path);
  return orderedKeys(rows).map((key) => ({ key, row: rowOf(rows[key] as JsonValue, path) }));
}

/** A line of a table whose rows do not carry their key, as generated ones have it: `{ key, row }`. */
function unwrapped(line: JsonObject): FoundTable['rows'][number] {
  const { key, row, ...rest } = line;
  const wrapped =
    typeof key === 'string' && row !== undefined && isJsonObject(row) && Object.keys(rest).length === 0;
  return wrapped ? { key, row } : { row: line };
}

function rowOf(value: JsonValue, path: string): JsonObject {
  if (isJsonObject(value)) return value;
  throw new UserError(`Cannot read table "${path}": a row is not an object`);
}

/** A column of this name holds keys: texts, also where they look like numbers. */
const IDENTIFIER = /^(.*_)?(id|key)$/i;

/**
 * CSV of RFC 4180. A column is of numbers or truth values when all its cells are; an empty cell is no member of the row.
 * @throws UserError with the line of a malformed record
 */
function readCsv(text: string, path: string): JsonObject[] {
  const [head = [], ...rest] = parseRecords(text, path);
  const readers = head.map((name, place) =>
    IDENTIFIER.test(name) ? (cell: string) => cell : cellReader(rest.map((record) => record[place] ?? '')),
  );
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
