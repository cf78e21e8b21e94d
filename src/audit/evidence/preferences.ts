import { memo } from './memo.ts';
import type { Reading } from './reading.ts';

/** Words in falling order of preference: places of the tokens that begin each rank. */
export interface Ranking {
  /** Token ranges, most preferred first. */
  readonly ranks: readonly (readonly [number, number])[];
}

/** Finds rankings: "A > B > C", "prefer A over B", "prefer A than B". */
export const findRankings = memo(seekRankings);

function seekRankings(reading: Reading): readonly Ranking[] {
  const rankings: Ranking[] = [];
  const { tokens } = reading;
  for (let at = 0; at < tokens.length; at += 1) {
    if (tokens[at]?.text !== '>') continue;
    const ranks: [number, number][] = [];
    let first = at - 1;
    while (first > 0 && tokens[first]?.kind !== 'mark' && tokens[first]?.lower !== 'prefer' && at - first < 4)
      first -= 1;
    ranks.push([tokens[first]?.kind === 'mark' || tokens[first]?.lower === 'prefer' ? first + 1 : first, at]);
    let from = at + 1;
    let to = from;
    while (to <= tokens.length) {
      const token = tokens[to];
      if (token === undefined || token.text === '>' || /[).;]/.test(token.text)) {
        ranks.push([from, to]);
        if (token?.text !== '>') break;
        from = to + 1;
      }
      to += 1;
    }
    rankings.push({ ranks });
    at = to;
  }
  for (const [at, token] of tokens.entries()) {
    // "Rather than" and "more than" rank too, but only after "prefer".
    if (token.lower !== 'over' && token.lower !== 'than') continue;
    const clause = reading.clauseAt(at);
    if (clause === undefined) continue;
    const prefers = tokens.slice(clause.first, at).some((other) => other.lower.startsWith('prefer'));
    if (prefers)
      rankings.push({
        ranks: [
          [clause.first, at],
          [at + 1, clause.last],
        ],
      });
  }
  return rankings;
}

/** The rank of a token in a ranking, from 0; undefined when it stands outside. */
export function rankOf(ranking: Ranking, token: number): number | undefined {
  const rank = ranking.ranks.findIndex(([first, last]) => token >= first && token < last);
  return rank < 0 ? undefined : rank;
}
