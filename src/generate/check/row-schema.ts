import type { Ajv2020 } from 'ajv/dist/2020.js';
import { _ } from 'ajv/dist/compile/codegen/index.js';
import type { JsonObject, JsonValue } from '../../base/json/index.ts';
import { createAjv, type SchemaPath, type Table } from '../../define/index.ts';
import { markShared, SHARED } from './mark-shared.ts';
import { quicken } from './quick-keywords.ts';

/** Values at a path of a table's rows that many rows hold as one and the same object. */
export interface SharedPlace {
  readonly path: SchemaPath;
  /** Those met in the rows of a block. */
  readonly values: Set<JsonValue>;
  /** Whether a value fits the schema at the path. */
  accepts(value: JsonValue): boolean;
}

/** A table's schema as Ajv compiles it for rows by the million: yes or no, and nothing collected about a no. */
export interface RowSchema {
  /** Whether a row fits. What it holds at shared places is noted there, to be looked at once and not again for each row. */
  accepts(row: JsonValue): boolean;
  readonly shared: readonly SharedPlace[];
}

/**
 * Compiles the schema of a table for generated rows.
 * @param shared paths of shared values, as in a generator's `shared`
 * @throws Error when the schema has no such path
 */
export function rowSchema(table: Table, shared: readonly string[]): RowSchema {
  const places: SharedPlace[] = [];
  const ajv = rowAjv(places);
  ajv.addSchema(table.schema, 'row');
  const schema = structuredClone(table.schema) as JsonObject;
  for (const dotted of shared) {
    const path = dotted.split('.');
    const pointer = markShared(schema, path, places.length);
    if (pointer === undefined)
      throw new Error(`Cannot share "${dotted}" of table "${table.name}": its schema has no such path`);
    // Compiled with the schema it is part of, so that its references lead where they should.
    let accepts: ((value: JsonValue) => unknown) | undefined;
    const place: SharedPlace = {
      path,
      values: new Set(),
      accepts: (value) => {
        accepts ??= ajv.getSchema(`row${pointer}`);
        return accepts?.(value) === true;
      },
    };
    places.push(place);
  }
  let compiled: ((row: JsonValue) => unknown) | undefined;
  return {
    accepts: (row) => {
      compiled ??= ajv.compile(schema);
      return compiled(row) === true;
    },
    shared: places,
  };
}

function rowAjv(places: readonly SharedPlace[]): Ajv2020 {
  const ajv = createAjv({ messages: false });
  quicken(ajv);
  ajv.addKeyword({
    keyword: SHARED,
    schemaType: 'number',
    code({ gen, data, schema }) {
      const place = gen.scopeValue('obj', { ref: places[schema as number] });
      gen.code(_`${place}.values.add(${data})`);
    },
  });
  return ajv;
}
