import { type AnyRule, type AnyTool, type Clause, type Domain, isOffered } from '../../define/index.ts';
import { fieldWords } from '../evidence/spellings.ts';
import { stem, tokenize } from '../evidence/tokens.ts';
import { verbsOf } from '../evidence/verbs.ts';
import type { Alternative, AuditContext } from '../types.ts';

/** Clauses named for one finding. */
const NAMED = 2;

/** Words of argument names that say nothing of what is chosen. */
const EMPTY = new Set(['id', 'new', 'list', 'number', 'total']);

const KINDS: readonly Alternative['kind'][] = ['argument', 'subset', 'superset'];

/** A place of the policy that speaks of an argument and leaves it open. */
export interface DecidingClause {
  readonly clause: string;
  /** The sentence of it that speaks of the argument; the whole clause where a rule alone ties it to the argument. */
  readonly sentence: string;
}

/**
 * The clauses that would have to settle what an alternative leaves open: those whose rules judge the very argument, then
 * those on the tool's work that name it. None where the policy does not speak of it at all.
 */
export function decidingClauses(
  { kind, tool, argument }: Alternative,
  { domain, options }: AuditContext,
): readonly DecidingClause[] {
  const definition = domain.tool(tool);
  if (argument === undefined || definition === undefined || !KINDS.includes(kind)) return [];
  if (!isOffered(definition, options)) return [];
  const byTool = known.get(domain) ?? new Map<string, readonly DecidingClause[]>();
  known.set(domain, byTool);
  const place = `${tool} ${argument}`;
  const found = byTool.get(place) ?? findClauses(domain, definition, argument);
  byTool.set(place, found);
  return found;
}

const known = new WeakMap<Domain, Map<string, readonly DecidingClause[]>>();

function findClauses(domain: Domain, tool: AnyTool, argument: string): DecidingClause[] {
  const words = fieldWords(argument).filter((word) => !EMPTY.has(word));
  const ranked = domain.policy.clauses.map((clause) => {
    const rules = domain.rules.filter(
      (rule) => rule.clause === clause.id && rule.tools?.includes(tool.name) === true,
    );
    return { clause, rank: rankOf(clause, rules, tool, argument, words) };
  });
  const best = Math.max(0, ...ranked.map(({ rank }) => rank));
  if (best === 0) return [];
  return ranked
    .filter(({ rank }) => rank === best)
    .slice(0, NAMED)
    .map(({ clause }) => ({ clause: clause.id, sentence: sentenceOn(clause, words) ?? clause.text }));
}

function rankOf(
  clause: Clause,
  rules: readonly AnyRule[],
  tool: AnyTool,
  argument: string,
  words: readonly string[],
): number {
  if (rules.some((rule) => rule.argument === argument)) return 3;
  if (words.length === 0 || sentenceOn(clause, words) === undefined) return 0;
  if (rules.length > 0 || tool.enforces?.includes(clause.id) === true) return 2;
  const about = stemsIn([clause.id, clause.text, ...clause.section].join(' '));
  return [...verbsOf(tool)].some((verb) => about.has(stem(verb))) ? 1 : 0;
}

/** The first sentence of a clause that, with the words of the clause's id, has all of these words. */
function sentenceOn({ id, text }: Clause, words: readonly string[]): string | undefined {
  return text.split(/(?<=[.!?])\s+/).find((sentence) => {
    const own = stemsIn(sentence);
    const stems = new Set([...own, ...stemsIn(id)]);
    return (
      words.every((word) => stems.has(word)) && (words.some((word) => own.has(word)) || text === sentence)
    );
  });
}

function stemsIn(text: string): ReadonlySet<string> {
  return new Set(tokenize(text.replaceAll(/[._]/g, ' ')).map((token) => token.stem));
}
