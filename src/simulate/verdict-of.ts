import type { ReplayedTask } from '../annotate/index.ts';
import { type GradeOptions, gradeTrial, type Verdict, type VoidReason } from '../grade/index.ts';
import { hasEnded, type TrialRun } from './trial.ts';

/** The verdict on a trial: `void` where something else than the agent failed, else what grading says. */
export function verdictOf(task: ReplayedTask, run: TrialRun, options: GradeOptions = {}): Verdict {
  const reason = voidReason(run);
  if (reason !== undefined) {
    return { kind: 'void', reason, message: run.fault?.message ?? `the trial stopped: ${run.stop}` };
  }
  return gradeTrial(task, { ...run, ended: hasEnded(run.stop) }, options);
}

/** Why a trial does not count; undefined when it does. */
export function voidReason({ stop, fault }: TrialRun): VoidReason | undefined {
  if (stop === 'user-fault') return 'simulator-fault';
  if (stop === 'interrupted') return 'interrupted';
  if (stop === 'infrastructure') return fault?.code === 'budget' ? 'budget' : 'infrastructure';
  return undefined;
}
