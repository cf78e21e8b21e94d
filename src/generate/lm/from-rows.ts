import { UserError } from '../../base/finding/index.ts';
import type { JsonObject } from '../../base/json/index.ts';
import type { Generator } from '../define-generator.ts';

/**
 * A generator that gives the rows of a list, in their order: rows that a model wrote, or that came from elsewhere.
 * @param version rises whenever earlier rows of the list change
 */
export function fromRows(table: string, version: number, rows: Readonly<Record<string, object>>): Generator {
  const keys = Object.keys(rows);
  return {
    table,
    version,
    links: {},
    measures: {},
    identity: ({ index }) => {
      const key = keys[index];
      if (key !== undefined) return { key };
      throw new UserError(`Cannot make row ${index} of table "${table}": its list has ${keys.length} rows`, {
        hint: `ask for fewer rows of ${table}, or add to the list`,
      });
    },
    row: ({ key }) => rows[key] as JsonObject,
  };
}
