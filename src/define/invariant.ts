import type { Immutable } from '../base/json/index.ts';
import type { ReadDatabase } from './database.ts';

/** A condition over a whole row or several rows that a schema cannot say. */
export interface Invariant {
  readonly id: string;
  /** What must hold, as one English sentence. */
  readonly sentence: string;
  readonly table: string;
  /** What is broken in this row; undefined when the invariant holds. */
  // biome-ignore lint/suspicious/noExplicitAny: rows of the named table
  check(row: any, key: string, database: ReadDatabase<any>): string | undefined;
}

/** An invariant with the types of its table's rows. */
export interface InvariantOf<Tables, Name extends keyof Tables> extends Invariant {
  readonly table: Name & string;
  check(row: Immutable<Tables[Name]>, key: string, database: ReadDatabase<Tables>): string | undefined;
}

/** Gives `defineInvariant` for a domain's tables: rows and lookups are typed by the table it names. */
export function invariantsFor<Tables>() {
  return <Name extends keyof Tables & string>(invariant: InvariantOf<Tables, Name>): Invariant => invariant;
}
