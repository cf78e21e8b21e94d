import { isJsonObject, type JsonObject } from '../../base/json/index.ts';
import type { AnyTool } from '../../define/index.ts';

/** The parameter by which a write tool names the row it is done to, with the row's table. */
export function keyParameter(tool: AnyTool): { readonly name: string; readonly table: string } | undefined {
  const properties = (tool.parameters as JsonObject).properties;
  if (!isJsonObject(properties)) return undefined;
  for (const [name, schema] of Object.entries(properties)) {
    const target = isJsonObject(schema) ? schema['x-references'] : undefined;
    if (typeof target === 'string' && !target.includes('/')) return { name, table: target };
  }
  return undefined;
}
