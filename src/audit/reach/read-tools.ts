import type { JsonObject, JsonValue } from '../../base/json/index.ts';
import { isJsonObject } from '../../base/json/index.ts';
import { type AnyTool, type Domain, isOffered, type OptionValues } from '../../define/index.ts';
import { effectiveSchema } from '../schema/schema-node.ts';

export interface Parameter {
  readonly name: string;
  readonly schema: JsonObject;
  readonly required: boolean;
  /** Reference target, for example `users` or `products/variants`. */
  readonly target: string | undefined;
}

/** Read tools by what they need to be asked. */
export interface ReadTools {
  /** Without required parameters. */
  readonly free: readonly AnyTool[];
  /** With one required parameter, which is a reference, by its target. */
  readonly byKey: ReadonlyMap<string, readonly { readonly tool: AnyTool; readonly parameter: string }[]>;
  /** All others. */
  readonly searches: readonly { readonly tool: AnyTool; readonly parameters: readonly Parameter[] }[];
}

const known = new WeakMap<Domain, Map<string, ReadTools>>();

export function readToolsOf(domain: Domain, options: OptionValues): ReadTools {
  const byOptions = known.get(domain) ?? new Map<string, ReadTools>();
  known.set(domain, byOptions);
  const key = JSON.stringify(options);
  let result = byOptions.get(key);
  if (result === undefined) {
    result = sort(domain, options);
    byOptions.set(key, result);
  }
  return result;
}

function sort(domain: Domain, options: OptionValues): ReadTools {
  const free: AnyTool[] = [];
  const byKey = new Map<string, { tool: AnyTool; parameter: string }[]>();
  const searches: { tool: AnyTool; parameters: readonly Parameter[] }[] = [];
  for (const tool of domain.tools) {
    if (
      tool.effect !== 'read' ||
      tool.standalone === true ||
      tool.endsConversation === true ||
      !isOffered(tool, options)
    )
      continue;
    const parameters = parametersOf(tool);
    const required = parameters.filter((parameter) => parameter.required);
    const [only] = required;
    if (required.length === 0) free.push(tool);
    else if (required.length === 1 && only?.target !== undefined) {
      const list = byKey.get(only.target) ?? [];
      list.push({ tool, parameter: only.name });
      byKey.set(only.target, list);
    } else searches.push({ tool, parameters: required });
  }
  return { free, byKey, searches };
}

/** A tool's parameters, in the order of its schema. */
export function parametersOf(tool: AnyTool): Parameter[] {
  const root = tool.parameters as JsonObject;
  const properties = isJsonObject(root.properties) ? root.properties : {};
  const required = new Set(Array.isArray(root.required) ? (root.required as JsonValue[]) : []);
  return Object.entries(properties).map(([name, node]) => {
    const schema = effectiveSchema(root, node);
    const target = schema['x-references'];
    return {
      name,
      schema,
      required: required.has(name),
      target: typeof target === 'string' ? target : undefined,
    };
  });
}
