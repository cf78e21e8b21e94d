import { suggest, UserError } from '../../base/finding/index.ts';
import { canonicalJson, isJsonObject, type JsonObject, type JsonValue } from '../../base/json/index.ts';
import { compileTable, type Table } from '../../define/index.ts';
import type { SampledRow } from './check-rows.ts';

/** In which form a model gives rows: whole ones with their keys, or some of their properties. */
export interface RowsForm {
  /** Names the recording of its answers. */
  readonly scope: 'rows' | 'columns';
  /** What a row must keep to. */
  readonly table: Table;
  /** Whether rows carry keys of their own. */
  readonly keyed: boolean;
  /** JSON Schema of the whole answer. */
  readonly envelope: JsonObject;
  /** The answer in short, for people and models. */
  readonly shape: string;
  read(item: JsonValue): SampledRow | undefined;
  show(row: SampledRow): JsonValue;
  /** What the model should not give again. */
  used(row: SampledRow): string;
  readonly usedWord: string;
}

/** Whole rows with their keys. */
export function wholeRows({ table }: { readonly table: Table }): RowsForm {
  const { row, $defs } = inside(table);
  return {
    scope: 'rows',
    table,
    keyed: true,
    envelope: envelope(
      { type: 'object', required: ['key', 'row'], properties: { key: { type: 'string' }, row } },
      $defs,
    ),
    shape: '{ "rows": [{ "key": …, "row": … }] }',
    read: (item) => (isJsonObject(item) ? (item as unknown as SampledRow) : undefined),
    show: (row) => row as unknown as JsonValue,
    used: ({ key }) => key,
    usedWord: 'Keys in use already',
  };
}

/** Some properties of rows. @throws UserError for a property the table does not have */
export function columnsForm({ table }: { readonly table: Table }, columns: readonly string[]): RowsForm {
  const properties = (table.schema.properties ?? {}) as JsonObject;
  for (const column of columns) {
    if (Object.hasOwn(properties, column)) continue;
    throw new UserError(`Cannot make column "${column}": table "${table.name}" has no such property`, {
      hint: suggest(column, Object.keys(properties)),
    });
  }
  const part = compileTable(table.name, {
    type: 'object',
    additionalProperties: false,
    required: columns,
    properties: Object.fromEntries(columns.map((column) => [column, properties[column] as JsonValue])),
    ...(table.schema.$defs !== undefined && { $defs: table.schema.$defs }),
  });
  const { row, $defs } = inside(part);
  return {
    scope: 'columns',
    table: part,
    keyed: false,
    envelope: envelope(row, $defs),
    shape: `{ "rows": [{ ${columns.map((column) => `"${column}": …`).join(', ')} }] }`,
    read: (item) => (isJsonObject(item) ? { key: canonicalJson(item), row: item } : undefined),
    show: ({ row: all }) =>
      Object.fromEntries(columns.flatMap((name) => (name in all ? [[name, all[name] as JsonValue]] : []))),
    used: ({ row: all }) => JSON.stringify(all[columns[0] as string]),
    usedWord: `Values of ${columns[0]} in use already`,
  };
}

function inside(table: Table): { readonly row: JsonObject; readonly $defs: JsonValue | undefined } {
  const { $schema: _, $defs, ...row } = table.schema as Record<string, JsonValue>;
  return { row, $defs };
}

function envelope(item: JsonObject, $defs: JsonValue | undefined): JsonObject {
  return {
    type: 'object',
    required: ['rows'],
    properties: { rows: { type: 'array', items: item } },
    ...($defs !== undefined && { $defs }),
  };
}
