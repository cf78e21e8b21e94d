import {
  type GoldReplay,
  type ReplayedTask,
  replayTask,
  scenarioText,
  startEnvironment,
  type Task,
} from '../annotate/index.ts';
import type { Finding } from '../base/finding/index.ts';
import type { Domain, OptionValues, PastAction } from '../define/index.ts';
import { brokenRules, type Database, type Environment } from '../environment/index.ts';
import { findAlternatives } from './alternatives/alternatives.ts';
import { TaskReach } from './reach/reach.ts';
import type {
  Alternative,
  AuditContext,
  AuditedTask,
  GoldViolation,
  GoldWrite,
  WeighedAlternative,
} from './types.ts';

/** Replays a task once; reach, alternatives and their weighing are worked out when first asked for. */
export class TaskUnderAudit implements AuditedTask {
  readonly task: Task;
  readonly text: string;
  readonly start: Environment;
  readonly gold: GoldReplay;
  readonly replayed: ReplayedTask | undefined;
  readonly failures: readonly Finding[];
  readonly writes: readonly GoldWrite[];
  readonly violations: readonly GoldViolation[];
  readonly end: Environment;
  readonly #context: () => AuditContext;
  #reach: TaskReach | undefined;
  #alternatives: readonly Alternative[] | undefined;
  #weighed: readonly WeighedAlternative[] | undefined;

  /** @param context asked only after all tasks are made */
  constructor(
    domain: Domain,
    database: Database,
    task: Task,
    options: OptionValues,
    context: () => AuditContext,
  ) {
    this.task = task;
    this.text = scenarioText(task.scenario);
    this.start = startEnvironment(domain, database, task, options);
    const result = replayTask(domain, database, task, options);
    this.gold = result.ok ? result.task.gold : result.replay;
    this.failures = result.ok ? result.task.failures : result.failures;
    this.replayed = result.ok ? result.task : undefined;
    this.#context = context;
    const walk = walkGold(this.start, this.gold, this.text);
    this.writes = walk.writes;
    this.violations = walk.violations;
    this.end = walk.end;
  }

  get reach(): TaskReach {
    this.#reach ??= new TaskReach(this.start, this.text, this.gold);
    return this.#reach;
  }

  get alternatives(): readonly Alternative[] {
    this.#alternatives ??= findAlternatives(this);
    return this.#alternatives;
  }

  get weighed(): readonly WeighedAlternative[] {
    this.#weighed ??= weigh(this, this.#context());
    return this.#weighed;
  }
}

/** Walks through gold a second time, stopping before each action that writes or that a policy rule judges. */
function walkGold(start: Environment, gold: GoldReplay, said: string) {
  const writes: GoldWrite[] = [];
  const violations: GoldViolation[] = [];
  const environment = start.fork({ lazyText: true });
  const history: PastAction[] = [];
  for (const step of gold.steps) {
    if (!step.observation.failed) {
      for (const violation of brokenRules(start.domain, {
        state: environment.state,
        action: step,
        history,
        said,
        options: start.options,
      })) {
        violations.push({ ...violation, action: step.index });
      }
      if (step.effect === 'write' && start.domain.tool(step.tool)?.endsConversation !== true) {
        writes.push({ index: step.index, action: step, before: environment.fork() });
        environment.call(step);
      }
    }
    history.push(step);
  }
  return { writes, violations, end: environment };
}

const DOUBT = { error: 0, warning: 1, note: 2 } as const;

function weigh(audited: AuditedTask, context: AuditContext): WeighedAlternative[] {
  return audited.alternatives
    .map((alternative) => ({
      alternative,
      weighing: context.evidence.weighAlternative(alternative, audited, context),
    }))
    .sort((left, right) => rank(left) - rank(right));
}

/** Open alternatives first, the surest of them first. */
function rank({ weighing }: WeighedAlternative): number {
  if (weighing.ruledOut) return 10 + weighing.strength;
  return DOUBT[weighing.severity ?? 'warning'] * 2 + (1 - weighing.strength);
}
