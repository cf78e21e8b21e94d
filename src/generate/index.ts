/**
 * Stage II, generate. For people who write generators, and for every command that needs rows.
 * Reads: a Domain, `generators/<domain>/`. Makes: a Database in memory, or table files.
 * Next: annotate replays tasks on it.
 */
export { defaultDatabase } from './default-database.ts';
export { type DatabaseConfig, defineDatabase, type KnownRow, type SettleInput } from './define-database.ts';
export {
  type Generator,
  type GeneratorDefinition,
  generatorsFor,
  type Identity,
  type IdentityInput,
  type Measure,
  type RowContext,
  type RowHandle,
} from './define-generator.ts';
export { type Link, many, maybe, one, type Sharing } from './links/link.ts';
export { loadDatabaseConfig } from './load-generators.ts';
export { type MakeOptions, makeDatabase } from './make-database.ts';
export { addDays, addSeconds, Calendar } from './values/calendar.ts';
export { logNormal, normal, poisson, type Range, uniform, zipf } from './values/distributions.ts';
export { always, type Draw, draw } from './values/draw.ts';
export { cents, sumCents } from './values/money.ts';
export { type StateMachine, stateMachine } from './values/state-machine.ts';
export { permute, uniqueCode, uniqueDigits } from './values/unique.ts';
export { chance, oneOf, weighted } from './values/weighted.ts';
export { emailOf, familyName, givenName, type PersonName, personName, userKey } from './vocabulary/people.ts';
export { type PostalAddress, postalAddress } from './vocabulary/places.ts';
