import type { JSONSchema } from 'json-schema-to-typescript';
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json/index.ts';
import type { Domain } from '../domain.ts';

/**
 * TypeScript declarations of a domain's rows: one interface a table, and `<Domain>Tables` that joins them.
 * Made by json-schema-to-typescript; tuples of JSON Schema 2020-12 are written in the older form it reads.
 */
export async function rowTypes(domain: Domain): Promise<string> {
  const tables = Object.values(domain.tables);
  const properties = Object.fromEntries(
    tables.map((table) => [
      table.name,
      {
        ...(forCompiler(table.schema, `#/properties/${table.name}`) as JsonObject),
        title: rowName(table.name),
      },
    ]),
  );
  const root = {
    type: 'object',
    title: `${pascal(domain.name)}Tables`,
    description: 'Rows by table.',
    additionalProperties: false,
    required: tables.map(({ name }) => name),
    properties,
  };
  // Loaded when needed: it brings a formatter that takes longer to load than everything else.
  const { compile } = await import('json-schema-to-typescript');
  return compile(root as unknown as JSONSchema, root.title, {
    bannerComment: `// Made by \`taskwright types ${domain.name}\` from the table schemas. Do not edit.`,
    additionalProperties: false,
    style: { singleQuote: true, printWidth: 110 },
  });
}

/** `orders` → `Order`, `categories` → `Category`. */
function rowName(table: string): string {
  const name = pascal(table);
  if (name.endsWith('ies')) return `${name.slice(0, -3)}y`;
  return name.endsWith('s') && !name.endsWith('ss') ? name.slice(0, -1) : name;
}

function pascal(name: string): string {
  return name
    .split(/[^a-zA-Z0-9]+/)
    .map((part) => part.slice(0, 1).toUpperCase() + part.slice(1))
    .join('');
}

/** @param root where the schema stands in the joined one, for references inside it */
function forCompiler(schema: JsonValue, root: string): JsonValue {
  if (Array.isArray(schema)) return schema.map((item: JsonValue) => forCompiler(item, root));
  if (!isJsonObject(schema)) return schema;
  const copy: Record<string, JsonValue> = {};
  for (const [key, value] of Object.entries(schema)) {
    if (key === '$schema' || key === '$id' || key.startsWith('x-')) continue;
    if (key === '$ref' && typeof value === 'string' && value.startsWith('#/')) {
      copy.$ref = `${root}${value.slice(1)}`;
    } else if (key === 'prefixItems') {
      copy.items = forCompiler(value, root);
      copy.additionalItems = schema.items ?? true;
    } else if (key !== 'items' || schema.prefixItems === undefined) {
      copy[key] = forCompiler(value, root);
    }
  }
  return copy;
}
