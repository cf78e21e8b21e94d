import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json/index.ts';
import type { AnyTool } from '../../define/index.ts';
import { memo } from '../evidence/memo.ts';
import type { GoldWrite } from '../types.ts';
import { effectiveSchema } from './schema-node.ts';

/** One value inside the arguments of a call, with its schema. */
export interface Place {
  readonly path: readonly (string | number)[];
  /** Top-level argument it is in. */
  readonly argument: string;
  /** Position inside a list argument. */
  readonly position?: number;
  readonly schema: JsonObject;
  readonly value: JsonValue;
}

/** Every value inside a call's arguments, outermost first. */
export function placesOf(tool: AnyTool, args: JsonObject): Place[] {
  const root = tool.parameters as JsonObject;
  const places: Place[] = [];
  const step = (node: JsonObject, value: JsonValue, path: readonly (string | number)[]): void => {
    if (path.length > 0) {
      const position = path.find((part) => typeof part === 'number');
      places.push({
        path,
        argument: path[0] as string,
        ...(typeof position === 'number' && { position }),
        schema: node,
        value,
      });
    }
    if (Array.isArray(value)) {
      const items = effectiveSchema(root, node.items);
      for (const [index, item] of value.entries()) step(items, item as JsonValue, [...path, index]);
    } else if (isJsonObject(value)) {
      const properties = isJsonObject(node.properties) ? node.properties : {};
      for (const [name, member] of Object.entries(value)) {
        step(effectiveSchema(root, properties[name] ?? node.additionalProperties), member, [...path, name]);
      }
    }
  };
  step(effectiveSchema(root, root), args, []);
  return places;
}

/** Every value inside a gold write's arguments, found once; none where the domain has no such tool. */
export const placesOfWrite = memo(({ action, before }: GoldWrite): readonly Place[] => {
  const tool = before.domain.tool(action.tool);
  return tool === undefined ? [] : placesOf(tool, action.args);
});

/** Arguments with the value at a path replaced. */
export function withValueAt(
  args: JsonObject,
  path: readonly (string | number)[],
  value: JsonValue,
): JsonObject {
  return replace(args, path, value) as JsonObject;
}

function replace(node: JsonValue, path: readonly (string | number)[], value: JsonValue): JsonValue {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if (Array.isArray(node)) {
    return node.map((item, index) => (index === step ? replace(item as JsonValue, rest, value) : item));
  }
  const object = node as JsonObject;
  return { ...object, [step]: replace(object[step] as JsonValue, rest, value) };
}
