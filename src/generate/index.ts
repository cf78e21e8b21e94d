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
export { FORMATS, type Format, readFormats } from './encode/format.ts';
export { type Generated, generateFiles } from './generate-files.ts';
export type { GenerateOptions, SourceTask } from './generate-options.ts';
export { type GrowthInput, segmentsToGrow } from './grow.ts';
export { domainFiles } from './infer/domain-files.ts';
export { type FoundSpread, type Inferred, inferSchemas } from './infer/infer-schema.ts';
export { type FoundTable, readTables } from './infer/read-tables.ts';
export { type Link, many, maybe, one, type Sharing } from './links/link.ts';
export {
  checkSampled,
  invariantCheck,
  type ReferenceKeys,
  type RowsCheck,
  type SampledRow,
} from './lm/check-rows.ts';
export { fromRows } from './lm/from-rows.ts';
export { fromSampler, type SamplerUse } from './lm/from-sampler.ts';
export { type SampleResult, type Sampler, sample } from './lm/sampler.ts';
export { openSandbox, type Sandbox, type SandboxLimits, type SandboxResult } from './lm/sandbox.ts';
export { type RowsRequest, writeRows } from './lm/write-rows.ts';
export { type SamplerRequest, type WrittenSampler, writeSampler } from './lm/write-sampler.ts';
export { loadDatabaseConfig } from './load-generators.ts';
export { type MakeOptions, makeDatabase } from './make-database.ts';
export { makeRow } from './make-row.ts';
export type { ShardResult } from './make-shard.ts';
export { type Manifest, readManifest } from './manifest.ts';
export type { Counts } from './plan.ts';
export { type PlantedRow, type Plants, plant, type Referent } from './plants.ts';
export { type Bar, distributionReport, formatDistributions, type Spread } from './report/distributions.ts';
export type { Shard } from './shards.ts';
export { addDays, addSeconds, Calendar } from './values/calendar.ts';
export { collection } from './values/collection.ts';
export { decimal, digits } from './values/digits.ts';
export { logNormal, normal, poisson, type Range, uniform, zipf } from './values/distributions.ts';
export { always, type Draw, draw } from './values/draw.ts';
export { cents, sumCents } from './values/money.ts';
export { type StateMachine, stateMachine } from './values/state-machine.ts';
export { permute, uniqueCode, uniqueDigits } from './values/unique.ts';
export { chance, oneOf, weighted } from './values/weighted.ts';
export { emailOf, familyName, givenName, type PersonName, personName, userKey } from './vocabulary/people.ts';
export { type PostalAddress, postalAddress } from './vocabulary/places.ts';
export { type Fingerprint, fingerprintOf } from './workers/fingerprint.ts';
export { type PortableError, portableError, reviveError } from './workers/portable-error.ts';
export { type ShardSource, SourceError } from './workers/shard-source.ts';
export { ThreadError, threadPool } from './workers/thread-pool.ts';
