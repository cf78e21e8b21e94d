// Error rates and savings of the sequential plan against fixed 40 and 60 trials, simulated on outcome distributions.
// npx tsx bench/sequential.ts
import { writeFileSync } from 'node:fs';
import { RandomStream } from '../src/base/random/index.ts';
import { exactUpperBound } from '../src/metrics/unseen-bound.ts';
import { type Decision, decide, nextLook, SEQUENTIAL, type Seen } from '../src/validate/index.ts';

/** A kind of task: chances that a trial ends in a legal alternative, or in an outcome nobody explains. */
const WORLDS = [
  { name: 'one right end, perfect agent', legal: 0, odd: 0 },
  { name: 'one right end, odd slips in 1 % of trials', legal: 0, odd: 0.01 },
  { name: 'one right end, odd slips in 5 % of trials', legal: 0, odd: 0.05 },
  { name: 'alternative as likely as the bound (10 %)', legal: 0.1, odd: 0 },
  { name: 'alternative in 15 % of trials', legal: 0.15, odd: 0 },
  { name: 'alternative in 30 % of trials', legal: 0.3, odd: 0 },
  { name: 'alternative in half of the trials', legal: 0.5, odd: 0 },
  { name: 'unexplained outcome as likely as the bound (10 %)', legal: 0, odd: 0.1 },
];
const REPEATS = 20_000;

const rows = WORLDS.map((world) => {
  const random = new RandomStream(1, 'sequential', world.name);
  const decisions: Record<string, number> = {};
  let trials = 0;
  const fixed: Record<string, number> = {};
  for (let repeat = 0; repeat < REPEATS; repeat += 1) {
    const seen = { countable: 0, unexplained: 0, legal: 0 };
    const draw = (until: number): void => {
      while (seen.countable < until) {
        const at = random.next();
        seen.countable += 1;
        if (at < world.legal + world.odd) seen.unexplained += 1;
        if (at < world.legal) seen.legal += 1;
      }
    };
    for (let look = nextLook(seen); look !== null; look = nextLook(seen)) draw(look);
    add(decisions, decide(seen));
    trials += seen.countable;
    const all = { countable: 0, unexplained: 0, legal: 0 };
    Object.assign(seen, all);
    draw(40);
    add(fixed, decideFixed(seen));
  }
  const share = (counts: Record<string, number>): Record<string, number> =>
    Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, count / REPEATS]));
  return {
    world: world.name,
    meanTrials: trials / REPEATS,
    savedAgainst40: 1 - trials / REPEATS / 40,
    sequential: share(decisions),
    fixed40: share(fixed),
  };
});
console.table(
  rows.map(({ sequential, fixed40, ...row }) => ({
    ...row,
    ...sequential,
    fixedUnique: fixed40.unique ?? 0,
  })),
);
writeFileSync(
  new URL('results/sequential.json', import.meta.url),
  `${JSON.stringify({ repeats: REPEATS, plan: SEQUENTIAL, rows }, null, 1)}\n`,
);

/** One look after 40 trials, with the same bound and level. */
function decideFixed(seen: Seen): Decision {
  if (seen.legal >= SEQUENTIAL.proof) return 'ambiguous';
  return exactUpperBound(seen.countable, seen.unexplained) <= 0.1 ? 'unique' : 'exhausted';
}

function add(counts: Record<string, number>, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1;
}
