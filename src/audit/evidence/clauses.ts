import type { Extent, Token } from './tokens.ts';

/** What a stretch of a sentence does: says something, names a condition, says what follows from it, or what else to do. */
export type ClauseRole = 'plain' | 'condition' | 'consequence' | 'otherwise';

/** A stretch of a sentence between its joints, by tokens and by offsets. */
export interface Clause extends Extent {
  readonly first: number;
  readonly last: number;
  readonly sentence: number;
  readonly role: ClauseRole;
  /** Number of the conditional it belongs to; conditionals that follow each other with "if not" share one. */
  readonly conditional?: number;
}

const OPENERS = new Set(['if', 'when', 'unless', 'once', 'whenever', 'case', 'after', 'until']);
const ELSE = new Set(['otherwise', 'else']);
const JOINTS = new Set(['but', 'then', 'so', 'because', 'since', 'although', 'though', 'while', 'unless']);
/** Words with which a new main clause begins after "and" or a comma. */
const STARTERS = new Set(
  (
    'you i want also then please ask tell say mention make change return exchange cancel modify add remove book ' +
    'update send do use pay keep prefer would need if when only finally lastly first forget just accept ignore stay ' +
    'proceed go provide respond try insist become get let cancelling returning'
  ).split(' '),
);

/** Cuts tokens into clauses and tells conditions from what hangs on them. */
export function cutClauses(tokens: readonly Token[]): Clause[] {
  const pieces = cut(tokens);
  const clauses: Clause[] = [];
  let conditional = -1;
  let open: { sentence: number; role: 'consequence' | 'otherwise' } | undefined;
  for (const [first, last] of pieces) {
    const head = tokens.slice(first, Math.min(last, first + 5)).map((token) => token.lower);
    const start = tokens[first] as Token;
    const end = tokens[last - 1] as Token;
    const base = { first, last, start: start.start, end: end.end, sentence: start.sentence };
    if (isIfNot(head) || head.some((word, at) => at < 2 && ELSE.has(word))) {
      if (conditional < 0) conditional = 0;
      open = { sentence: start.sentence, role: 'otherwise' };
      clauses.push({ ...base, role: 'otherwise', conditional });
    } else if (opens(head)) {
      conditional += 1;
      open = { sentence: start.sentence, role: 'consequence' };
      clauses.push({ ...base, role: 'condition', conditional });
    } else if (open !== undefined && open.sentence === start.sentence) {
      clauses.push({ ...base, role: open.role, conditional });
    } else {
      open = undefined;
      clauses.push({ ...base, role: 'plain' });
    }
  }
  return clauses.map((clause, at) =>
    follows(clauses, at) ? consequenceOf(clause, clauses[at + 1]) : clause,
  );
}

/** "You keep it if …": what stands before a condition hangs on it when nothing after it does. */
function follows(clauses: readonly Clause[], at: number): boolean {
  const [clause, next, after] = [clauses[at], clauses[at + 1], clauses[at + 2]];
  if (clause?.role !== 'plain' || next?.role !== 'condition' || next.sentence !== clause.sentence)
    return false;
  return !(after?.role === 'consequence' && after.conditional === next.conditional);
}

function consequenceOf(clause: Clause, condition: Clause | undefined): Clause {
  const conditional = condition?.conditional;
  return conditional === undefined ? clause : { ...clause, role: 'consequence', conditional };
}

function opens(head: readonly string[]): boolean {
  const [one, two, three] = head;
  if (one === undefined) return false;
  if (OPENERS.has(one)) return true;
  const lead = ['and', 'but', 'or', 'also', 'only', 'even', 'in', 'then', 'as'];
  if (!lead.includes(one) || two === undefined) return false;
  return OPENERS.has(two) || (two === 'only' && three !== undefined && OPENERS.has(three));
}

function isIfNot(head: readonly string[]): boolean {
  const at = head.indexOf('if');
  return at >= 0 && at <= 1 && head[at + 1] === 'not';
}

/** Token ranges between joints: sentence ends, semicolons, brackets, and commas or "and" before a new main clause. */
function cut(tokens: readonly Token[]): [number, number][] {
  const pieces: [number, number][] = [];
  let first = 0;
  const close = (at: number, next: number): void => {
    if (at > first) pieces.push([first, at]);
    first = next;
  };
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at] as Token;
    const next = tokens[at + 1];
    if (at > first && token.sentence !== (tokens[at - 1] as Token).sentence) close(at, at);
    if (token.kind === 'mark' && /[;()—–]/.test(token.text)) close(at, at + 1);
    else if (token.text === '.' && next?.sentence !== token.sentence) close(at, at + 1);
    else if (token.text === ',') {
      if (conditionIsOpen(tokens, first, at) || startsClause(tokens, at + 1)) close(at, at + 1);
    } else if (token.lower === 'and' && at > first && startsClause(tokens, at + 1)) close(at, at);
    else if (
      at > first &&
      JOINTS.has(token.lower) &&
      ![',', 'if', 'everything', 'all', 'anything', 'nothing'].includes(tokens[at - 1]?.lower ?? '')
    )
      close(at, at);
    else if (
      at > first + 1 &&
      token.lower === 'if' &&
      !['and', 'only', 'even', 'see', 'or', 'but'].includes((tokens[at - 1] as Token).lower)
    ) {
      close(at, at);
    } else if (at > first + 1 && token.lower === 'only' && next?.lower === 'if') close(at, at);
  }
  close(tokens.length, tokens.length);
  return pieces;
}

function conditionIsOpen(tokens: readonly Token[], first: number, comma: number): boolean {
  const head = tokens.slice(first, Math.min(comma, first + 5)).map((token) => token.lower);
  if (!opens(head) && !isIfNot(head)) return false;
  const next = tokens[comma + 1];
  return next !== undefined && (startsClause(tokens, comma + 1) || !isEnumeration(tokens, comma));
}

/** A comma inside a list of things ("clicky, RGB backlight, full size, you'd rather …") ends no condition. */
function isEnumeration(tokens: readonly Token[], comma: number): boolean {
  for (let at = comma + 1; at < Math.min(tokens.length, comma + 8); at += 1) {
    const token = tokens[at] as Token;
    if (token.text === ',') return true;
    if (startsClause(tokens, at)) return false;
  }
  return false;
}

function startsClause(tokens: readonly Token[], at: number): boolean {
  const word = tokens[at]?.lower.replace(/'.*$/, '');
  if (word === undefined) return false;
  if (['and', 'but', 'or'].includes(word)) return startsClause(tokens, at + 1);
  return STARTERS.has(word) || JOINTS.has(word);
}
