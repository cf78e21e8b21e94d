import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json/index.ts';
import type { Table } from '../../define/index.ts';
import type { RowSet } from '../check/block-tables.ts';

export type ColumnType = 'STRING' | 'BOOLEAN' | 'INT64' | 'DOUBLE' | 'JSON';

/** A column of a table in Parquet or SQLite: scalars as they are, everything nested as JSON. */
export interface Column {
  readonly name: string;
  readonly type: ColumnType;
}

export interface ColumnData extends Column {
  readonly data: readonly (string | number | boolean | undefined)[];
}

/** The name of the column that holds the key of rows that do not carry it. */
const KEY = 'key';

/** Columns that follow from a table's schema: its key first, then the properties in their order. */
export function columnsOf(table: Pick<Table, 'key' | 'schema'>): readonly Column[] {
  const properties = isJsonObject(table.schema.properties) ? table.schema.properties : {};
  const key = table.key ?? KEY;
  const others = Object.entries(properties).filter(([name]) => name !== key);
  return [
    { name: key, type: 'STRING' },
    ...others.map(([name, schema]): Column => ({ name, type: typeOf(schema) })),
  ];
}

function typeOf(schema: JsonValue): ColumnType {
  if (!isJsonObject(schema)) return 'JSON';
  const { type, enum: values } = schema;
  const texts = Array.isArray(values) && values.every((value) => typeof value === 'string');
  if (type === 'string' || texts) return 'STRING';
  if (type === 'boolean') return 'BOOLEAN';
  if (type === 'integer') return 'INT64';
  return type === 'number' ? 'DOUBLE' : 'JSON';
}

/** Rows turned into columns. Absent values are undefined. */
export function encodeColumns(table: Table, { keys, rows }: RowSet): readonly ColumnData[] {
  return columnsOf(table).map(({ name, type }, place) => ({
    name,
    type,
    data: place === 0 ? keys : rows.map((row) => cell((row as JsonObject)[name], type)),
  }));
}

function cell(value: JsonValue | undefined, type: ColumnType): string | number | boolean | undefined {
  if (value === undefined || value === null) return undefined;
  return type === 'JSON' ? JSON.stringify(value) : (value as string | number | boolean);
}
