import type { JsonValue } from '../../base/json/index.ts';
import { Block, type Origin } from '../block.ts';
import type { PlannedBlock } from '../plan.ts';
import { rowsOf } from './block-tables.ts';
import type { Repeated } from './unique-check.ts';
import type { Violation } from './violation.ts';
import { walker } from './walker.ts';

/** Makes the blocks with equal hashes again and compares the values themselves. */
export function confirmRepeated(
  origin: Origin,
  plan: readonly PlannedBlock[],
  repeated: readonly Repeated[],
): Violation[] {
  const violations: Violation[] = [];
  for (const { column, blocks } of repeated) {
    const [table = '', ...path] = column.split('.');
    const walk = walker(path);
    const seen = new Map<JsonValue, string>();
    for (const number of blocks) {
      const planned = plan.find((block) => block.number === number);
      if (planned === undefined) continue;
      const set = rowsOf(new Block(origin, number, planned.ranges)).get(table);
      for (const [position, row] of (set?.rows ?? []).entries()) {
        const key = set?.keys[position] as string;
        const compare = (value: JsonValue): void => {
          const before = seen.get(value);
          if (before === undefined) seen.set(value, key);
          else {
            violations.push({
              kind: 'row-unique',
              table,
              index: (set?.first ?? 0) + position,
              key,
              message: `${path.length === 0 ? 'key' : path.join('.')} ${JSON.stringify(value)} is also in row "${before}"`,
            });
          }
        };
        if (path.length === 0) compare(key);
        else walk(row, compare);
      }
    }
  }
  return violations;
}
