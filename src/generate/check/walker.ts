import type { JsonValue } from '../../base/json/index.ts';
import type { SchemaPath } from '../../define/index.ts';

/** Calls `visit` for each value at a path of a row. */
export type Walker = (row: JsonValue, visit: (value: JsonValue) => void) => void;

/**
 * The compiled form of `valuesAt`, without a generator: `*` stands for every item of an array or member of a collection,
 * at the end of a path into a collection for its keys. Compiled to a function of its own per path, because property
 * names that are constants in the code are read ten times as fast as those in variables, absent ones above all.
 */
export function walker(path: SchemaPath): Walker {
  return new Function(
    'row',
    'visit',
    walk('row', path, 0, (value) => `visit(${value});`),
  ) as Walker;
}

/** Keys that a reference may name. */
export interface Keys {
  has(key: JsonValue): boolean;
}

/** Calls `miss` for each value at a path of a row that is neither null nor among the keys. */
export type ReferenceWalker = (row: JsonValue, keys: Keys, miss: (value: JsonValue) => void) => void;

/** A walker that looks values up by itself: as nearly all are found, nearly nothing is called. */
export function referenceWalker(path: SchemaPath): ReferenceWalker {
  const inner = (value: string): string => `if (${value} !== null && !keys.has(${value})) miss(${value});`;
  return new Function('row', 'keys', 'miss', walk('row', path, 0, inner)) as ReferenceWalker;
}

/** Code that walks the rest of a path from a value; names of variables are numbered by depth. */
function walk(
  value: string,
  [step, ...rest]: SchemaPath,
  depth: number,
  at: (value: string) => string,
): string {
  if (step === undefined) return at(value);
  const next = `v${depth}`;
  const inner = walk(next, rest, depth + 1, at);
  if (step !== '*') {
    return `if (typeof ${value} === 'object' && ${value} !== null && !Array.isArray(${value})) {
      const ${next} = ${value}[${JSON.stringify(step)}];
      if (${next} !== undefined) { ${inner} }
    }`;
  }
  const members = rest.length === 0 ? 'keys' : 'values';
  return `if (Array.isArray(${value})) for (const ${next} of ${value}) { ${inner} }
    else if (typeof ${value} === 'object' && ${value} !== null) for (const ${next} of Object.${members}(${value})) { ${inner} }`;
}
