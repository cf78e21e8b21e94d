import { statSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../base/finding/index.ts';
import type { Table } from '../../define/index.ts';
import { type Column, columnsOf } from '../encode/columns.ts';
import type { TableFile } from './table-file.ts';
import { fileHash } from './text-file.ts';

const SQLITE = {
  STRING: 'TEXT',
  JSON: 'TEXT',
  BOOLEAN: 'INTEGER',
  INT64: 'INTEGER',
  DOUBLE: 'REAL',
} as const;

/** Loads the optional driver. @throws UserError when it is not installed */
async function loadDriver() {
  try {
    return (await import('better-sqlite3')).default;
  } catch (error) {
    throw new UserError('Cannot write SQLite: package "better-sqlite3" is not installed', {
      hint: 'npm install better-sqlite3@12',
      cause: error,
    });
  }
}

/**
 * A table as a SQLite database of its own, with one SQL table: the key as primary key, scalars as columns,
 * everything nested as JSON text. A shard is one transaction.
 * @throws UserError when the driver is not installed
 */
export async function openSqliteFile(folder: string, table: Table): Promise<TableFile> {
  const Driver = await loadDriver();
  const file = `${table.name}.sqlite`;
  const path = join(folder, file);
  const database = new Driver(path);
  database.pragma('journal_mode = OFF');
  database.pragma('synchronous = OFF');
  const columns = columnsOf(table);
  database.exec(`DROP TABLE IF EXISTS ${quoted(table.name)}`);
  database.exec(`CREATE TABLE ${quoted(table.name)} (${columns.map(declaration).join(', ')}) WITHOUT ROWID`);
  const insert = database.prepare(
    `INSERT INTO ${quoted(table.name)} VALUES (${columns.map(() => '?').join(', ')})`,
  );
  const insertAll = database.transaction((rows: readonly (readonly unknown[])[]) => {
    for (const row of rows) insert.run(...row);
  });
  return {
    write: async (pieces) => {
      for (const block of pieces.find((piece) => piece.table === table.name)?.columns ?? []) {
        const count = block[0]?.data.length ?? 0;
        insertAll(Array.from({ length: count }, (_, row) => block.map(({ data }) => bindable(data[row]))));
      }
    },
    mark: async () => undefined,
    close: async () => {
      database.close();
      const { size: bytes } = statSync(path);
      return [{ table: table.name, facts: { file, format: 'sqlite', bytes, hash: await fileHash(path) } }];
    },
    abandon: async () => {
      database.close();
    },
  };
}

function declaration({ name, type }: Column, place: number): string {
  return `${quoted(name)} ${SQLITE[type]}${place === 0 ? ' PRIMARY KEY NOT NULL' : ''}`;
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function bindable(value: unknown): unknown {
  if (value === undefined) return null;
  return typeof value === 'boolean' ? Number(value) : value;
}
