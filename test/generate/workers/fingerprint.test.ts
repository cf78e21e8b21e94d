import { beforeAll, describe, expect, it } from 'vitest';
import { retailDatabase } from '../../../generators/retail/database.config.ts';
import type { Domain } from '../../../src/define/index.ts';
import { loadDomain } from '../../../src/formats/index.ts';
import type { DatabaseConfig, Generator } from '../../../src/generate/index.ts';
import { assertSameFingerprint, fingerprintOf } from '../../../src/generate/workers/fingerprint.ts';

describe('the fingerprint of a generation', () => {
  const task = {
    seed: 1,
    order: { formats: ['jsonl.gz'] as const, tables: ['users', 'orders'], measure: false },
  };
  const of = (domain: Domain, config: DatabaseConfig = retailDatabase, seed = 1, software = '1.0.0') =>
    fingerprintOf(domain, config, { ...task, seed }, software);
  let retail: Domain;
  beforeAll(async () => {
    retail = await loadDomain('retail');
  });
  const edited = (change: (users: Generator) => Partial<Generator>): DatabaseConfig => ({
    ...retailDatabase,
    generators: retailDatabase.generators.map((generator) =>
      generator.table === 'users' ? { ...generator, ...change(generator) } : generator,
    ),
  });

  it('is the same for the same files, and fits itself', () => {
    expect(of(retail)).toEqual(of(retail));
    expect(() => assertSameFingerprint('retail', of(retail), of(retail))).not.toThrow();
  });

  it('names what differs: version, counts, clock, generator, or rows that an edit changed silently', () => {
    const shifted = edited(({ row }) => ({
      row: (context) => ({ ...(row(context) as object), email: 'nobody@example.com' }),
    }));
    const others = {
      'version of taskwright is 2.0.0, that of the generation 1.0.0': of(retail, retailDatabase, 1, '2.0.0'),
      'version of generator "users" is 9, that of the generation 1': of(
        retail,
        edited(() => ({ version: 9 })),
      ),
      'time of the domain is 2001-01-01': of({ ...retail, now: '2001-01-01T00:00:00' }),
      'counts of the config is': of(retail, {
        ...retailDatabase,
        counts: { ...retailDatabase.counts, users: 400 },
      }),
      'hash of the first rows is': of(retail, shifted),
    };
    for (const [message, own] of Object.entries(others)) {
      expect(() => assertSameFingerprint('retail', own, of(retail))).toThrow(message);
    }
  });

  it('follows the seed', () => {
    expect(() => assertSameFingerprint('retail', of(retail, retailDatabase, 2), of(retail))).toThrow(
      'hash of the first rows',
    );
  });
});
