import { statSync } from 'node:fs';
import { join } from 'node:path';
import { fileWriter, ParquetWriter } from 'hyparquet-writer';
import type { Table } from '../../define/index.ts';
import { type Column, type ColumnData, columnsOf } from '../encode/columns.ts';
import type { TableFile } from './table-file.ts';
import { fileHash } from './text-file.ts';

const PARQUET = {
  STRING: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  JSON: { type: 'BYTE_ARRAY', converted_type: 'JSON' },
  BOOLEAN: { type: 'BOOLEAN' },
  INT64: { type: 'INT64' },
  DOUBLE: { type: 'DOUBLE' },
} as const;

/** A table as Parquet: one row group a shard. */
export function openParquetFile(folder: string, table: Table): TableFile {
  const file = `${table.name}.parquet`;
  const path = join(folder, file);
  const columns = columnsOf(table);
  const writer = new ParquetWriter({
    writer: fileWriter(path),
    schema: [
      { name: 'root', num_children: columns.length },
      ...columns.map(({ name, type }, place) => ({
        name,
        ...PARQUET[type],
        repetition_type: place === 0 ? ('REQUIRED' as const) : ('OPTIONAL' as const),
      })),
    ],
    createdBy: 'taskwright',
  });
  return {
    write: async (pieces) => {
      const blocks = pieces.find((piece) => piece.table === table.name)?.columns ?? [];
      const columnData = columns.map((column, place) => joinBlocks(column, blocks, place));
      const rows = columnData[0]?.data.length ?? 0;
      if (rows > 0) await writer.write({ columnData, rowGroupSize: rows });
    },
    mark: async () => undefined,
    close: async () => {
      await writer.finish();
      const { size: bytes } = statSync(path);
      return [{ table: table.name, facts: { file, format: 'parquet', bytes, hash: await fileHash(path) } }];
    },
    abandon: async () => undefined,
  };
}

/** One column over all blocks of a shard, in the values the writer takes. */
function joinBlocks({ name, type }: Column, blocks: readonly (readonly ColumnData[])[], place: number) {
  const data = blocks.flatMap((block) => block[place]?.data ?? []);
  if (type === 'INT64') {
    return { name, data: data.map((value) => (value === undefined ? undefined : BigInt(value as number))) };
  }
  // The writer turns values of a JSON column into text itself.
  if (type === 'JSON') {
    return { name, data: data.map((value) => (value === undefined ? undefined : JSON.parse(String(value)))) };
  }
  return { name, data };
}
