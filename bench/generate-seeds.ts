// Makes at least 100,000 rows of each shipped domain from each of 20 seeds and counts broken guarantees: schema, keys,
// uniqueness in the whole database, references and invariants. Memory stays that of one seed's unique values.
import { writeFileSync } from 'node:fs';
import { loadDomain } from '../src/formats/index.ts';
import { confirmRepeated } from '../src/generate/check/confirm-repeated.ts';
import { UniqueCheck } from '../src/generate/check/unique-check.ts';
import { loadDatabaseConfig } from '../src/generate/index.ts';
import { shardMaker } from '../src/generate/make-shard.ts';
import { planBlocks } from '../src/generate/plan.ts';
import { cutShards } from '../src/generate/shards.ts';

const SEEDS = Number(process.env.BENCH_SEEDS ?? 20);
const ROWS = Number(process.env.BENCH_ROWS ?? 100_000);

const domains: Record<string, object> = {};
for (const name of ['retail', 'airline']) {
  const domain = await loadDomain(name);
  const config = await loadDatabaseConfig(name);
  const unit = Object.values(config.counts).reduce((sum, count) => sum + count, 0);
  const scale = Math.ceil(ROWS / unit);
  const counts = Object.fromEntries(
    Object.entries(config.counts).map(([table, count]) => [table, count * scale]),
  );
  const blocks = planBlocks(counts, config.counts);
  let violations = 0;
  const before = process.cpuUsage();
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const origin = { config, seed, now: domain.now };
    const make = shardMaker(domain, origin, { formats: [], tables: [], measure: false });
    const unique = new UniqueCheck();
    let found = 0;
    for (const shard of cutShards(blocks)) {
      const result = make(shard);
      found += result.violations.length;
      for (const { block, columns } of result.uniques) unique.add(block, columns);
    }
    found += confirmRepeated(origin, blocks, unique.repeated()).length;
    violations += found;
    console.log(`${name} seed ${seed}: ${unit * scale} rows, ${found} violations`);
  }
  const { user, system } = process.cpuUsage(before);
  const cpuSeconds = Number(((user + system) / 1e6).toFixed(1));
  domains[name] = { seeds: SEEDS, rowsPerSeed: unit * scale, violations, cpuSeconds };
}
const document = { date: new Date().toISOString(), node: process.version, domains };
writeFileSync(
  new URL('./results/generate-seeds.json', import.meta.url),
  `${JSON.stringify(document, null, 2)}\n`,
);
