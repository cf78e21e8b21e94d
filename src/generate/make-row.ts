import { UserError } from '../base/finding/index.ts';
import type { JsonObject } from '../base/json/index.ts';
import type { Domain } from '../define/index.ts';
import { Block } from './block.ts';
import type { DatabaseConfig } from './define-database.ts';
import { planBlocks } from './plan.ts';

/**
 * Makes one row alone, as it stands in a database of whole scales.
 * @throws UserError when the table has no generator
 */
export function makeRow(
  domain: Domain,
  config: DatabaseConfig,
  { seed, table, index }: { readonly seed: number; readonly table: string; readonly index: number },
): { readonly key: string; readonly row: JsonObject } {
  const unit = config.counts[table] ?? 0;
  if (unit === 0)
    throw new UserError(`Cannot make row ${index} of table "${table}": its config counts no rows`);
  const number = Math.floor(index / unit);
  const rows = Object.fromEntries(
    Object.entries(config.counts).map(([name, count]) => [name, count * number]),
  );
  const [planned] = planBlocks(config.counts, config.counts, { rows, blocks: number });
  const block = new Block({ config, seed, now: domain.now }, number, planned?.ranges ?? {});
  const handle = block.table(table).handle(index - unit * number);
  return { key: handle.key, row: handle.row };
}
