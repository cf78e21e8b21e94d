import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json/index.ts';
import { effectiveSchema } from '../schema/schema-node.ts';

/** A value of a row in the form an argument takes: members that the argument's schema does not name are left out. */
export function projectTo(schema: JsonObject, root: JsonObject, value: JsonValue): JsonValue {
  if (Array.isArray(value)) {
    const items = effectiveSchema(root, schema.items);
    return value.map((item) => projectTo(items, root, item as JsonValue));
  }
  if (!isJsonObject(value) || !isJsonObject(schema.properties)) return value;
  const properties = schema.properties;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => Object.hasOwn(properties, name))
      .map(([name, member]) => [name, projectTo(effectiveSchema(root, properties[name]), root, member)]),
  );
}
