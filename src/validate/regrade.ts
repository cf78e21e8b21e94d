import type { ReplayedTask } from '../annotate/index.ts';
import type { Domain, OptionValues } from '../define/index.ts';
import type { Database } from '../environment/index.ts';
import type { GradeOptions } from '../grade/index.ts';
import { type Trial, verdictOf } from '../simulate/index.ts';
import { replayRecorded } from './replay-recorded.ts';

/**
 * A trial of an older run, its calls made again in today's domain and graded against today's task. What was said stays;
 * so do persona, usage and the reason it ended.
 */
export function regradeTrial(
  trial: Trial,
  task: ReplayedTask,
  setting: {
    readonly run: string;
    readonly domain: Domain;
    readonly database: Database;
    readonly options: OptionValues;
    readonly grading?: GradeOptions;
  },
): Trial {
  const {
    equal,
    total,
    trial: replayed,
  } = replayRecorded(
    {
      id: `${trial.run}/${trial.task}/${trial.trial}`,
      domain: setting.domain.name,
      benchmark: 'tau2',
      task,
      taskId: trial.task,
      taskKey: '',
      number: trial.trial,
      seed: trial.seed,
      agent: trial.agent,
      user: trial.user,
      run: trial.run,
      transcript: trial.transcript,
      termination: null,
      crash: null,
      recorded: { reward: null, databaseMatch: null, observations: null, state: null, label: null },
    },
    task,
    { ...setting, trial: trial.trial },
  );
  const run = {
    ...trial,
    run: setting.run,
    actions: replayed.actions,
    outcome: replayed.outcome,
    violations: replayed.violations,
    extra: { ...trial.extra, regradedFrom: trial.run, observations: { equal, total } },
  };
  // What kept a trial from counting then, a recorded crash for instance, is no better now.
  const stays = trial.verdict.kind === 'void' && trial.verdict.reason !== 'no-gold';
  return { ...run, verdict: stays ? trial.verdict : verdictOf(task, run, setting.grading) };
}
