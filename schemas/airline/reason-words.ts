/** Words of health and weather: what insurance covers. */
export const COVERED_REASON =
  /\b(sick|ill|illness|unwell|health|medical|doctor|hospital|surgery|injur\w*|covid|flu|fever|weather|storms?|hurricane|snow\w*|blizzard|tornado)\b/i;

const OTHER_REASON =
  /\b(because|since|due to|reason|as i|so that|plans?|changed|mind|cancell?ed|emergency|can ?not|can't|no longer|unable|delay\w*|late|miss|mistake|twice)\b/i;

/** Whether a text gives any reason for a cancellation. */
export function givesReason(text: string): boolean {
  return COVERED_REASON.test(text) || OTHER_REASON.test(text);
}
