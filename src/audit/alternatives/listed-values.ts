import type { JsonObject, JsonValue } from '../../base/json/index.ts';
import type { Action } from '../../define/index.ts';
import type { Environment } from '../../environment/index.ts';

/** Values that the candidate function of an argument lists for a call in the making; undefined where its schema names none. */
export function listedValues(
  schema: JsonObject,
  argument: string,
  { tool, args }: Action,
  { domain, state, options }: Environment,
): Iterable<JsonValue> | undefined {
  const name = schema['x-candidates'];
  const list = typeof name === 'string' ? domain.candidates[name] : undefined;
  return list?.({ database: state.read(), tool, argument, args, now: domain.now, options });
}
