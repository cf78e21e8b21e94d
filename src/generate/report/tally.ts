import type { RowSet } from '../check/block-tables.ts';
import type { DatabaseConfig } from '../define-database.ts';

/** How often each value of a measure came up: by table, measure and value. Mutable while it is counted. */
export type Tallies = Record<string, Record<string, Record<string, number>>>;

/** Counts the measures of all generators over some rows. */
export function addMeasures(
  tallies: Tallies,
  config: DatabaseConfig,
  sets: ReadonlyMap<string, RowSet>,
): void {
  for (const { table, measures } of config.generators) {
    for (const [name, { of }] of Object.entries(measures)) {
      tallies[table] ??= {};
      tallies[table][name] ??= {};
      const tally = tallies[table][name];
      for (const row of sets.get(table)?.rows ?? []) {
        const value = of(row);
        if (typeof value === 'object') for (const one of value) add(tally, one);
        else add(tally, value);
      }
    }
  }
}

function add(tally: Record<string, number>, value: number | string): void {
  const text = String(value);
  tally[text] = (tally[text] ?? 0) + 1;
}

/** Adds the counts of another tally. */
export function mergeTallies(into: Tallies, from: Tallies): void {
  for (const [table, measures] of Object.entries(from)) {
    for (const [name, tally] of Object.entries(measures)) {
      into[table] ??= {};
      into[table][name] ??= {};
      const sum = into[table][name];
      for (const [value, count] of Object.entries(tally)) sum[value] = (sum[value] ?? 0) + count;
    }
  }
}
