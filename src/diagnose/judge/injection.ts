import type { Line } from './render.ts';

/** Ways in which text in a conversation speaks to its judge instead of its partner. */
const ADDRESSES_JUDGE = [
  /\b(?:judge|grader|evaluator|grading model|evaluation (?:system|model))s?\b/i,
  /\b(?:ignore|disregard|forget)\b[^.]{0,40}\b(?:instructions?|rules?|prompt|above|previous)\b/i,
  /"?\b(?:verdicts?|grade)"?\s*:/i,
  /\bmark\b[^.]{0,60}\b(?:as )?(?:true|passed|complete[d]?|achieved|fulfilled)\b/i,
  /\b(?:all|every|each)\b[^.]{0,30}\b(?:notes?|sub-?goals?|criteria|statements?)\b[^.]{0,40}\b(?:true|met|passed|complete[d]?|achieved|satisfied)\b/i,
  /\bsystem prompt\b|<\/?system>|\[\/?INST\]/i,
];

/** Whether a line speaks to the judge. Evidence is never taken from such a line. */
export function addressesJudge(line: Line): boolean {
  return line.who !== 'call' && ADDRESSES_JUDGE.some((pattern) => pattern.test(line.text));
}
