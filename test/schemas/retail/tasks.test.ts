import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { retail } from '../../../schemas/retail/domain.ts';
import { type ReplayedTask, replayTask } from '../../../src/annotate/index.ts';
import type { JsonObject, JsonValue } from '../../../src/base/json/index.ts';
import type { PastAction } from '../../../src/define/index.ts';
import { brokenRules, type Database, Environment } from '../../../src/environment/index.ts';
import { readTasks } from '../../../src/formats/index.ts';
import { defaultDatabase } from '../../../src/generate/index.ts';
import { gradeTrial } from '../../../src/grade/index.ts';
import {
  type AgentKind,
  goldAgent,
  hasEnded,
  nullAgent,
  runTrial,
  scriptedUser,
  spamAgent,
} from '../../../src/simulate/index.ts';

const FOLDER = fileURLToPath(new URL('../../../tasks/retail/', import.meta.url));
const TASKS = readTasks(FOLDER).tasks;

describe('the shipped retail tasks', () => {
  let database: Database;
  let tasks: readonly ReplayedTask[];

  beforeAll(async () => {
    database = await defaultDatabase(retail);
    tasks = TASKS.map((task) => {
      const result = replayTask(retail, database, task);
      if (!result.ok)
        throw new Error(`${task.id}: ${result.failures.map(({ message }) => message).join('; ')}`);
      return result.task;
    });
  });

  it('are at least twelve, with refusals, several writes, outputs, and two ambiguous ones', () => {
    const writes = (task: ReplayedTask): number => task.gold.steps.filter((step) => step.wrote).length;
    expect(tasks.length).toBeGreaterThanOrEqual(12);
    expect(tasks.filter((task) => task.refusal).length).toBeGreaterThanOrEqual(3);
    expect(tasks.filter((task) => writes(task) > 1).length).toBeGreaterThanOrEqual(3);
    expect(tasks.filter((task) => task.outputs.length > 0).length).toBeGreaterThanOrEqual(3);
    expect(tasks.filter((task) => task.ambiguous).map(({ id }) => id)).toEqual([
      'ambiguous-who-pays-the-difference',
      'ambiguous-why-cancel',
    ]);
  });

  it('have the gold outcomes of their lock file, on the database it names', () => {
    const lock = JSON.parse(readFileSync(`${FOLDER}gold.lock.json`, 'utf8')) as JsonObject;
    expect(database.hash()).toBe(lock.database);
    expect(Object.fromEntries(tasks.map((task) => [task.id, task.gold.outcome.hash]))).toEqual(lock.tasks);
  });

  it('break no rule by their gold actions, and refuse by clauses that exist', () => {
    const clauses = retail.policy.clauses.map(({ id }) => id);
    for (const task of tasks) {
      expect(task.refusal === undefined || clauses.includes(task.refusal.clause)).toBe(true);
      const environment = new Environment(retail, database);
      const history: PastAction[] = [];
      for (const step of task.gold.steps) {
        const moment = {
          state: environment.state,
          action: step,
          history,
          said: '',
          options: environment.options,
        };
        expect([task.id, brokenRules(retail, moment)]).toEqual([task.id, []]);
        environment.call(step);
        history.push(step);
      }
    }
  });

  it('refer in the scenario only to ids that the database has', () => {
    const keys = new Set(Object.keys(retail.tables).flatMap((table) => [...database.rows(table).keys()]));
    for (const task of tasks) {
      const text = JSON.stringify(task.scenario as JsonValue);
      for (const [id] of text.matchAll(/#W\d+/g)) expect(keys).toContain(id);
    }
  });

  it('are passed by gold, with no policy rule broken', async () => {
    const agent = goldAgent({ domain: retail, tasks });
    for (const task of tasks) {
      expect([task.id, await attempt(agent, task)]).toEqual([task.id, { kind: 'pass', violations: [] }]);
    }
  });

  it('are failed by an agent that does nothing and by one that prints all it can read', async () => {
    for (const agent of [nullAgent(), spamAgent(retail)]) {
      for (const task of tasks) {
        expect([agent.name, task.id, (await attempt(agent, task)).kind]).toEqual([
          agent.name,
          task.id,
          'fail',
        ]);
      }
    }
  });

  async function attempt(agent: AgentKind, task: ReplayedTask) {
    const environment = new Environment(retail, database);
    const { id, scenario } = task;
    const trial = await runTrial({
      task: id,
      trial: 0,
      seed: 7,
      scenario,
      environment,
      agent,
      user: scriptedUser(),
    });
    const verdict = gradeTrial(task, { ...trial, ended: hasEnded(trial.stop) });
    return { kind: verdict.kind, violations: trial.violations };
  }
});
