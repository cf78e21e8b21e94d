import type { JsonObject } from '../../base/json/index.ts';
import { RandomStream } from '../../base/random/index.ts';
import type { Table } from '../../define/index.ts';
import { walker } from '../check/walker.ts';
import { openSandbox, type SandboxLimits } from './sandbox.ts';

/** A row that a sampler made. */
export interface SampledRow {
  readonly key: string;
  readonly row: JsonObject;
}

/** Keys that references may name, by target (`users`, `products/variants`). */
export type ReferenceKeys = Readonly<Record<string, readonly string[]>>;

export interface SampleOptions extends SandboxLimits {
  readonly table: Table;
  readonly seed: number;
  readonly count: number;
  readonly references: ReferenceKeys;
}

export type SampleResult =
  | { readonly ok: true; readonly rows: readonly SampledRow[] }
  | { readonly ok: false; readonly problems: readonly string[] };

/** The random argument of a sampler, and the loop that calls it: sfc32 from three numbers a row. */
const HARNESS = `
  globalThis.__random = (a, b, c) => {
    let counter = 1;
    const uint32 = () => {
      const sum = (a + b + counter) | 0;
      counter = (counter + 1) | 0;
      a = b ^ (b >>> 9);
      b = (c + (c << 3)) | 0;
      c = (((c << 21) | (c >>> 11)) + sum) | 0;
      return sum >>> 0;
    };
    const next = () => uint32() / 4294967296;
    return {
      next,
      int: (low, high) => low + Math.floor(next() * (high - low + 1)),
      chance: (probability) => next() < probability,
      pick: (items) => items[Math.floor(next() * items.length)],
    };
  };
  globalThis.__rows = (from, seeds, references) =>
    JSON.stringify(seeds.map(([a, b, c], offset) => row(__random(a, b, c), from + offset, references)));
`;

const BATCH = 200;
const MOST_PROBLEMS = 12;

/**
 * Runs a sampler's source in the sandbox and checks its rows: form, schema, unique keys, references.
 * Same source, seed and count: same rows.
 */
export async function sample(source: string, options: SampleOptions): Promise<SampleResult> {
  const { table, seed, count, references } = options;
  const sandbox = await openSandbox(options);
  try {
    const loaded = sandbox.run(`${source}\n;${HARNESS};typeof row`);
    if (!loaded.ok) return { ok: false, problems: [loaded.message] };
    if (loaded.text !== 'function') return { ok: false, problems: ['it defines no function named "row"'] };
    const stream = new RandomStream(seed, 'sampler', table.name);
    const rows: SampledRow[] = [];
    for (let from = 0; from < count; from += BATCH) {
      const seeds = Array.from({ length: Math.min(BATCH, count - from) }, (_, offset) => {
        const random = stream.at(from + offset);
        return [random.uint32() | 0, random.uint32() | 0, random.uint32() | 0];
      });
      const call = `__rows(${from}, ${JSON.stringify(seeds)}, ${JSON.stringify(references)})`;
      const made = sandbox.run(call);
      if (!made.ok)
        return { ok: false, problems: [`rows ${from} to ${from + seeds.length - 1}: ${made.message}`] };
      rows.push(...(JSON.parse(made.text) as SampledRow[]));
    }
    const problems = checkSampled(table, rows, references);
    return problems.length > 0 ? { ok: false, problems } : { ok: true, rows };
  } finally {
    sandbox.dispose();
  }
}

/** What is wrong with rows made outside the generators, as sentences for whoever made them. */
export function checkSampled(table: Table, rows: readonly SampledRow[], references: ReferenceKeys): string[] {
  const problems: string[] = [];
  const known = new Map(Object.entries(references).map(([target, keys]) => [target, new Set<unknown>(keys)]));
  const walks = table.references.map(({ path, target }) => ({
    path: path.join('.'),
    target,
    walk: walker(path),
  }));
  const seen = new Map<string, number>();
  for (const [index, made] of rows.entries()) {
    if (problems.length >= MOST_PROBLEMS) break;
    const { key, row } = (made ?? {}) as Partial<SampledRow>;
    if (typeof key !== 'string' || typeof row !== 'object' || row === null) {
      problems.push(`row ${index}: it must be { key: string, row: object }`);
      continue;
    }
    const before = seen.get(key);
    if (before !== undefined)
      problems.push(`row ${index}: key ${JSON.stringify(key)} is also that of row ${before}`);
    seen.set(key, index);
    for (const { path, expected, found } of table.validate(row)) {
      problems.push(`row ${index}: ${path} ${expected}, found ${JSON.stringify(found)?.slice(0, 60)}`);
    }
    for (const { path, target, walk } of walks) {
      walk(row, (value) => {
        if (value === null || known.get(target)?.has(value) !== false) return;
        problems.push(
          `row ${index}: ${path} names ${JSON.stringify(value)}, which "${target}" does not have`,
        );
      });
    }
  }
  return problems.slice(0, MOST_PROBLEMS);
}
