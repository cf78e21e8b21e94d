import { UserError } from '../../base/finding/index.ts';
import type { RandomStream } from '../../base/random/index.ts';
import type { Link } from './link.ts';

/**
 * How many of `total` rows go to each of `targets` rows: drawn from the link's distribution, then moved one by one,
 * within the link's bounds, until they add up.
 * @throws UserError when the bounds leave no way
 */
export function shareOut(link: Link, total: number, targets: number, random: RandomStream): Int32Array {
  const least = link.least ?? 0;
  const most = link.most ?? total;
  if (total < least * targets || total > most * targets) {
    throw new UserError(
      `Cannot tie ${total} rows to ${targets} rows of "${link.table}": each takes ${least} to ${most}`,
      { hint: 'change the counts, or the bounds of the link' },
    );
  }
  const counts = new Int32Array(targets);
  let sum = 0;
  for (let target = 0; target < targets; target += 1) {
    const wanted = link.each ? Math.round(link.each(random)) : total / targets;
    counts[target] = Math.min(most, Math.max(least, Math.floor(wanted)));
    sum += counts[target] as number;
  }
  // Far from the total, the shape is kept by scaling; the rest is moved in single steps.
  if (sum > 0 && Math.abs(sum - total) > targets / 2) {
    const scale = total / sum;
    sum = 0;
    for (let target = 0; target < targets; target += 1) {
      counts[target] = Math.min(most, Math.max(least, Math.floor((counts[target] as number) * scale)));
      sum += counts[target] as number;
    }
  }
  while (sum !== total) {
    const step = sum < total ? 1 : -1;
    const target = random.int(0, targets - 1);
    const next = (counts[target] as number) + step;
    if (next < least || next > most) continue;
    counts[target] = next;
    sum += step;
  }
  return counts;
}
