import { isJsonObject, type JsonValue, orderedKeys, rememberKeyOrder, sha256 } from '../base/json/index.ts';
import type { State } from '../environment/index.ts';
import { byCodePoint, PythonFloat, type PythonValue, pythonRepr, type Tuple } from './python/index.ts';
import { StateTexts } from './state-texts.ts';

/** Members that τ-bench's published databases hold as floats, also where they are whole (`198.0`). */
const FLOATS: Readonly<Record<string, ReadonlySet<string>>> = {
  retail: new Set(['price', 'amount', 'exchange_price_difference']),
};
/** Members that are whole in the database and become floats when a tool computes them. */
const COMPUTED: Readonly<Record<string, ReadonlySet<string>>> = { retail: new Set(['balance']) };
const NONE: ReadonlySet<string> = new Set();

/** A value of a τ-bench database as Python holds it. @param start the same place before any call, where there was one */
export function tauPython(domain: string, value: JsonValue, start: JsonValue | undefined): PythonValue {
  return pythonOf(value, start, FLOATS[domain] ?? NONE, COMPUTED[domain] ?? NONE, '');
}

function pythonOf(
  value: JsonValue,
  start: JsonValue | undefined,
  floats: ReadonlySet<string>,
  computed: ReadonlySet<string>,
  name: string,
): PythonValue {
  if (typeof value === 'number') {
    const isFloat = !Number.isInteger(value) || floats.has(name) || (computed.has(name) && value !== start);
    return isFloat ? new PythonFloat(value) : value;
  }
  if (Array.isArray(value)) {
    return value.map((item: JsonValue, index) =>
      pythonOf(item, Array.isArray(start) ? start[index] : undefined, floats, computed, name),
    );
  }
  if (!isJsonObject(value)) return value;
  const keys = orderedKeys(value);
  const object = Object.fromEntries(
    keys.map((key) => [
      key,
      pythonOf(value[key] as JsonValue, isJsonObject(start) ? start[key] : undefined, floats, computed, key),
    ]),
  );
  rememberKeyOrder(object, keys);
  return object;
}

/**
 * The hash τ-bench compares end states by: SHA-256 over Python's text of nested tuples, objects as pairs sorted by key,
 * lists as they are. A whole balance that a tool computes anew to the very same number is a float there and a whole
 * number here, where nothing tells that it was computed.
 */
export class TauHash {
  readonly #texts: StateTexts;

  constructor(domain: string) {
    this.#texts = new StateTexts(
      (_table, key, row, start) =>
        `(${pythonRepr(key)}, ${pythonRepr(hashable(tauPython(domain, row, start)))})`,
    );
  }

  ofState(state: State): string {
    const tables = this.#texts.of(state);
    return sha256(tuple(tables.map(({ name, texts }) => `(${pythonRepr(name)}, ${tuple(texts)})`)));
  }
}

function tuple(parts: readonly string[]): string {
  return `(${parts.join(', ')}${parts.length === 1 ? ',' : ''})`;
}

/** Objects become tuples of pairs sorted by key. */
function hashable(value: PythonValue): Tuple {
  if (Array.isArray(value)) return value.map((item: PythonValue) => hashable(item));
  if (value instanceof PythonFloat || typeof value !== 'object' || value === null) return value as Tuple;
  const object = value as Readonly<Record<string, PythonValue>>;
  return Object.keys(object)
    .sort(byCodePoint)
    .map((key) => [key, hashable(object[key] as PythonValue)]);
}
