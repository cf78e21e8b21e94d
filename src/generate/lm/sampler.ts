import type { JsonObject } from '../../base/json/index.ts';
import { RandomStream } from '../../base/random/index.ts';
import type { Table } from '../../define/index.ts';
import { checkSampled, type ReferenceKeys, type RowsCheck, type SampledRow } from './check-rows.ts';
import { openSandbox, type Sandbox, type SandboxLimits } from './sandbox.ts';

/** The draws of a sampler: those of `RandomStream` that need no explanation. */
export type SamplerRandom = Pick<RandomStream, 'next' | 'int' | 'chance' | 'pick'>;

/** What a sampler knows of the row it makes. */
export interface SamplerInput {
  /** Row number in the table, from 0. */
  readonly index: number;
  readonly key: string;
  /** Keys the row may refer to. */
  readonly references: ReferenceKeys;
}

/** Two functions that make the rows of a table: what a model is asked to write. */
export interface Sampler {
  key(index: number): string;
  row(random: SamplerRandom, input: SamplerInput): JsonObject;
}

export interface SampleOptions extends SandboxLimits {
  readonly table: Table;
  readonly seed: number;
  readonly count: number;
  readonly references: ReferenceKeys;
  /** What rows must keep besides schema, keys and references. */
  readonly invariants?: RowsCheck;
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
      pick: (items) => {
        if (items.length === 0) throw new RangeError('Cannot pick from an empty list');
        return items[Math.floor(next() * items.length)];
      },
    };
  };
  globalThis.__rows = (places) => JSON.stringify(places.map(([index, a, b, c]) => {
    const own = key(index);
    return { key: own, row: row(__random(a, b, c), { index, key: own, references: __references }) };
  }));
  globalThis.__references = REFERENCES;
  for (const keys of Object.values(__references)) Object.freeze(keys);
  Object.freeze(__references);
`;

const BATCH = 200;

/**
 * Runs a sampler's source in the sandbox and checks its rows: form, schema, keys, references, invariants, and that a row
 * comes out the same when it is made again. Same source, seed and count: same rows.
 */
export async function sample(source: string, options: SampleOptions): Promise<SampleResult> {
  const { table, count, references, invariants } = options;
  const sandbox = await openSandbox(options);
  try {
    const harness = HARNESS.replace('REFERENCES', () => JSON.stringify(references));
    const loaded = await sandbox.run(`${source}\n;${harness};typeof key + ' ' + typeof row`);
    if (!loaded.ok) return failed(loaded.message);
    if (loaded.text !== 'function function')
      return failed('it does not define the functions "key" and "row"');
    const rows: SampledRow[] = [];
    for (let from = 0; from < count; from += BATCH) {
      const numbers = Array.from({ length: Math.min(BATCH, count - from) }, (_, offset) => from + offset);
      const made = await makeRows(sandbox, numbers, options);
      if (!made.ok) return failed(`rows ${from} to ${numbers.at(-1)}: ${made.problems[0]}`);
      rows.push(...made.rows);
    }
    const problems = checkSampled(table, rows, references);
    if (problems.length === 0) problems.push(...(invariants?.(rows) ?? []));
    if (problems.length === 0) problems.push(...(await checkRepeat(sandbox, rows, options)));
    return problems.length > 0 ? { ok: false, problems } : { ok: true, rows };
  } finally {
    await sandbox.dispose();
  }
}

function failed(problem: string): SampleResult {
  return { ok: false, problems: [problem] };
}

async function makeRows(
  sandbox: Sandbox,
  numbers: readonly number[],
  { seed, table }: SampleOptions,
): Promise<SampleResult> {
  const stream = new RandomStream(seed, 'sampler', table.name);
  const places = numbers.map((index) => {
    const random = stream.at(index);
    return [index, random.uint32() | 0, random.uint32() | 0, random.uint32() | 0];
  });
  const made = await sandbox.run(`__rows(${JSON.stringify(places)})`);
  if (!made.ok) return failed(made.message);
  try {
    return { ok: true, rows: JSON.parse(made.text) as SampledRow[] };
  } catch {
    // What is no JSON was not made by the harness: the source put something of its own in the place of JSON.stringify.
    return failed('it changes what the language itself provides');
  }
}

/** A row may depend on its number and its random argument alone, so that it can be made in any order and on any thread. */
async function checkRepeat(
  sandbox: Sandbox,
  rows: readonly SampledRow[],
  options: SampleOptions,
): Promise<readonly string[]> {
  const numbers = [...new Set([rows.length - 1, Math.floor(rows.length / 2), 0])].filter(
    (index) => index >= 0,
  );
  const again = await makeRows(sandbox, numbers, options);
  if (!again.ok) return again.problems;
  return numbers.flatMap((index, place) =>
    JSON.stringify(again.rows[place]) === JSON.stringify(rows[index])
      ? []
      : [`row ${index}: it comes out different when it is made again; keep nothing between two calls`],
  );
}
