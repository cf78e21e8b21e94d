import type { Clause } from '../evidence/clauses.ts';
import type { Reading } from '../evidence/reading.ts';

const ASKING =
  /\b(?:(?:want|like|need|wish|love) to (?:know|find out|figure out|check|hear|confirm)|wonder(?:ing)? (?:how|what|when|which|why|who|if there)|ask (?:the agent )?(?:how much|how many|for the (?:total|price|cost|amount|number|status|tracking)|what|about the (?:total|price|cost))|how much|how many|tell you (?:the|how|what)|what is the|get the tracking)\b/i;

/** Whether a clause asks the agent to tell something. */
export function asksToKnow(reading: Reading, clause: Clause): boolean {
  return ASKING.test(reading.text.slice(clause.start, clause.end));
}

const NUMERIC =
  /\b(?:how much|how many|total|sum|price|cost|amount|balance|number|refund|save|difference|count)\b/i;

/** Whether what is asked for is a number that a check could look for. */
export function asksForNumber(text: string): boolean {
  return NUMERIC.test(text);
}
