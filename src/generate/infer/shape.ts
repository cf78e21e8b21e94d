import type { JsonPrimitive, JsonValue } from '../../base/json/index.ts';

/** Values with how often each came up, most frequent first. */
export type Tally<Value> = readonly (readonly [Value, number])[];

/** What the values at one place of some rows have in common, and how they are spread. */
export type Shape =
  | { readonly kind: 'object'; readonly members: readonly Member[] }
  /** A nested collection: members under keys of their own. */
  | { readonly kind: 'map'; readonly keys: TextShape; readonly sizes: Tally<number>; readonly member: Shape }
  | { readonly kind: 'array'; readonly sizes: Tally<number>; readonly item: Shape }
  /** Null in a share of the rows. */
  | { readonly kind: 'nullable'; readonly share: number; readonly shape: Shape }
  | NumberShape
  | { readonly kind: 'boolean'; readonly share: number }
  /** One of a few values. */
  | { readonly kind: 'choice'; readonly tally: Tally<JsonPrimitive> }
  /** The key of a row of a table. */
  | { readonly kind: 'reference'; readonly table: string }
  /** The key of a member of a nested collection in a row of a table. */
  | { readonly kind: 'member-reference'; readonly table: string; readonly collection: string }
  /** The key under which a member of a nested collection stands. */
  | { readonly kind: 'member-key' }
  /** The row's own key. */
  | { readonly kind: 'key' }
  /** Keys of the rows of another table that refer here. */
  | { readonly kind: 'referrers'; readonly table: string; readonly property: string }
  | TextShape
  /** Values that have nothing in common. */
  | { readonly kind: 'any'; readonly samples: readonly JsonValue[] };

export interface Member {
  readonly name: string;
  /** Share of the objects that have it. */
  readonly share: number;
  readonly shape: Shape;
}

export interface NumberShape {
  readonly kind: 'number';
  readonly integer: boolean;
  readonly low: number;
  readonly high: number;
  readonly mean: number;
  readonly deviation: number;
  /** Median and deviation of the logarithms, where values are skewed to the right. */
  readonly logarithms?: { readonly median: number; readonly deviation: number };
  /** Each value, where there are few. */
  readonly tally?: Tally<number>;
}

export type TextShape =
  /** Texts of one build, as `#W1234567`. */
  | { readonly kind: 'code'; readonly parts: readonly CodePart[] }
  /** Some word, then so many digits, as `maya_hale_4821`. */
  | { readonly kind: 'numbered'; readonly stems: readonly string[]; readonly digits: number }
  | { readonly kind: 'date'; readonly first: string; readonly last: string }
  | {
      readonly kind: 'moment';
      readonly first: string;
      readonly last: string;
      readonly separator: string;
      readonly zone: string;
    }
  | { readonly kind: 'text'; readonly samples: Tally<string> };

/** A piece of a code: the same in all of them, or so many characters of a sort. */
export type CodePart =
  | { readonly literal: string }
  | { readonly sort: 'digits' | 'upper' | 'lower'; readonly length: number };

/** A table as it was found. */
export interface TableShape {
  readonly name: string;
  readonly rows: number;
  /** The property of the key: one of the rows', or a name for the keys that they stand under; undefined without keys. */
  readonly key: string | undefined;
  readonly keys: TextShape;
  readonly row: Extract<Shape, { readonly kind: 'object' }>;
  /** How many rows of this table each row of another refers to here: by property, the spread over the other's rows. */
  readonly sharing: Readonly<Record<string, Tally<number>>>;
}

/** How often each value comes up, most frequent first; equal ones in their order. */
export function tallyOf<Value extends JsonPrimitive>(values: Iterable<Value>): Tally<Value> {
  const counts = new Map<Value, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(
    ([left, one], [right, two]) => two - one || (String(left) < String(right) ? -1 : 1),
  );
}
