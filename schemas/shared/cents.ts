/**
 * An amount rounded to cents as Python's `round(amount, 2)` does it, which the published shops were computed with:
 * by the exact binary value, and on an exact tie to the even cent (`toFixed` rounds ties away from zero).
 */
export function toCents(amount: number): number {
  const hundredth = amount * 100;
  const nearest = Math.round(hundredth);
  // Far from a tie there is one nearest cent, however the binary value goes on.
  if (Math.abs(hundredth - nearest) < 0.49 && Math.abs(nearest) < 1e12) return nearest / 100;
  if (Number.isInteger(amount) || !Number.isFinite(amount) || Math.abs(amount) >= 1e21) return amount;
  const eighths = amount * 8;
  if (!Number.isInteger(eighths) || eighths % 2 === 0) return Number(amount.toFixed(2));
  const whole = Math.trunc(amount);
  const tie = Math.abs(eighths % 8) as 1 | 3 | 5 | 7;
  return Number(`${amount < 0 ? '-' : ''}${Math.abs(whole)}.${EVEN_CENTS[tie]}`);
}

/** Eighths end in …5 thousandths, the only exact ties there are; the even neighbour of each. */
const EVEN_CENTS = { 1: '12', 3: '38', 5: '62', 7: '88' } as const;
