import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { nearMiss, UserError } from '../../base/finding/index.ts';
import { isJsonObject, type JsonObject, type JsonValue, orderedKeys } from '../../base/json/index.ts';
import type { Domain, Table } from '../../define/index.ts';
import { Database, type TableRows, valuesAt } from '../../environment/index.ts';
import { readDocument } from '../read-file.ts';
import { readLines } from './read-lines.ts';

const TABLE_FILE = /^(.*?)\.(json|jsonl)(\.gz)?$/;

export interface LoadOptions {
  /** Check rows against their schema, keys and references (default true). */
  readonly check?: boolean;
}

/**
 * Loads a database: a folder with one file a table (`users.json`, `orders.jsonl.gz`, …), or one file with all tables
 * (τ²-bench's `db.json` or `db.toml`). Rows are checked against schemas, keys and references.
 * @throws UserError naming table, row, path and what was expected
 */
export function loadDatabase(domain: Domain, path: string, { check = true }: LoadOptions = {}): Database {
  if (!existsSync(path))
    throw new UserError(`Cannot load database "${path}": there is no such file or folder`);
  const tables = statSync(path).isDirectory() ? readFolder(domain, path) : readSingleFile(domain, path);
  const database = new Database(domain, tables);
  if (check) checkDatabase(domain, database, path);
  return database;
}

function readFolder(domain: Domain, folder: string): Record<string, JsonObject | TableRows> {
  const tables: Record<string, JsonObject | TableRows> = {};
  for (const name of readdirSync(folder).sort()) {
    const table = TABLE_FILE.exec(name)?.[1];
    if (table === undefined || table === 'manifest') continue;
    if (!Object.hasOwn(domain.tables, table)) throw unknownTable(domain, table, join(folder, name));
    if (tables[table] !== undefined) {
      throw new UserError(`Cannot load database "${folder}": table "${table}" has more than one file`, {
        at: join(folder, name),
        hint: 'leave one of them',
      });
    }
    tables[table] = readTable(join(folder, name), domain.tables[table] as Table);
  }
  for (const table of Object.keys(domain.tables)) {
    if (tables[table] === undefined) {
      throw new UserError(`Cannot load database "${folder}": table "${table}" has no file`, {
        hint: `add ${table}.json or ${table}.json.gz`,
      });
    }
  }
  return tables;
}

function readSingleFile(domain: Domain, file: string): Record<string, JsonObject> {
  const document = readDocument(file);
  if (!isJsonObject(document)) throw new UserError(`Cannot load database "${file}": not an object of tables`);
  for (const [name, rows] of Object.entries(document)) {
    if (!Object.hasOwn(domain.tables, name)) throw unknownTable(domain, name, file);
    if (!isJsonObject(rows))
      throw new UserError(`Cannot load table "${name}" of "${file}": not an object of rows`);
  }
  return document as Record<string, JsonObject>;
}

function readTable(file: string, table: Table): JsonObject | TableRows {
  if (/\.jsonl(\.gz)?$/.test(file)) return readLines(file, table);
  const document = readDocument(file);
  if (!isJsonObject(document))
    throw new UserError(`Cannot load table "${file}": not an object of rows by key`);
  return document;
}

function unknownTable(domain: Domain, table: string, at: string): UserError {
  const near = nearMiss(table, Object.keys(domain.tables));
  return new UserError(`Cannot load table "${table}": domain "${domain.name}" has no such table`, {
    at,
    hint:
      near === undefined
        ? `its tables are ${Object.keys(domain.tables).join(', ')}`
        : `did you mean "${near}"?`,
  });
}

/** Checks each row against its schema, its key and its references. @throws UserError at the first problem */
export function checkDatabase(domain: Domain, database: Database, source: string): void {
  const targets = new Map<string, ReadonlySet<string>>();
  for (const table of Object.values(domain.tables)) {
    for (const [key, row] of database.rows(table.name)) {
      const at = `${source} ${table.name} ${key}`;
      if (!isJsonObject(row))
        throw new UserError(`Cannot load row "${key}" of table "${table.name}": not an object`, { at });
      const [problem] = table.validate(row);
      if (problem !== undefined) {
        throw new UserError(
          `Cannot load row "${key}" of table "${table.name}": ${problem.path} ${problem.expected}, found ${shorten(problem.found)}`,
          { at: `${at} ${problem.path}` },
        );
      }
      if (table.key !== undefined && Object.hasOwn(row, table.key) && row[table.key] !== key) {
        throw new UserError(
          `Cannot load row "${key}" of table "${table.name}": its ${table.key} is ${shorten(row[table.key])}`,
          { at },
        );
      }
      for (const reference of table.references) {
        let keys = targets.get(reference.target);
        if (keys === undefined) {
          keys = referenceKeys(database, reference.target);
          targets.set(reference.target, keys);
        }
        for (const value of valuesAt(row, reference.path)) {
          if (typeof value !== 'string' || keys.has(value)) continue;
          throw new UserError(
            `Cannot load row "${key}" of table "${table.name}": ${reference.path.join('.')} names "${value}", which "${reference.target}" does not have`,
            { at },
          );
        }
      }
    }
  }
}

/** Keys a reference may name: of a table (`users`), or of nested collections in its rows (`products/variants`). */
export function referenceKeys(database: Database, target: string): ReadonlySet<string> {
  const [table = '', ...nested] = target.split('/');
  if (nested.length === 0) return new Set(database.rows(table).keys());
  const keys = new Set<string>();
  for (const row of database.rows(table).values()) {
    for (const collection of valuesAt(row, nested)) {
      if (isJsonObject(collection)) for (const key of orderedKeys(collection)) keys.add(key);
    }
  }
  return keys;
}

function shorten(value: JsonValue | undefined): string {
  return (JSON.stringify(value) ?? 'nothing').slice(0, 80);
}
