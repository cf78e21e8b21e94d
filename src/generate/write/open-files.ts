import type { Domain, Table } from '../../define/index.ts';
import type { GenerateOptions } from '../generate-options.ts';
import type { Progress } from './output-folder.ts';
import { openParquetFile } from './parquet-file.ts';
import { openSqliteFile } from './sqlite-file.ts';
import type { TableFile } from './table-file.ts';
import { openTextFile } from './text-file.ts';

/** One file per table and format; text files of an interrupted run are gone on with. */
export async function openFiles(
  domain: Domain,
  { tables, formats }: GenerateOptions,
  folder: string,
  progress: Progress | undefined,
): Promise<TableFile[]> {
  const files: TableFile[] = [];
  for (const table of tables) {
    for (const format of formats) {
      const definition = domain.tables[table] as Table;
      if (format === 'parquet') files.push(openParquetFile(folder, definition));
      else if (format === 'sqlite') files.push(await openSqliteFile(folder, definition));
      else
        files.push(
          await openTextFile({ folder, table, format, from: progress?.files[`${table}.${format}`] }),
        );
    }
  }
  return files;
}
