import type { Domain } from '../define/index.ts';
import type { VoidReason } from '../grade/index.ts';
import { type IndependenceFacts, independenceFacts, type StopReason, type Trial } from '../simulate/index.ts';
import { symbolicOutcome } from './symbolic-outcome.ts';

/** What names a trial inside a run: never given twice. */
export interface TrialKey {
  readonly task: string;
  readonly persona: string | null;
  readonly trial: number;
}

/** What reports need of a trial: one short line of the index, so that they do not read transcripts. */
export interface TrialFacts extends TrialKey {
  readonly verdict: 'pass' | 'fail' | 'void';
  readonly void?: VoidReason;
  /** Code of the fault of a void trial. */
  readonly fault?: string;
  /** Hash of the outcome with made-up ids symbolic. */
  readonly outcome: string;
  readonly missing?: readonly string[];
  /** Clauses broken by writes that took effect, by rules that need no conversation: the outcome itself is against policy. */
  readonly broken?: readonly string[];
  /** Clauses broken in conduct: what was said or asked, not what was done. */
  readonly conduct?: readonly string[];
  readonly stop: StopReason;
  readonly moves: number;
  readonly writes: number;
  readonly tokens?: number;
  /** US dollars; absent when nothing was paid. */
  readonly costUsd?: number | 'unknown';
  readonly ms?: number;
  /** What its independence of other trials rests on; absent where no model took part. */
  readonly independence?: IndependenceFacts;
}

/** Where a trial's line lies in `trials.jsonl`. */
export interface IndexedFacts extends TrialFacts {
  readonly offset: number;
  readonly length: number;
}

export function keyText({ task, persona, trial }: TrialKey): string {
  return persona === null ? `${task}#${trial}` : `${task}#${persona}#${trial}`;
}

/** The facts of a graded trial. */
export function factsOf(domain: Pick<Domain, 'rules'>, trial: Trial): TrialFacts {
  const { verdict, usage } = trial;
  const { outcome, conduct } = brokenClauses(domain, trial);
  const independence = independenceFacts(trial);
  const tokens = [usage.agent, usage.user].reduce(
    (sum, part) => sum + part.inputTokens + part.outputTokens,
    0,
  );
  const costs = [usage.agent.costUsd, usage.user.costUsd];
  const cost = costs.includes('unknown')
    ? 'unknown'
    : (costs as number[]).reduce((sum, part) => sum + part, 0);
  return {
    task: trial.task,
    persona: trial.persona,
    trial: trial.trial,
    verdict: verdict.kind,
    ...(verdict.kind === 'void' && { void: verdict.reason }),
    ...(trial.fault !== undefined && { fault: trial.fault.code }),
    outcome: symbolicOutcome(trial.outcome).hash,
    ...(verdict.kind !== 'void' && verdict.missingOutputs.length > 0 && { missing: verdict.missingOutputs }),
    ...(outcome.length > 0 && { broken: outcome }),
    ...(conduct.length > 0 && { conduct }),
    stop: trial.stop,
    moves: trial.transcript.filter((turn) => turn.role === 'agent').length,
    writes: trial.actions.filter((action) => action.effect === 'write' && !action.observation.failed).length,
    ...(tokens > 0 && { tokens }),
    ...(cost !== 0 && { costUsd: cost }),
    ...(trial.timing !== undefined && { ms: trial.timing.ms }),
    ...(independence !== undefined && { independence }),
  };
}

function brokenClauses(
  domain: Pick<Domain, 'rules'>,
  trial: Trial,
): { readonly outcome: readonly string[]; readonly conduct: readonly string[] } {
  const needs = new Map(domain.rules.map((rule) => [rule.id, rule.needs]));
  const wrote = new Set(
    trial.actions
      .filter((action) => action.effect === 'write' && !action.observation.failed)
      .map((action) => action.tool),
  );
  const outcome = new Set<string>();
  const conduct = new Set<string>();
  for (const violation of trial.violations) {
    const ofOutcome = needs.get(violation.rule) !== 'transcript' && wrote.has(violation.tool);
    (ofOutcome ? outcome : conduct).add(violation.clause);
  }
  return { outcome: [...outcome].sort(), conduct: [...conduct].sort() };
}
