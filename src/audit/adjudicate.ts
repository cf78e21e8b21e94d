import { scenarioText, type Task } from '../annotate/index.ts';
import { type Finding, UserError } from '../base/finding/index.ts';
import type { LanguageModel } from '../base/model/index.ts';
import { RandomStream } from '../base/random/index.ts';
import type { Domain } from '../define/index.ts';
import type { Change } from '../environment/index.ts';
import { describeChange } from '../environment/index.ts';
import type { AuditResult, WeighedAlternative } from './types.ts';

/** What a model made of one open alternative. */
export interface Judgement {
  readonly task: string;
  readonly alternative: string;
  /** Answers for gold, for the alternative, and for both or neither. */
  readonly votes: { readonly gold: number; readonly other: number; readonly both: number };
  readonly verdict: 'gold' | 'other' | 'both';
}

export interface AdjudicateOptions {
  /** Times each question is asked: an odd number (default 3). */
  readonly times?: number;
  readonly seed?: number;
  /** Alternatives asked about per task, strongest doubt first (default 4). */
  readonly perTask?: number;
  readonly signal?: AbortSignal;
  readonly onJudgement?: (judgement: Judgement) => void;
}

/**
 * Asks a model, for each open alternative, which of two end states the user of the scenario wants.
 * The two are shown in random order and gold is not marked, so that the answer rests on the scenario alone.
 */
export async function adjudicate(
  result: AuditResult,
  tasks: readonly Task[],
  domain: Domain,
  model: LanguageModel,
  { times = 3, seed = 1, perTask = 4, signal, onJudgement }: AdjudicateOptions = {},
): Promise<Judgement[]> {
  if (times % 2 === 0 || times < 1)
    throw new UserError(`Cannot ask "${times}" times: the number must be odd, so that there is a majority`);
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const judgements: Judgement[] = [];
  for (const audited of result.tasks) {
    const task = byId.get(audited.id);
    if (task === undefined) continue;
    for (const weighed of audited.open.slice(0, perTask)) {
      const votes = { gold: 0, other: 0, both: 0 };
      const { id } = weighed.alternative;
      for (let time = 0; time < times; time += 1) {
        const goldFirst = new RandomStream(seed, 'adjudicate', task.id, id, time).chance(0.5);
        const reply = await model.complete(
          {
            messages: [
              { role: 'system', content: INSTRUCTIONS },
              { role: 'user', content: question(task, domain, weighed, goldFirst) },
            ],
            temperature: 0,
            maxTokens: 400,
          },
          { role: 'judge', scope: `${task.id} ${id} ${time}`, ...(signal !== undefined && { signal }) },
        );
        votes[vote(reply.text ?? '', goldFirst)] += 1;
      }
      const judgement: Judgement = { task: task.id, alternative: id, votes, verdict: majority(votes) };
      judgements.push(judgement);
      onJudgement?.(judgement);
    }
  }
  return judgements;
}

/** The result with alternatives that a model rules out taken down to notes, and those it confirms raised to errors. */
export function withJudgements(result: AuditResult, judgements: readonly Judgement[]): AuditResult {
  const verdicts = new Map(
    judgements.map((judgement) => [`${judgement.task} ${judgement.alternative}`, judgement]),
  );
  const judge = (finding: Finding): Finding => {
    const judgement = verdicts.get(`${finding.task} ${String(finding.evidence?.alternative)}`);
    if (judgement === undefined) return finding;
    const { verdict, votes } = judgement;
    return {
      ...finding,
      severity: verdict === 'gold' ? 'note' : verdict === 'other' ? 'error' : finding.severity,
      evidence: { ...finding.evidence, votes },
    };
  };
  const tasks = result.tasks.map((task) => ({
    ...task,
    findings: task.findings.map(judge),
    open: task.open.filter(
      ({ alternative }) => verdicts.get(`${task.id} ${alternative.id}`)?.verdict !== 'gold',
    ),
  }));
  return { ...result, tasks };
}

const INSTRUCTIONS = [
  'A customer gets in touch with a service. You are given what the customer wants, in the words they were given, the parts of',
  "the service's policy that bear on it, and two records of what the service changed, called first and second.",
  'Both keep to the policy. Decide which of them does what the customer wants.',
  'Answer with one word on the last line: FIRST, SECOND, or EITHER if the words leave it open.',
].join(' ');

function question(
  task: Task,
  domain: Domain,
  { alternative }: WeighedAlternative,
  goldFirst: boolean,
): string {
  // What both plans have in common says nothing: only the difference between the two end states is shown.
  const gold = alternative.changes.map((change) => describeSide(change, 'before'));
  const other = alternative.changes.map((change) => describeSide(change, 'after'));
  const [first, second] = goldFirst ? [gold, other] : [other, gold];
  const clauses = clausesFor(domain, alternative.tool);
  return [
    `The customer:\n${scenarioText(task.scenario)}`,
    ...(clauses.length > 0 ? [`The policy:\n${clauses.map((text) => `- ${text}`).join('\n')}`] : []),
    `First:\n${list(first)}`,
    `Second:\n${list(second)}`,
  ].join('\n\n');
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
    .slice(0, 20)
    .map((line) => `- ${line}`)
    .join('\n');
}

function clausesFor(domain: Domain, tool: string): string[] {
  const ids = new Set(
    domain.rules.filter(({ tools }) => tools?.includes(tool) === true).map(({ clause }) => clause),
  );
  return domain.policy.clauses.filter(({ id }) => ids.has(id)).map(({ text }) => text);
}

function vote(text: string, goldFirst: boolean): 'gold' | 'other' | 'both' {
  const word = text
    .toUpperCase()
    .match(/\b(FIRST|SECOND|EITHER)\b/g)
    ?.at(-1);
  if (word === 'FIRST') return goldFirst ? 'gold' : 'other';
  if (word === 'SECOND') return goldFirst ? 'other' : 'gold';
  return 'both';
}

function majority({ gold, other, both }: Judgement['votes']): Judgement['verdict'] {
  const total = gold + other + both;
  if (gold * 2 > total) return 'gold';
  return other * 2 > total ? 'other' : 'both';
}
