import { type ReplayedTask, replayTask, type Task } from '../../src/annotate/index.ts';
import {
  type AgentKind,
  explorerAgent,
  goldAgent,
  noisyAgent,
  type Plan,
  scriptedUser,
} from '../../src/simulate/index.ts';
import {
  factsOf,
  hashesOf,
  plainTask,
  type RunRecord,
  RunStore,
  type TrialMaker,
  trialMaker,
} from '../../src/validate/index.ts';
import { shop, shopDatabase } from '../fixtures/shop.ts';

const close = (purchase: string, charge: number) => ({ tool: 'close_purchase', args: { purchase, charge } });
const task = (id: string, goldActions: Task['goldActions'], more: Partial<Task> = {}): Task => ({
  id,
  scenario: { instruction: `Settle ${id}.` },
  goldActions,
  outputs: [],
  notes: [],
  tags: [],
  ...more,
});

export const database = shopDatabase();
export const TASKS: readonly Task[] = [
  task('one', [close('p100', 5)]),
  task('two', [close('p100', 5), close('p200', 3)]),
  task('told', [close('p100', 5)], { outputs: ['tea'] }),
];

export function replayed(tasks: readonly Task[] = TASKS): ReplayedTask[] {
  return tasks.map((each) => {
    const result = replayTask(shop, database, each);
    if (!result.ok) throw new Error(JSON.stringify(result.failures));
    return result.task;
  });
}

export const tasks = replayed();
export const gold = goldAgent({ domain: shop, tasks });
export const noisy = noisyAgent({ domain: shop, tasks });

/** An agent that carries out one of these plans besides gold. */
export function explorer(plans: readonly Plan[]): AgentKind {
  return explorerAgent({ domain: shop, tasks }, () => plans);
}

export function maker(agent: AgentKind = noisy, run = 'r'): TrialMaker {
  return trialMaker({ run, domain: shop, database, tasks, agent, users: [scriptedUser()], seed: 7 });
}

export function record(trials = 12, run = 'r'): RunRecord {
  return {
    format: 1,
    run,
    domain: 'shop',
    kind: 'simulated',
    createdAt: '2030-01-01T00:00:00.000Z',
    software: '1.0.0',
    settings: {
      agent: 'noisy',
      user: 'scripted',
      personas: [null],
      trials,
      seed: 7,
      outputMode: 'strict',
      policyCounts: false,
      options: {},
      plan: 'fixed',
      setup: {},
    },
    hashes: hashesOf(shop, database, tasks),
    tasks: tasks.map(plainTask),
  };
}

export const storeOptions = { factsOf: (trial: Parameters<typeof factsOf>[1]) => factsOf(shop, trial) };

export function plan(trials: number, ids = tasks.map(({ id }) => id)) {
  return { tasks: ids, personas: [null], trials };
}

export async function createStore(folder: string, trials = 12): Promise<RunStore> {
  return RunStore.create(folder, record(trials), storeOptions);
}
