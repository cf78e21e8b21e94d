import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
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

/** CSV of RFC 4180: fields in double quotes may hold commas and line ends. Numbers and booleans are read as such. */
function readCsv(text: string, path: string): JsonObject[] {
  const records: string[][] = [[]];
  for (const [, quoted, plain = '', end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    if (end === '' && quoted === undefined && plain === '' && records.at(-1)?.length === 0) break;
    records.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === '') break;
    if (end !== ',') records.push([]);
  }
  const [head = [], ...rest] = records.filter((record) => record.length > 0);
  return rest.map((record, index) => {
    if (record.length !== head.length) {
      throw new UserError(
        `Cannot read table "${path}": record ${index + 2} has ${record.length} fields, the head ${head.length}`,
      );
    }
    return Object.fromEntries(head.map((name, place) => [name, csvValue(record[place] as string)]));
  });
}

function csvValue(text: string): JsonValue {
  if (text === 'true' || text === 'false') return text === 'true';
  // A leading zero, as of postal codes, makes it a text.
  return /^-?(0|[1-9]\d{0,14})(\.\d+)?$/.test(text) ? Number(text) : text;
}
