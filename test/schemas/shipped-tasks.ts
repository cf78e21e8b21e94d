import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, it } from 'vitest';
import { type ReplayedTask, replayTask, scenarioText } from '../../src/annotate/index.ts';
import type { JsonObject } from '../../src/base/json/index.ts';
import type { Domain, PastAction } from '../../src/define/index.ts';
import { brokenRules, type Database, Environment } from '../../src/environment/index.ts';
import { readTasks } from '../../src/formats/index.ts';
import { defaultDatabase } from '../../src/generate/index.ts';
import { gradeTrial } from '../../src/grade/index.ts';
import {
  type AgentKind,
  goldAgent,
  hasEnded,
  nullAgent,
  runTrial,
  scriptedUser,
  spamAgent,
} from '../../src/simulate/index.ts';

/** What the shipped tasks of a domain are tested on. */
export interface ShippedTasks {
  readonly database: Database;
  readonly tasks: readonly ReplayedTask[];
}

/** Holds the shipped tasks of a domain to what every shipped task must keep. @returns them, once tests run */
export function testShippedTasks(domain: Domain): () => ShippedTasks {
  const folder = fileURLToPath(new URL(`../../tasks/${domain.name}/`, import.meta.url));
  let database: Database;
  let tasks: readonly ReplayedTask[];

  beforeAll(async () => {
    database = await defaultDatabase(domain);
    tasks = readTasks(folder).tasks.map((task) => {
      const result = replayTask(domain, database, task);
      if (!result.ok)
        throw new Error(`${task.id}: ${result.failures.map(({ message }) => message).join('; ')}`);
      return result.task;
    });
  });

  it('have the gold outcomes of their lock file, on the database it names', () => {
    const lock = JSON.parse(readFileSync(`${folder}gold.lock.json`, 'utf8')) as JsonObject;
    expect(database.hash()).toBe(lock.database);
    expect(Object.fromEntries(tasks.map((task) => [task.id, task.gold.outcome.hash]))).toEqual(lock.tasks);
  });

  it('break no rule by their gold actions, and refuse by clauses that exist', () => {
    const clauses = domain.policy.clauses.map(({ id }) => id);
    for (const task of tasks) {
      expect(task.refusal === undefined || clauses.includes(task.refusal.clause)).toBe(true);
      const environment = new Environment(domain, database);
      const history: PastAction[] = [];
      for (const step of task.gold.steps) {
        const moment = {
          state: environment.state,
          action: step,
          history,
          said: scenarioText(task.scenario),
          options: environment.options,
        };
        expect([task.id, brokenRules(domain, moment)]).toEqual([task.id, []]);
        environment.call(step);
        history.push(step);
      }
    }
  });

  it('are passed by gold, with no policy rule broken', async () => {
    const agent = goldAgent({ domain: domain, tasks });
    for (const task of tasks) {
      expect([task.id, await attempt(agent, task)]).toEqual([task.id, { kind: 'pass', violations: [] }]);
    }
  });

  it('are failed by an agent that does nothing and by one that prints all it can read', async () => {
    for (const agent of [nullAgent(), spamAgent(domain)]) {
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
    const environment = new Environment(domain, database);
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

  return () => ({ database, tasks });
}

/** How many of a task's gold actions write. */
export function writesOf(task: ReplayedTask): number {
  return task.gold.steps.filter((step) => step.wrote).length;
}
