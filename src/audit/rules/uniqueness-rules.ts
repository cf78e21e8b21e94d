import type { Severity } from '../../base/finding/index.ts';
import { isJsonObject, type JsonValue } from '../../base/json/index.ts';
import { differInOrderAlone } from '../alternatives/reordered.ts';
import type { Alternative, AuditedTask, RuleFinding, TaskRule, WeighedAlternative } from '../types.ts';
import { type DecidingClause, decidingClauses } from './deciding-clauses.ts';
import {
  alternativeEvidence,
  describeDifferences,
  describePair,
  describeValue,
  shorten,
} from './describe.ts';

const ARGUMENT_KINDS = ['argument', 'subset', 'superset', 'row'];
const ACTION_KINDS = ['extra-write', 'dropped-write'];

export const argumentUndetermined: TaskRule = {
  scope: 'task',
  code: 'argument-undetermined',
  sentence:
    'The scenario decides every argument of every gold write among the values tools and policy accept',
  severity: 'warning',
  alsoCodes: ['tie', 'ambiguous-referent'],
  check: (audited, context) =>
    groups(audited, ({ kind }) => ARGUMENT_KINDS.includes(kind)).map((group) =>
      withClauses(
        finding(group, (first) => argumentMessage(first, group)),
        decidingClauses(group[0].alternative, context),
      ),
    ),
};

export const actionUndetermined: TaskRule = {
  scope: 'task',
  code: 'action-undetermined',
  sentence: 'The scenario asks for every gold write and for no other',
  severity: 'warning',
  alsoCodes: ['ambiguous-referent'],
  check: (audited) =>
    groups(audited, ({ kind }) => ACTION_KINDS.includes(kind)).map((group) =>
      finding(group, ({ alternative }) => actionMessage(alternative)),
    ),
};

export const stateDependsOnPath: TaskRule = {
  scope: 'task',
  code: 'state-depends-on-path',
  sentence: 'Every legal way to the same wish ends in the same state',
  severity: 'warning',
  check: (audited) =>
    groups(audited, ({ kind, path }) => kind === 'path' && path !== 'order' && path !== 'list-order').map(
      (group) => finding(group, ({ alternative }) => pathMessage(alternative)),
    ),
};

export const goldOrderSensitive: TaskRule = {
  scope: 'task',
  code: 'gold-order-sensitive',
  sentence: 'Gold ends in the same state when its writes or the items of its lists are put in another order',
  severity: 'warning',
  check: (audited) =>
    groups(audited, ({ path }) => path === 'order' || path === 'list-order').map((group) => {
      const { path, changes } = group[0].alternative;
      // Nobody says in which order the items of one call are to be listed; where other things than the order come out
      // different, no way of listing them is the right one.
      const proven = path === 'list-order' && !differInOrderAlone(changes);
      return {
        ...finding(group, ({ alternative }) => pathMessage(alternative)),
        ...(proven && { severity: 'error' as const }),
      };
    }),
};

type Group = readonly [WeighedAlternative, ...WeighedAlternative[]];

/** Open alternatives by the place they differ in, strongest doubt first. */
function groups(audited: AuditedTask, wanted: (alternative: Alternative) => boolean): Group[] {
  const byPlace = new Map<string, [WeighedAlternative, ...WeighedAlternative[]]>();
  for (const weighed of audited.weighed) {
    const { alternative, weighing } = weighed;
    if (weighing.ruledOut || !wanted(alternative)) continue;
    const part = ARGUMENT_KINDS.includes(alternative.kind)
      ? 'argument'
      : `${alternative.kind}${alternative.path ?? ''}`;
    const key = `${alternative.actionIndex} ${alternative.argument ?? ''} ${part} ${weighing.code ?? ''}`;
    const group = byPlace.get(key);
    if (group === undefined) byPlace.set(key, [weighed]);
    else group.push(weighed);
  }
  return [...byPlace.values()];
}

function finding(group: Group, message: (first: WeighedAlternative) => string): RuleFinding {
  const [{ alternative, weighing }] = group;
  const severity: Severity | undefined = weighing.severity;
  const { actionIndex, argument } = alternative;
  return {
    ...(weighing.code !== undefined && { code: weighing.code }),
    ...(severity !== undefined && { severity }),
    action: actionIndex,
    ...(argument !== undefined && { argument }),
    message: `${message(group[0])}: ${weighing.reason}`,
    ...(weighing.hint !== undefined && { hint: weighing.hint }),
    evidence: {
      ...alternativeEvidence(alternative),
      spans: weighing.spans.map(({ start, end, text }) => ({ start, end, text })),
      strength: weighing.strength,
      ...(weighing.winners !== undefined && { winners: weighing.winners }),
      ...(weighing.hint !== undefined && { repair: { addToScenario: weighing.hint } }),
      others: group
        .slice(1)
        .map(({ alternative: other }): JsonValue => ({ alternative: other.id, other: other.otherValue })),
    },
  };
}

/** The author can mend the policy in place of the scenario: where, is said beside the repair. */
function withClauses(found: RuleFinding, clauses: readonly DecidingClause[]): RuleFinding {
  if (clauses.length === 0) return found;
  const names = clauses.map(({ clause, sentence }) => `"${clause}" (${shorten(sentence)})`).join(' or ');
  const hint = `let the policy decide it, which leaves it open in clause ${names}`;
  return {
    ...found,
    hint: found.hint === undefined ? hint : `${found.hint}; or ${hint}`,
    evidence: {
      ...found.evidence,
      clauses: clauses.map(({ clause, sentence }): JsonValue => ({ clause, sentence })),
    },
  };
}

function argumentMessage({ alternative, weighing }: WeighedAlternative, group: Group): string {
  const { actionIndex, tool, argument, goldValue, otherValue, goldEntity, otherEntity, kind } = alternative;
  const where = `argument "${argument}" of gold action ${actionIndex + 1} (${tool})`;
  if (weighing.winners !== undefined && weighing.winners.length > 1) {
    return `${where} is a tie between ${weighing.winners.map((value) => describeValue(value)).join(', ')}`;
  }
  const more = group.length > 1 ? ` (and ${group.length - 1} more)` : '';
  if (kind === 'subset')
    return `${where} could leave out ${describeValue(missing(goldValue, otherValue), goldEntity)}${more}`;
  if (kind === 'superset')
    return `${where} could also hold ${describeValue(missing(otherValue, goldValue), otherEntity)}${more}`;
  const differences = describeDifferences(alternative.differing, [goldValue, otherValue]);
  const [gold, other] =
    goldEntity === undefined && otherEntity === undefined
      ? describePair(goldValue, otherValue)
      : [describeValue(goldValue, goldEntity), describeValue(otherValue, otherEntity)];
  return `${where} is ${gold} but ${other} is accepted as well${differences === '' ? '' : ` (${differences})`}${more}`;
}

function missing(longer: JsonValue, shorter: JsonValue): JsonValue {
  if (!Array.isArray(longer) || !Array.isArray(shorter)) return longer;
  const left = new Set(shorter.map((item) => JSON.stringify(item)));
  return (longer.find((item) => !left.has(JSON.stringify(item))) as JsonValue | undefined) ?? null;
}

function actionMessage({ actionIndex, tool, kind, goldValue, otherValue }: Alternative): string {
  if (kind === 'dropped-write')
    return `gold action ${actionIndex + 1} (${tool} ${shorten(JSON.stringify(goldValue))}) could be left out`;
  return `one more write, ${tool} ${shorten(JSON.stringify(otherValue))}, is accepted as well`;
}

function pathMessage({ actionIndex, tool, path, argument, otherValue }: Alternative): string {
  const what = `gold action ${actionIndex + 1} (${tool})`;
  switch (path) {
    case 'order':
      return `${what} and the write after it give another state in the other order`;
    case 'list-order':
      return `${what} gives another state when the items of "${argument}" are listed in another order`;
    case 'merge':
      return `${what} and a later call joined into one give another state`;
    case 'split':
      return `${what} done in two calls gives another state`;
    case 'skip-step':
      return `${what} is repeated by a later call; that one alone gives another state`;
    default:
      return `${what} and ${toolsOf(otherValue)} lead to the same thing, in another state`;
  }
}

/** The tools of a way to the wish, in turn. */
function toolsOf(way: JsonValue): string {
  const tools = Array.isArray(way)
    ? way.flatMap((action) => (isJsonObject(action) && typeof action.tool === 'string' ? [action.tool] : []))
    : [];
  return tools.join(' then ');
}
