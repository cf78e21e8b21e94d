import type { Faker } from '@faker-js/faker';
import type { RandomStream } from '../base/random/index.ts';
import type { Link, LinkKind } from './links/link.ts';
import type { Calendar } from './values/calendar.ts';
import type { Draw } from './values/draw.ts';

/** What is known of a row before any row is made: at least its key. */
export interface Identity {
  readonly key: string;
}

/** What an identity is made from. Two rows of a table have different indexes, so keys made from the index are unique. */
export interface IdentityInput {
  /** Row number in the table, from 0. */
  readonly index: number;
  /** A stream of this row's own, apart from the one its values are drawn from. */
  readonly random: RandomStream;
}

/** A row of another table, known before either row is made. */
export interface RowHandle<Row> {
  readonly index: number;
  /** Position in its block of rows, from 0. */
  readonly position: number;
  readonly key: string;
  /** The row itself, made on first use. @throws UserError when two rows ask for each other */
  readonly row: Row;
  /** What a function makes of the row: made on first use and kept, for all the rows of the block that ask for the same. */
  once<Made>(make: (row: Row) => Made): Made;
}

type HandlesOf<Tables, Links> = {
  readonly [Name in keyof Links]: Links[Name] extends Link<infer Target, infer Kind>
    ? Kind extends 'many'
      ? readonly RowHandle<RowOf<Tables, Target>>[]
      : Kind extends 'maybe'
        ? RowHandle<RowOf<Tables, Target>> | undefined
        : RowHandle<RowOf<Tables, Target>>
    : never;
};

type RowOf<Tables, Name> = Name extends keyof Tables ? Tables[Name] : never;

/** What a row is made from. All of it depends on the seed, the table and the row number alone. */
export interface RowContext<Tables, Known, Links, Settled> {
  /** The row's own stream. */
  readonly random: RandomStream;
  /** Row number in the table, from 0. */
  readonly index: number;
  readonly key: string;
  /** What `identity` gave for this row. */
  readonly identity: Known;
  /** The rows this one is tied to, by the name of the link. */
  readonly links: HandlesOf<Tables, Links>;
  /** Position in its block of rows, from 0. */
  readonly position: number;
  /** What the database's `settle` gave for the block of rows this one stands in. */
  readonly settled: Settled;
  /** The domain's frozen time. */
  readonly calendar: Calendar;
  /** Faker on this row's stream: a source of values for what no vocabulary here covers. */
  readonly faker: Faker;
  /** Rows of another table whose link leads here, in their order. */
  readonly from: <Name extends keyof Tables & string>(
    table: Name,
    link: string,
  ) => readonly RowHandle<Tables[Name]>[];
}

/** A number of a row whose spread is meant: drawn side by side in the distribution report. */
export interface Measure<Row> {
  readonly of: (row: Row) => number | string | readonly (number | string)[];
  /** The distribution it should have; absent for one that only follows from others. */
  readonly intended?: Draw<number> | Draw<string> | Draw<boolean>;
}

export interface GeneratorDefinition<Tables, Row, Known extends Identity, Links, Settled> {
  /** The row's key, and what else links or other rows need before it is made. Unique keys come from the index. */
  identity(input: IdentityInput): Known;
  /** Ties to other tables: settled before any row, so that cycles and mutual references need no order. */
  readonly links?: Links;
  row(context: RowContext<Tables, Known, Links, Settled>): Row;
  /**
   * Paths of values that many rows hold as one and the same object (`items.*`): each is checked once a block, not once a row.
   * Says nothing about the rows themselves; values named here that are not shared are checked all the same.
   */
  readonly shared?: readonly string[];
  /** Spreads that the distribution report shows. */
  readonly measures?: Readonly<Record<string, Measure<Row>>>;
}

/** Makes the rows of one table. */
export interface Generator {
  readonly table: string;
  /** Rises whenever the rows of a seed change. */
  readonly version: number;
  identity(input: IdentityInput): Identity;
  readonly links: Readonly<Record<string, Link>>;
  // biome-ignore lint/suspicious/noExplicitAny: the erased form of the definition
  row(context: RowContext<any, any, any, any>): unknown;
  readonly shared?: readonly string[];
  // biome-ignore lint/suspicious/noExplicitAny: the erased form of the definition
  readonly measures: Readonly<Record<string, Measure<any>>>;
}

/**
 * Gives `defineGenerator` for a domain's tables:
 * `const defineGenerator = generatorsFor<RetailTables>()`, then `defineGenerator('orders', 1, { identity, links, row })`.
 */
export function generatorsFor<Tables, Settled = undefined>() {
  return <
    Name extends keyof Tables & string,
    const Known extends Identity,
    const Links extends Readonly<Record<string, Link<keyof Tables & string, LinkKind>>> = Record<
      never,
      never
    >,
  >(
    table: Name,
    version: number,
    definition: GeneratorDefinition<Tables, Tables[Name], Known, Links, Settled>,
  ): Generator => ({ table, version, links: {}, measures: {}, ...definition }) as unknown as Generator;
}
