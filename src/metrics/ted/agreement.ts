import { UserError } from '../../base/finding/index.ts';

/** One unit's ratings by each rater; `null` where a rater gave none. */
export type Ratings = readonly (string | null)[];

/**
 * Krippendorff's alpha for nominal ratings, any number of raters, missing ratings allowed:
 * α = 1 - (n-1) · Σ_{c≠k} o_ck / Σ_{c≠k} n_c·n_k over the coincidence matrix o of pairable ratings.
 * Source: Krippendorff 2004, Content Analysis, ch. 11.
 * @param units units × raters
 * @returns 1 for perfect agreement, 0 for chance, below 0 for worse; `undefined` when nothing can be compared or only one
 * value was ever used, for then agreement cannot be told from a constant
 */
export function krippendorffAlpha(units: readonly Ratings[]): number | undefined {
  const totals = new Map<string, number>();
  let disagreement = 0;
  for (const unit of units) {
    const given = unit.filter((rating): rating is string => rating !== null);
    if (given.length < 2) continue;
    const counts = tally(given);
    for (const [value, count] of counts) {
      totals.set(value, (totals.get(value) ?? 0) + count);
      disagreement += (count * (given.length - count)) / (given.length - 1);
    }
  }
  const all = [...totals.values()].reduce((sum, count) => sum + count, 0);
  const expected = [...totals.values()].reduce((sum, count) => sum + count * (all - count), 0);
  if (expected === 0) return undefined;
  return 1 - ((all - 1) * disagreement) / expected;
}

/**
 * Cohen's kappa of two raters: κ = (p_o - p_e)/(1 - p_e), p_e from each rater's own shares.
 * Source: Cohen 1960, Educ. Psychol. Meas. 20, 37-46.
 * @returns `undefined` when chance agreement is complete
 */
export function cohenKappa(pairs: readonly (readonly [string, string])[]): number | undefined {
  const { observed, left, right } = twoRaters(pairs);
  const expected = [...left].reduce((sum, [value, share]) => sum + share * (right.get(value) ?? 0), 0);
  return expected === 1 ? undefined : (observed - expected) / (1 - expected);
}

/**
 * Gwet's AC1 of two raters: p_e = 1/(q-1) · Σ_c π_c(1-π_c) with π_c the mean share of value c over both raters and q values.
 * Stays sensible where nearly all verdicts are the same, where kappa collapses.
 * Source: Gwet 2008, Br. J. Math. Stat. Psychol. 61, 29-48.
 * @param values the values a rater could give; two at least
 */
export function gwetAc1(
  pairs: readonly (readonly [string, string])[],
  values: readonly string[] = ['yes', 'no'],
): number {
  if (values.length < 2) throw new UserError('Cannot compute AC1: a rater could give only one value');
  const { observed, left, right } = twoRaters(pairs);
  const expected =
    values
      .map((value) => ((left.get(value) ?? 0) + (right.get(value) ?? 0)) / 2)
      .reduce((sum, share) => sum + share * (1 - share), 0) /
    (values.length - 1);
  return (observed - expected) / (1 - expected);
}

/**
 * The share that is truly positive, from the share a judge calls positive and the judge's error rates:
 * (p + specificity - 1)/(sensitivity + specificity - 1), kept inside [0, 1].
 * Source: Rogan and Gladen 1978, Am. J. Epidemiol. 107, 71-76.
 * @returns `undefined` when the judge is no better than a coin
 */
export function correctedShare(
  share: number,
  judge: { readonly sensitivity: number; readonly specificity: number },
): number | undefined {
  const skill = judge.sensitivity + judge.specificity - 1;
  if (skill <= 0) return undefined;
  return Math.min(1, Math.max(0, (share + judge.specificity - 1) / skill));
}

function twoRaters(pairs: readonly (readonly [string, string])[]): {
  readonly observed: number;
  readonly left: ReadonlyMap<string, number>;
  readonly right: ReadonlyMap<string, number>;
} {
  if (pairs.length === 0) throw new UserError('Cannot compute agreement: no unit was rated by both raters');
  const shares = (ratings: readonly string[]): Map<string, number> =>
    new Map([...tally(ratings)].map(([value, count]) => [value, count / ratings.length]));
  return {
    observed: pairs.filter(([one, other]) => one === other).length / pairs.length,
    left: shares(pairs.map(([one]) => one)),
    right: shares(pairs.map(([, other]) => other)),
  };
}

function tally(ratings: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const rating of ratings) counts.set(rating, (counts.get(rating) ?? 0) + 1);
  return counts;
}
