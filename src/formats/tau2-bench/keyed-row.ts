import type { JsonObject } from '../../base/json/index.ts';
import type { Table } from '../../define/index.ts';

/** A row that carries its own key, as τ²-bench's rows do. */
export function keyedRow({ key: name }: Pick<Table, 'key'>, key: string, row: JsonObject): JsonObject {
  return name === undefined || Object.hasOwn(row, name) ? row : { [name]: key, ...row };
}
