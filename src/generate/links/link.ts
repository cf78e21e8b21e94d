import type { Draw } from '../values/draw.ts';

/** A row's tie to one row of another table: `one` always, `maybe` with a chance, `many` to several different rows. */
export interface Link<Target extends string = string, Kind extends LinkKind = LinkKind> {
  readonly kind: Kind;
  readonly table: Target;
  /** How many rows tie to each target row: the shape of the sharing out. The total is the number of rows, exactly. */
  readonly each?: Draw<number>;
  /** Least and most ties to each target row; kept exactly. */
  readonly least?: number;
  readonly most?: number;
  /** `maybe`: chance of a tie. */
  readonly probability?: number;
  /** `many`: how many targets a row has. */
  readonly count?: Draw<number>;
  /** `many`: how sought after each target is; all alike when absent. Drawn once per target row. */
  readonly weight?: Draw<number>;
}

export type LinkKind = 'one' | 'maybe' | 'many';

export interface Sharing {
  /** Draws how many rows tie to each target; all targets alike when absent. */
  readonly each?: Draw<number>;
  readonly least?: number;
  readonly most?: number;
}

/** Every row is tied to exactly one row of the table (cardinality `1`). */
export function one<const Target extends string>(table: Target, sharing: Sharing = {}): Link<Target, 'one'> {
  return { kind: 'one', table, ...sharing };
}

/** A row is tied to one row of the table with this chance, else to none (cardinality `0..1`). */
export function maybe<const Target extends string>(
  table: Target,
  probability: number,
  sharing: Sharing = {},
): Link<Target, 'maybe'> {
  return { kind: 'maybe', table, probability, ...sharing };
}

/** A row is tied to several different rows of the table (cardinality `many`). */
export function many<const Target extends string>(
  table: Target,
  count: Draw<number>,
  { weight }: { readonly weight?: Draw<number> } = {},
): Link<Target, 'many'> {
  return { kind: 'many', table, count, ...(weight && { weight }) };
}
