import type { Finding, Severity } from '../../base/finding/index.ts';
import type { AuditResult } from '../types.ts';
import { alternativesOf } from '../waivers.ts';
import type { Judgement } from './adjudicate.ts';
import type { Votes } from './votes.ts';

/**
 * The result with what a model says: an alternative it rules out is open no more, and a finding that rests on ruled-out
 * ones alone is a note; a finding of which it wants an alternative is an error. Answers that decide nothing change nothing.
 */
export function withJudgements(result: AuditResult, judgements: readonly Judgement[]): AuditResult {
  const byAlternative = new Map(
    judgements.map((judgement) => [keyOf(judgement.task, judgement.alternative), judgement]),
  );
  const judge = (finding: Finding): Finding => {
    const all = alternativesOf(finding);
    const judged = all.flatMap((id) => byAlternative.get(keyOf(finding.task ?? '', id)) ?? []);
    if (judged.length === 0) return finding;
    return {
      ...finding,
      severity: severityOf(finding, judged, all.length),
      message: `${finding.message}; ${words(judged)}`,
      evidence: {
        ...finding.evidence,
        judged: judged.map(({ alternative, verdict, votes }) => ({
          alternative,
          verdict,
          votes: { ...votes },
        })),
      },
    };
  };
  const tasks = result.tasks.map((task) => ({
    ...task,
    findings: task.findings.map(judge),
    open: task.open.filter(
      ({ alternative }) => byAlternative.get(keyOf(task.id, alternative.id))?.verdict !== 'gold',
    ),
  }));
  return { ...result, tasks };
}

function keyOf(task: string, alternative: string): string {
  return JSON.stringify([task, alternative]);
}

function severityOf({ severity }: Finding, judged: readonly Judgement[], alternatives: number): Severity {
  if (judged.some(({ verdict }) => verdict === 'other')) return 'error';
  const cleared = judged.length === alternatives && judged.every(({ verdict }) => verdict === 'gold');
  return cleared ? 'note' : severity;
}

function words(judged: readonly Judgement[]): string {
  const sum = (side: keyof Votes): number => judged.reduce((total, { votes }) => total + votes[side], 0);
  const parts = [
    [sum('gold'), 'for gold'],
    [sum('other'), 'for the other'],
    [sum('either'), 'for either'],
    [sum('unscored'), 'unscored'],
  ] as const;
  const said = parts.filter(([votes]) => votes > 0).map(([votes, side]) => `${votes} ${side}`);
  return `a model answers ${said.join(', ')}`;
}
