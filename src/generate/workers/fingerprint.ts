import { hostname } from 'node:os';
import { UserError } from '../../base/finding/index.ts';
import { canonicalJson, type JsonValue, sha256 } from '../../base/json/index.ts';
import type { Domain } from '../../define/index.ts';
import { Block, type Origin } from '../block.ts';
import type { DatabaseConfig } from '../define-database.ts';
import { encodeColumns } from '../encode/columns.ts';
import { isText } from '../encode/format.ts';
import { encodeText } from '../encode/text.ts';
import type { SourceTask } from '../generate-options.ts';
import { planBlocks } from '../plan.ts';

/** What the bytes of shards depend on, by name: two machines with the same make the same. */
export type Fingerprint = Readonly<Record<string, string>>;

/** Rows per table that are made for a sample. */
const SAMPLED = 100;

/**
 * Names everything that rows come from. Versions say what was meant to change; the sample, the first rows as bytes, also
 * tells generators that were edited without a new version, and a compression library that packs otherwise.
 * @param software version of this package
 */
export function fingerprintOf(
  domain: Domain,
  config: DatabaseConfig,
  task: Pick<SourceTask, 'seed' | 'order'>,
  software: string,
): Fingerprint {
  return {
    'version of taskwright': software,
    'version of the domain': domain.version,
    'time of the domain': domain.now,
    'hash of the table schemas': hashOf(Object.values(domain.tables).map(({ schema }) => schema)),
    'counts of the config': canonicalJson(config.counts as JsonValue),
    ...Object.fromEntries(
      config.generators.map(({ table, version }) => [`version of generator "${table}"`, String(version)]),
    ),
    'hash of the first rows': sampleHash(domain, { config, seed: task.seed, now: domain.now }, task.order),
  };
}

/** @throws UserError that names the first difference, when `own` is not what the rows are to come from */
export function assertSameFingerprint(domain: string, own: Fingerprint, expected: Fingerprint): void {
  const names = [...Object.keys(own), ...Object.keys(expected)];
  const what = names.find((name) => own[name] !== expected[name]);
  if (what === undefined) return;
  throw new UserError(
    `Cannot make rows of domain "${domain}" on worker "${hostname()}:${process.pid}": its ${what} is ${own[what] ?? 'absent'}, that of the generation ${expected[what] ?? 'absent'}`,
    { hint: 'give all machines the same version and the same files, and start the worker again' },
  );
}

function sampleHash(domain: Domain, origin: Origin, { formats, tables }: SourceTask['order']): string {
  const { counts } = origin.config;
  const [planned] = planBlocks(counts, counts);
  if (planned === undefined) return 'none';
  const block = new Block(origin, planned.number, planned.ranges);
  const pieces = tables.flatMap((name) => {
    const table = domain.tables[name];
    if (table === undefined) return [];
    const handles = block.table(name).handles.slice(0, SAMPLED);
    const set = { keys: handles.map(({ key }) => key), rows: handles.map(({ row }) => row), first: 0 };
    return formats.map((format) =>
      isText(format)
        ? Buffer.from(encodeText(table, set, format)).toString('base64')
        : JSON.stringify(encodeColumns(table, set)),
    );
  });
  return sha256(pieces.join('\n')).slice(0, 16);
}

function hashOf(value: JsonValue): string {
  return sha256(canonicalJson(value)).slice(0, 16);
}
