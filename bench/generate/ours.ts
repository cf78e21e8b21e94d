import type * as formats from '../../src/formats/index.ts';
import type * as generate from '../../src/generate/index.ts';
import type * as makeShard from '../../src/generate/make-shard.ts';
import type * as plan from '../../src/generate/plan.ts';
import type * as shards from '../../src/generate/shards.ts';
import type { Contender, Kind } from './contender.ts';

/** A module as it is installed: compiled, not translated on the way as this file is. */
const compiled = (path: string) => import(new URL(`../../dist/src/${path}`, import.meta.url).href);

/** Counts of a block by kind. Products are made and checked too, but only users and orders count as records. */
const BLOCKS: Readonly<Record<Kind, plan.Counts>> = {
  user: { users: 1500, products: 0, orders: 0 },
  order: { users: 50, products: 50, orders: 1000 },
  mix: { users: 500, products: 50, orders: 1000 },
};

/** The shipped retail generators with every guarantee checked; `text` makes JSONL of the rows as well. */
export async function ours({ text }: { readonly text: boolean }): Promise<Contender> {
  const { loadDomain } = (await compiled('formats/index.js')) as typeof formats;
  const { loadDatabaseConfig } = (await compiled('generate/index.js')) as typeof generate;
  const { shardMaker } = (await compiled('generate/make-shard.js')) as typeof makeShard;
  const { planBlocks } = (await compiled('generate/plan.js')) as typeof plan;
  const { cutShards } = (await compiled('generate/shards.js')) as typeof shards;
  const domain = await loadDomain('retail');
  const shipped = await loadDatabaseConfig('retail');
  const order = { formats: text ? (['jsonl'] as const) : [], tables: ['users', 'orders'], measure: false };
  const makers = new Map<Kind, ReturnType<typeof shardMaker>>();
  let next = 0;
  return {
    says: 'taskwright, schema, keys, references, uniqueness and invariants checked',
    make(kind, count) {
      const config: generate.DatabaseConfig = { ...shipped, counts: BLOCKS[kind] };
      const { users = 0, products = 0, orders = 0 } = config.counts;
      // Made once, as in a generation of any length.
      const make = makers.get(kind) ?? shardMaker(domain, { config, seed: 1, now: domain.now }, order);
      makers.set(kind, make);
      const blocks = Math.ceil(count / (kind === 'order' ? orders : users + orders));
      const counts = { users: users * blocks, products: products * blocks, orders: orders * blocks };
      // New blocks each time: none is made twice.
      const rows = { users: users * next, products: products * next, orders: orders * next };
      const blocksToMake = planBlocks(counts, config.counts, { rows, blocks: next });
      next += blocks;
      for (const shard of cutShards(blocksToMake, 1)) {
        const [broken] = make(shard).violations;
        if (broken !== undefined) throw new Error(broken.message);
      }
      return blocks * (kind === 'order' ? orders : users + orders);
    },
  };
}
