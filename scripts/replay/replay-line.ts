import { replayTask, startEnvironment, type Task } from '../../src/annotate/index.ts';
import type { LanguageModel } from '../../src/base/model/index.ts';
import { gradeTrial } from '../../src/grade/index.ts';
import {
  type ChatRecording,
  chatRecordingOf,
  hasEnded,
  lmAgent,
  lmUser,
  runTrial,
  type TrialRun,
} from '../../src/simulate/index.ts';
import type { Line } from './line.ts';
import type { World } from './worlds.ts';

export interface Replayed {
  readonly run: TrialRun;
  /** Whether the database ends as after the recorded gold actions. */
  readonly databaseMatches: boolean;
  /** τ-bench's verdict: database and outputs. */
  readonly passes: boolean;
}

/** Runs one recorded trial through the loop: a served model speaks both sides, our tools answer. */
export async function replayLine(line: Line, world: World, model: LanguageModel): Promise<Replayed> {
  const { domain, database, dialect } = world;
  const recording: ChatRecording = chatRecordingOf(JSON.parse(JSON.stringify(line)));
  const [name, number] = recording.id.split('#') as [string, string];
  const task: Task = {
    id: name,
    scenario: { instruction: line.instruction_or_task_ref?.instruction ?? `recorded task ${line.task_id}` },
    goldActions: (line.gold_actions ?? []).flatMap(({ name: tool, arguments: args, requestor }) =>
      requestor === 'user' || tool === 'respond' ? [] : [{ tool, args: args ?? {} }],
    ),
    outputs: line.gold_outputs ?? [],
    notes: [],
    tags: [],
    skipFailingGold: true,
  };
  const options = { dialect };
  const replayed = replayTask(domain, database, task, options);
  if (!replayed.ok) throw new Error(`Cannot replay gold of "${name}"`);
  const inText = line.messages.some((message) => message.text_protocol === true);
  const run = await runTrial({
    task: task.id,
    trial: Number(number),
    seed: 1,
    scenario: task.scenario,
    environment: startEnvironment(domain, database, task, options),
    agent: lmAgent({ model, strategy: inText ? 'act' : 'tool-calling', reading: 'tau' }),
    user: lmUser({ model, strategy: 'lm', faults: 'ignore' }),
    moveCap: recording.agent.length - (recording.greeting === undefined ? 0 : 1),
    parallelCalls: line.benchmark === 'tau2' ? 'all' : 'first',
    emptyReply: 'pass',
    handoverEnds: line.benchmark === 'tau1',
    ...(recording.greeting !== undefined && { greeting: recording.greeting }),
  });
  const accepted = replayed.task.accepted[0];
  const verdict = gradeTrial(replayed.task, { ...run, ended: hasEnded(run.stop) }, { outputMode: 'tau' });
  return {
    run,
    databaseMatches: accepted?.outcome.hash === run.outcome.hash,
    passes: verdict.kind === 'pass',
  };
}
