import { type Finding, type Severity, suggest } from '../../base/finding/index.ts';
import type { Domain } from '../../define/index.ts';
import { scenarioText, type Task } from '../task.ts';

type Complaint = Omit<Finding, 'code' | 'severity' | 'domain' | 'task'>;

/** One check of a task as written, told by an English sentence that must hold. */
export interface TaskRule {
  readonly code: string;
  readonly sentence: string;
  readonly severity: Severity;
  check(task: Task, domain: Domain): Iterable<Complaint>;
}

function* goldActions(task: Task) {
  for (const [index, action] of task.goldActions.entries())
    yield { action, index, where: `gold action ${index + 1}` };
  for (const { id, goldActions: actions } of task.accepts ?? []) {
    for (const [index, action] of actions.entries()) {
      yield { action, index, where: `action ${index + 1} of alternative "${id}"` };
    }
  }
}

/** All checks of a task's form. */
export const TASK_RULES: readonly TaskRule[] = [
  {
    code: 'gold-unknown-tool',
    sentence: 'Every gold action calls a tool that exists',
    severity: 'error',
    *check(task, domain) {
      const names = [...domain.tools, ...domain.userTools].map(({ name }) => name);
      for (const { action, index, where } of goldActions(task)) {
        if (names.includes(action.tool)) continue;
        yield {
          message: `${where} calls "${action.tool}", which does not exist`,
          action: index,
          hint: suggest(action.tool, names),
        };
      }
    },
  },
  {
    code: 'gold-wrong-arguments',
    sentence: 'The arguments of every gold action satisfy the tool’s schema',
    severity: 'error',
    *check(task, domain) {
      for (const { action, index, where } of goldActions(task)) {
        if (domain.tool(action.tool) === undefined || action.expectFailure === true) continue;
        for (const problem of domain.checkArguments(action.tool, action.args)) {
          yield {
            message: `${where}, tool "${action.tool}": ${problem.path === '(row)' ? '' : `${problem.path} `}${problem.expected}`,
            action: index,
            ...(problem.path !== '(row)' && { argument: problem.path.split('.')[0] as string }),
          };
        }
      }
    },
  },
  {
    code: 'empty-scenario',
    sentence: 'Every task has a scenario that says something',
    severity: 'error',
    *check(task) {
      if (scenarioText(task.scenario) === '') yield { message: 'the scenario is empty' };
    },
  },
  {
    code: 'nothing-to-grade',
    sentence: 'Every task asks for a change, an output or a declared refusal',
    severity: 'error',
    *check(task, domain) {
      if (task.refusal !== undefined || task.outputs.length > 0) return;
      if (task.goldActions.some((action) => domain.tool(action.tool)?.effect !== 'read')) return;
      yield {
        message: 'nothing is asked for: no gold write, no output, no declared refusal',
        hint: 'add an output, or "refusal": { "clause": …, "evidence": … } when the right end is to refuse',
      };
    },
  },
  {
    code: 'unknown-clause',
    sentence: 'Every clause a task names is a clause of the policy',
    severity: 'error',
    *check(task, domain) {
      const ids = domain.policy.clauses.map(({ id }) => id);
      const clause = task.refusal?.clause;
      if (clause !== undefined && !ids.includes(clause)) {
        yield {
          message: `the refusal rests on clause "${clause}", which the policy does not have`,
          hint: suggest(clause, ids),
        };
      }
    },
  },
  {
    code: 'duplicate-alternative',
    sentence: 'Every accepted alternative of a task has an id of its own',
    severity: 'error',
    *check(task) {
      const seen = new Set(['gold']);
      for (const { id } of task.accepts ?? []) {
        if (seen.has(id)) yield { message: `alternative id "${id}" is used twice` };
        seen.add(id);
      }
    },
  },
  {
    code: 'empty-output',
    sentence: 'Every output is a text that can be told',
    severity: 'error',
    *check(task) {
      for (const output of task.outputs)
        if (output.trim() === '') yield { message: 'an output is empty: any answer tells it' };
    },
  },
];

/** What is wrong with tasks as written, before anything is replayed. */
export function checkTasks(domain: Domain, tasks: readonly Task[]): Finding[] {
  return tasks.flatMap((task) =>
    TASK_RULES.flatMap((rule) =>
      [...rule.check(task, domain)].map((complaint) => ({
        code: rule.code,
        severity: rule.severity,
        domain: domain.name,
        task: task.id,
        ...complaint,
      })),
    ),
  );
}
