import type { Task } from '../annotate/index.ts';
import { bySeverity, type Finding, quoteWord } from '../base/finding/index.ts';
import { type Domain, type OptionValues, resolveOptions } from '../define/index.ts';
import type { Database } from '../environment/index.ts';
import { scenarioEvidence } from './evidence/weigh.ts';
import { mutationScore } from './mutation.ts';
import { coverageOf } from './rules/clause-coverage.ts';
import { AUDIT_RULES } from './rules.ts';
import { TaskUnderAudit } from './task-under-audit.ts';
import type {
  AuditContext,
  AuditedTask,
  AuditResult,
  AuditRule,
  Evidence,
  RuleFinding,
  TaskAudit,
  WeighedAlternative,
} from './types.ts';

export interface AuditOptions {
  /** Values of the domain's options. */
  readonly options?: OptionValues;
  readonly evidence?: Evidence;
  /** Messages of agents to users in this domain, for measuring how often short outputs are told by accident. */
  readonly spoken?: readonly string[];
  readonly rules?: readonly AuditRule[];
  /** Work out how many small changes to gold the grader notices (default true). */
  readonly mutation?: boolean;
  /** The command line that audits these tasks, for findings' `again`; `--task ID` is added to it (default: the workspace's own tasks). */
  readonly command?: string;
  /** Called after each task. */
  readonly onTask?: (done: number, task: string) => void;
}

/**
 * Audits tasks without a model: replays gold, looks for other outcomes that tools and policy allow,
 * and asks the scenario which of them it rules out. Costs grow linearly with tasks, not with the database.
 */
export function auditTasks(
  domain: Domain,
  database: Database,
  tasks: readonly Task[],
  settings: AuditOptions = {},
): AuditResult {
  return auditIn(auditContext(domain, database, tasks, settings), settings);
}

/** Audits tasks whose alternatives are looked at elsewhere too: nothing is worked out twice. */
export function auditIn(
  context: AuditContext,
  settings: Omit<AuditOptions, 'options' | 'evidence' | 'spoken'> = {},
): AuditResult {
  // Most candidates are refused by a tool: taking a stack for each refusal would cost more than the call.
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  try {
    return runRules(context, settings);
  } finally {
    Error.stackTraceLimit = limit;
  }
}

function runRules(context: AuditContext, settings: AuditOptions): AuditResult {
  const { domain } = context;
  const rules = settings.rules ?? AUDIT_RULES;
  const command = settings.command ?? `taskwright audit ${domain.name}`;
  const byTask = new Map<string, Finding[]>(context.tasks.map(({ task }) => [task.id, []]));
  const findings: Finding[] = [];
  const add = (rule: AuditRule, found: readonly RuleFinding[], task?: string): void => {
    for (const item of found) {
      const finding = complete(rule, item, { domain: domain.name, command }, item.task ?? task);
      const list = finding.task === undefined ? findings : byTask.get(finding.task);
      list?.push(finding);
    }
  };
  for (const [index, audited] of context.tasks.entries()) {
    for (const rule of rules)
      if (rule.scope === 'task') add(rule, rule.check(audited, context), audited.task.id);
    settings.onTask?.(index + 1, audited.task.id);
  }
  for (const rule of rules) if (rule.scope !== 'task') add(rule, rule.check(context));
  return {
    domain: domain.name,
    tasks: context.tasks.map((audited) => ({
      id: audited.task.id,
      findings: bySeverity(byTask.get(audited.task.id) ?? []),
      open: openOf(audited),
      mutation: settings.mutation === false ? null : mutationScore(audited),
    })),
    findings: bySeverity(findings),
    coverage: coverageOf(context),
  };
}

/** What rules look at. Exported for rules' own tests and for other readers of alternatives. */
export function auditContext(
  domain: Domain,
  database: Database,
  tasks: readonly Task[],
  { options, evidence = scenarioEvidence, spoken = [] }: AuditOptions = {},
): AuditContext {
  const context: AuditContext = {
    domain,
    database,
    options: resolveOptions(domain, options),
    evidence,
    spoken,
    tasks: tasks.map((task) => new TaskUnderAudit(domain, database, task, options ?? {}, () => context)),
  };
  return context;
}

/** Alternatives that the scenario does not rule out, by task id, strongest doubt first. */
export function openAlternatives(result: AuditResult): ReadonlyMap<string, readonly WeighedAlternative[]> {
  return new Map(result.tasks.map((task: TaskAudit) => [task.id, task.open]));
}

function openOf(audited: AuditedTask): readonly WeighedAlternative[] {
  return audited.weighed.filter(({ weighing }) => !weighing.ruledOut);
}

function complete(
  rule: AuditRule,
  item: RuleFinding,
  { domain, command }: { readonly domain: string; readonly command: string },
  task: string | undefined,
): Finding {
  return {
    ...item,
    code: item.code ?? rule.code,
    severity: item.severity ?? rule.severity,
    domain,
    ...(task === undefined ? { again: command } : { task, again: `${command} --task ${quoteWord(task)}` }),
  };
}
