import type { GoldAction } from '../../annotate/index.ts';
import { type AnyTool, isOffered } from '../../define/index.ts';
import { brokenRules } from '../../environment/index.ts';
import { callsOf } from '../alternatives/whole-writes.ts';
import { keyParameter } from '../schema/key-parameter.ts';
import { leaves } from '../schema/leaves.ts';
import type { AuditContext, AuditedTask } from '../types.ts';
import { polarityAt } from './polarity.ts';
import { type Reading, readingOf } from './reading.ts';
import { fieldWords, spellingsOf } from './spellings.ts';
import { findVerbs, verbsOf } from './verbs.ts';

/** Calls tried per tool. */
const CALLS = 24;

/** A write that the user asks for and a policy rule forbids. */
export interface RefusedCall {
  readonly tool: string;
  readonly rule: string;
  readonly clause: string;
  readonly message: string;
}

export interface WishWithoutGold {
  /** Writes of the kind asked for, on the rows meant, that tools and policy accept. */
  readonly allowed: readonly GoldAction[];
  readonly refused: readonly RefusedCall[];
}

/**
 * Tries, on the start of a task whose gold writes nothing, the writes that the scenario's verbs ask for: whether policy
 * refuses them all, or some of them would have been accepted.
 */
export function wishWithoutGold(audited: AuditedTask, context: AuditContext): WishWithoutGold {
  let wish = WISHES.get(audited);
  if (wish === undefined) {
    wish = tryWishes(audited, context);
    WISHES.set(audited, wish);
  }
  return wish;
}

const WISHES = new WeakMap<AuditedTask, WishWithoutGold>();

function tryWishes(audited: AuditedTask, context: AuditContext): WishWithoutGold {
  const allowed: GoldAction[] = [];
  const refused = new Map<string, RefusedCall>();
  for (const tool of askedTools(audited, context)) {
    for (const action of meantCalls(tool, audited)) {
      const environment = audited.start.fork();
      const broken = brokenRules(context.domain, {
        state: environment.state,
        action,
        history: audited.gold.steps,
        said: audited.text,
        options: environment.options,
      });
      const [first] = broken;
      if (first !== undefined) {
        const { rule, clause, message } = first;
        refused.set(message, { tool: tool.name, rule, clause, message });
      } else if (!environment.call(action).observation.failed) allowed.push(action);
    }
  }
  return { allowed, refused: [...refused.values()] };
}

/** Write tools whose verbs the scenario uses, otherwise than to rule them out, of the thing the tool is named for. */
function askedTools(audited: AuditedTask, { domain, options }: AuditContext): AnyTool[] {
  const reading = readingOf(audited);
  return domain.tools.filter((tool) => {
    if (tool.effect !== 'write' || tool.endsConversation === true || !isOffered(tool, options)) return false;
    const verbs = verbsOf(tool);
    return findVerbs(reading, verbs).some((at) => {
      if (polarityAt(reading, { first: at, last: at + 1 }) === 'against') return false;
      return namesThing(reading, at, tool);
    });
  });
}

/** "Add insurance" asks for no bags: a tool named for a part of a row is asked for by the name of that part. */
function namesThing(reading: Reading, at: number, tool: AnyTool): boolean {
  const table = keyParameter(tool)?.table ?? '';
  const [, ...nouns] = fieldWords(tool.name);
  const parts = nouns.filter((noun) => !fieldWords(table).includes(noun));
  const verb = reading.tokens[at];
  if (parts.length === 0 || verb === undefined) return true;
  return reading.tokens.some(
    (token) =>
      token.sentence === verb.sentence &&
      parts.some((part) => token.stem === part || (token.stem.length > 2 && part.startsWith(token.stem))),
  );
}

/** Calls of a tool on the rows that the scenario names by key, or else describes best. */
function meantCalls(tool: AnyTool, audited: AuditedTask): GoldAction[] {
  const calls = callsOf(tool, audited);
  const key = keyParameter(tool);
  if (key === undefined) return calls.slice(0, CALLS);
  const reading = readingOf(audited);
  const keys = [...new Set(calls.map(({ args }) => String(args[key.name])))];
  const said = keys.filter((value) => reading.phrases.find(value).length > 0);
  const meant = said.length > 0 ? said : bestDescribed(keys, key.table, audited);
  return calls.filter(({ args }) => meant.includes(String(args[key.name]))).slice(0, CALLS);
}

/** The rows most of whose own values the scenario says; values that all of them share tell nothing. */
function bestDescribed(keys: readonly string[], table: string, audited: AuditedTask): readonly string[] {
  const reading = readingOf(audited);
  const said = keys.map((key) => {
    const found = new Set<string>();
    leaves(audited.start.state.row(table, key) ?? {}, (leaf, name) => {
      if (typeof leaf !== 'string' || leaf.length < 3) return;
      const hit = spellingsOf(leaf, { name }).some(
        ({ phrase, weight }) => weight > 0.8 && reading.phrases.find(phrase).length > 0,
      );
      if (hit) found.add(`${name} ${leaf}`);
    });
    return found;
  });
  const own = said.map(
    (values) => [...values].filter((value) => !said.every((other) => other.has(value))).length,
  );
  const most = Math.max(0, ...own);
  return keys.filter((_, at) => own[at] === most);
}
