import { UserError } from '../base/finding/index.ts';
import { equalJson, type JsonValue } from '../base/json/index.ts';
import type { DatabaseConfig } from './define-database.ts';
import { readManifest, type Segment } from './manifest.ts';
import { type Counts, countRows, type PlannedBlock, planBlocks } from './plan.ts';

export interface GrowthInput {
  readonly config: DatabaseConfig;
  readonly out: string;
  readonly seed: number;
  /** Rows per table that are wanted in the end. */
  readonly counts: Counts;
}

/**
 * What stands in a generated folder, to be grown from.
 * @throws UserError when nothing stands there, or its rows would not come out the same
 */
export function segmentsToGrow({ config, out, seed, counts }: GrowthInput): readonly Segment[] {
  const fail = (state: string, hint: string): never => {
    throw new UserError(`Cannot grow database "${out}": ${state}`, { hint });
  };
  const manifest = readManifest(out);
  if (manifest === undefined) return fail('nothing was generated there', 'generate without --grow first');
  if (manifest.domain !== config.domain)
    return fail(`it is of domain "${manifest.domain}"`, 'name another --out');
  if (manifest.seed !== seed)
    return fail(`it was made with seed ${manifest.seed}`, `--seed ${manifest.seed}`);
  if (!equalJson(manifest.unit as unknown as JsonValue, config.counts as unknown as JsonValue)) {
    return fail('the counts of its config have changed since', 'generate it anew');
  }
  for (const { table, version } of config.generators) {
    const before = manifest.generators[table];
    if (before !== version) {
      return fail(
        `generator "${table}" is at version ${version}, its rows were made by version ${before}`,
        'generate it anew; taskwright annotate then names the tasks that become stale',
      );
    }
  }
  for (const [table, count] of Object.entries(counts)) {
    const rows =
      manifest.tables[table]?.rows ??
      manifest.segments.reduce((sum, { counts: c }) => sum + (c[table] ?? 0), 0);
    if (count < rows)
      return fail(`table "${table}" has ${rows} rows, ${count} are asked for`, 'ask for more rows');
  }
  return manifest.segments;
}

/** Blocks of all segments: those that were there, then what is added. */
export function planGrown(
  config: DatabaseConfig,
  { counts, before = [] }: { readonly counts: Counts; readonly before?: readonly Segment[] },
): { readonly blocks: readonly PlannedBlock[]; readonly segments: readonly Segment[] } {
  const blocks: PlannedBlock[] = [];
  const segments: Segment[] = [];
  const add = (added: Counts): void => {
    const planned = planBlocks(added, config.counts, { rows: countRows(blocks), blocks: blocks.length });
    blocks.push(...planned);
    if (planned.length > 0) segments.push({ counts: added, blocks: planned.length });
  };
  for (const segment of before) add(segment.counts);
  const there = countRows(blocks);
  add(
    Object.fromEntries(Object.entries(counts).map(([table, count]) => [table, count - (there[table] ?? 0)])),
  );
  return { blocks, segments };
}
