import { scenarioText, type Task } from '../../annotate/index.ts';
import type { ModelMessage } from '../../base/model/index.ts';
import type { Domain } from '../../define/index.ts';
import type { Change } from '../../environment/index.ts';
import { describeChange } from '../../environment/index.ts';
import type { Alternative } from '../types.ts';

/** Changes shown of one end state. */
const SHOWN = 20;

const INSTRUCTIONS = [
  'A customer gets in touch with a service. You are given what the customer wants, in the words they were given, the parts of',
  "the service's policy that bear on it, and two records of what the service changed, called first and second.",
  'Both keep to the policy. Decide which of them does what the customer wants.',
  'Answer with one word on the last line: FIRST, SECOND, or EITHER if the words leave it open.',
].join(' ');

/**
 * The one small question: which of two end states the customer wants. Only what differs between the two is shown, for
 * what they have in common says nothing, and gold is not marked.
 */
export function questionFor(
  task: Task,
  domain: Domain,
  { changes, tool }: Alternative,
  goldFirst: boolean,
): readonly ModelMessage[] {
  const gold = changes.map((change) => describeSide(change, 'before'));
  const other = changes.map((change) => describeSide(change, 'after'));
  const [first, second] = goldFirst ? [gold, other] : [other, gold];
  const clauses = clausesFor(domain, tool);
  const content = [
    `The customer:\n${scenarioText(task.scenario)}`,
    ...(clauses.length > 0 ? [`The policy:\n${clauses.map((text) => `- ${text}`).join('\n')}`] : []),
    `First:\n${list(first)}`,
    `Second:\n${list(second)}`,
  ].join('\n\n');
  return [
    { role: 'system', content: INSTRUCTIONS },
    { role: 'user', content },
  ];
}

function describeSide(change: Change, side: 'before' | 'after'): string {
  const value = change[side];
  const { before: _before, after: _after, ...place } = change;
  return value === undefined
    ? `${[place.table, place.key, place.path.join('.')].filter((part) => part !== '').join(' ')}: nothing`
    : describeChange({ ...place, after: value }).replace(': + ', ': ');
}

function list(lines: readonly string[]): string {
  return lines
    .slice(0, SHOWN)
    .map((line) => `- ${line}`)
    .join('\n');
}

function clausesFor(domain: Domain, tool: string): string[] {
  const ids = new Set(
    domain.rules.filter(({ tools }) => tools?.includes(tool) === true).map(({ clause }) => clause),
  );
  return domain.policy.clauses.filter(({ id }) => ids.has(id)).map(({ text }) => text);
}
