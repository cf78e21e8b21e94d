import { replayTask, type Task } from '../../src/annotate/index.ts';
import type { Action, Domain, OptionValues } from '../../src/define/index.ts';
import { type Database, Environment } from '../../src/environment/index.ts';
import { gradeTrial } from '../../src/grade/index.ts';
import {
  type AgentMove,
  hasEnded,
  runTrial,
  type TrialRun,
  type UserMove,
} from '../../src/simulate/index.ts';
import { readStopToken } from '../../src/simulate/stop-token.ts';
import { asRecorded, type RecordedChange, recordedChanges, sameChanges, sameText } from './recording.ts';

/** What replaying a task's gold actions gave in the original. */
export interface GoldOutcome {
  readonly split: 'test' | 'train' | 'dev';
  readonly index: number;
  readonly actions: readonly {
    readonly name: string;
    readonly observation?: string;
    readonly skipped?: string;
    readonly error?: boolean;
  }[];
  readonly diff: readonly RecordedChange[];
}

/** A scripted conversation with the original. */
export interface Episode {
  readonly index: number;
  readonly script: string;
  readonly user_replies: readonly string[];
  readonly steps: readonly {
    readonly action: { readonly name: string; readonly kwargs: Action['args'] };
    readonly observation: string;
  }[];
  readonly reward_result: { readonly reward: number } | null;
}

/** Replays gold and compares observations, failures and final states; `failed` counts failing gold actions. */
export function compareGold(
  domain: Domain,
  database: Database,
  tasks: readonly Task[],
  recorded: readonly GoldOutcome[],
  options: OptionValues,
): { readonly problems: string[]; readonly failed: number } {
  const problems: string[] = [];
  let failed = 0;
  for (const row of recorded) {
    const result = replayTask(domain, database, tasks[row.index]!, options);
    if (!result.ok) {
      problems.push(`${row.index}: no gold outcome`);
      continue;
    }
    const { steps, outcome } = result.task.gold;
    for (const [position, action] of row.actions.entries()) {
      const { observation } = steps[position]!;
      if (action.skipped !== undefined) continue;
      failed += Number(observation.failed);
      const same =
        action.error === true ? observation.failed : sameText(observation.text, action.observation as string);
      if (!same)
        problems.push(`${row.index} action ${position}: ${observation.text} / ${action.observation}`);
    }
    if (!sameChanges(asRecorded(outcome.changes), recordedChanges(row.diff))) {
      problems.push(`${row.index}: another outcome`);
    }
  }
  return { problems, failed };
}

/** Runs episodes through the trial loop and compares each observation, and the verdict with the reward. */
export async function compareEpisodes(
  domain: Domain,
  database: Database,
  tasks: readonly Task[],
  episodes: readonly Episode[],
  options: OptionValues,
): Promise<{ readonly problems: string[]; readonly counts: Record<'pass' | 'fail' | 'cut', number> }> {
  const replayed = tasks.map((task) => {
    const result = replayTask(domain, database, task, options);
    if (!result.ok) throw new Error(`task ${task.id} has no gold outcome`);
    return result.task;
  });
  const problems: string[] = [];
  const counts = { pass: 0, fail: 0, cut: 0 };
  for (const episode of episodes) {
    const trial = await replayEpisode(episode, new Environment(domain, database, { options }));
    const graded = { ...trial, ended: hasEnded(trial.stop) };
    const verdict = gradeTrial(replayed[episode.index]!, graded, { outputMode: 'tau' });
    if (verdict.kind === 'void') throw new Error(verdict.message);
    counts[episode.reward_result === null ? 'cut' : verdict.kind] += 1;
    const name = `${episode.script} ${episode.index}`;
    if ((verdict.kind === 'pass') !== (episode.reward_result?.reward === 1)) {
      problems.push(`${name}: ${JSON.stringify(verdict.checks)}`);
    }
    problems.push(...compareObservations(episode, trial).map((problem) => `${name} ${problem}`));
  }
  return { problems, counts };
}

function compareObservations(episode: Episode, trial: TrialRun): string[] {
  const observed = trial.transcript.flatMap((turn) => (turn.role === 'tool' ? [turn.observation] : []));
  const calls = episode.steps.filter((step) => step.action.name !== 'respond');
  return calls.flatMap((step, position) => {
    const here = observed[position];
    const failedThere = /^(Error|Unknown action)/.test(step.observation);
    const same = here !== undefined && (failedThere ? here.failed : sameText(here.text, step.observation));
    return same ? [] : [`call ${position}: ${here?.text}`];
  });
}

/** Runs a recorded episode through the trial loop: the agent makes the recorded moves, the user gives the recorded replies. */
function replayEpisode(episode: Episode, environment: Environment): Promise<TrialRun> {
  const moves: AgentMove[] = episode.steps.map(({ action }, position) =>
    action.name === 'respond'
      ? { text: String(action.kwargs.content) }
      : { calls: [{ id: `call-${position}`, tool: action.name, args: action.kwargs }] },
  );
  const replies: UserMove[] = ['Hello.', ...episode.user_replies].map((reply) => readStopToken(reply));
  let nextMove = 0;
  let nextReply = 0;
  return runTrial({
    task: String(episode.index),
    trial: 0,
    seed: 1,
    scenario: {},
    environment,
    moveCap: moves.length,
    agent: { name: 'recorded', deterministic: true, start: () => ({ respond: () => moves[nextMove++]! }) },
    user: {
      name: 'recorded',
      persona: null,
      deterministic: true,
      start: () => ({ respond: () => replies[nextReply++]! }),
    },
  });
}
