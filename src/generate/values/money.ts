/** An amount rounded to cents, half away from zero, free of binary remains: `cents(1.005)` is 1.01. */
export function cents(amount: number): number {
  return Math.sign(amount) * (Math.round(Math.abs(amount) * 100 + 1e-6) / 100) + 0;
}

/** The exact sum of amounts in cents. */
export function sumCents(amounts: Iterable<number>): number {
  let sum = 0;
  for (const amount of amounts) sum += Math.round(amount * 100);
  return sum / 100;
}
