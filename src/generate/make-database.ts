import type { JsonObject } from '../base/json/index.ts';
import type { Domain } from '../define/index.ts';
import { Database } from '../environment/index.ts';
import { Block } from './block.ts';
import { blockChecks } from './check/block-checks.ts';
import { confirmRepeated } from './check/confirm-repeated.ts';
import { UniqueCheck } from './check/unique-check.ts';
import { assertNoViolations } from './check/violation.ts';
import type { DatabaseConfig } from './define-database.ts';
import { type Counts, planBlocks } from './plan.ts';

export interface MakeOptions {
  readonly seed?: number;
  /** Rows per table; the config's counts where absent. */
  readonly counts?: Counts;
}

/**
 * Makes a database in memory and checks every guarantee.
 * @throws FindingsError with seed and row when a generator breaks one
 */
export function makeDatabase(domain: Domain, config: DatabaseConfig, options: MakeOptions = {}): Database {
  const origin = { config, seed: options.seed ?? config.seed, now: domain.now };
  const plan = planBlocks({ ...config.counts, ...options.counts }, config.counts);
  const check = blockChecks(domain, config.generators);
  const unique = new UniqueCheck();
  const tables = new Map(Object.keys(domain.tables).map((name) => [name, new Map<string, JsonObject>()]));
  for (const { number, ranges } of plan) {
    const { sets, violations, uniques } = check(new Block(origin, number, ranges));
    assertNoViolations(domain.name, origin.seed, violations);
    unique.add(number, uniques);
    for (const [name, { keys, rows }] of sets) {
      const table = tables.get(name);
      for (const [index, key] of keys.entries()) table?.set(key, rows[index] as JsonObject);
    }
  }
  assertNoViolations(domain.name, origin.seed, confirmRepeated(origin, plan, unique.repeated()));
  return new Database(domain, Object.fromEntries(tables));
}
