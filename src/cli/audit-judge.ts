import type { Task } from '../annotate/index.ts';
import { type AuditResult, adjudicate, type Judgement, withJudgements } from '../audit/index.ts';
import { UserError } from '../base/finding/index.ts';
import type { CommandContext, GlobalArguments } from './command.ts';
import { type ModelArguments, openModels, printLedger } from './model-options.ts';
import type { Project } from './project.ts';

/** What a model says of the open alternatives, and the audit with it. */
export interface SecondLook {
  readonly result: AuditResult;
  readonly judgements: readonly Judgement[];
  readonly costUsd: number | 'unknown';
}

/** `--lm`: asks the judge about what the audit leaves open, and says what that cost. */
export async function askModel(
  args: ModelArguments & GlobalArguments & { readonly times: number },
  { domain }: Project,
  tasks: readonly Task[],
  result: AuditResult,
  { output, signal }: CommandContext,
): Promise<SecondLook> {
  const name = args.judgeModel ?? args.model;
  if (name === undefined) {
    throw new UserError('Cannot ask a model: none is named', {
      hint: 'add --judge-model MODEL or --model MODEL',
    });
  }
  const { registry, ledger } = await openModels(args, (error, waitMs) =>
    output.line(output.color.dim(`${error.message}; again in ${Math.ceil(waitMs / 1000)} s`)),
  );
  const judgements = await adjudicate(result, tasks, domain, registry.model(name), {
    times: args.times,
    signal,
    onJudgement: (judgement) => output.line(output.color.dim(words(judgement))),
  });
  printLedger(ledger, output);
  return { result: withJudgements(result, judgements), judgements, costUsd: ledger.total().costUsd };
}

function words({ task, alternative, verdict, votes, because }: Judgement): string {
  const { gold, other, either, unscored } = votes;
  const counts = `gold ${gold}, other ${other}, either ${either}, unscored ${unscored}`;
  return `${task} ${alternative}: ${verdict} (${counts})${because === undefined ? '' : `: ${because}`}`;
}
