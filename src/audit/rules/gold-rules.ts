import type { GoldStep } from '../../annotate/index.ts';
import type { Domain } from '../../define/index.ts';
import type { AuditedTask, GoldWrite, RuleFinding, TaskRule } from '../types.ts';
import { shorten } from './describe.ts';

export const goldActionError: TaskRule = {
  scope: 'task',
  code: 'gold-action-error',
  sentence: 'Every gold action succeeds on a fresh database, unless it is marked to fail',
  severity: 'error',
  check: ({ failures, gold, text }) =>
    failures.map((finding): RuleFinding => {
      const step = finding.action === undefined ? undefined : gold.steps[finding.action];
      const { code: _code, severity: _severity, domain: _domain, task: _task, ...rest } = finding;
      const shown = step === undefined ? rest : { ...rest, hint: withArguments(rest.hint, step) };
      if (step?.effect !== 'read') return { ...shown, severity: 'error' };
      // A user who is told to give a wrong fact makes the look-up fail: that is part of the story.
      return { ...shown, severity: saysAll(text, step) ? 'note' : 'warning' };
    }),
};

/** A tool's answer seldom says which value it found wrong. */
function withArguments(hint = '', { args }: GoldStep): string {
  return hint.replace('change the arguments', `change the arguments ${shorten(JSON.stringify(args), 160)}`);
}

/** Whether the scenario says every value of a call. */
function saysAll(text: string, { args }: GoldStep): boolean {
  const said = text.toLowerCase();
  const values = Object.values(args);
  // An id is said with or without the mark before it.
  const bare = (value: unknown): string => String(value).toLowerCase().replace(/^#/, '');
  return values.length > 0 && values.every((value) => said.includes(bare(value)));
}

export const goldViolatesPolicy: TaskRule = {
  scope: 'task',
  code: 'gold-violates-policy',
  sentence: 'No gold action breaks a rule of the policy',
  severity: 'error',
  check: ({ violations, gold }, { domain }) =>
    violations.map(({ action, rule, clause, message, tool, argument }) => ({
      action,
      ...(argument !== undefined && { argument }),
      message: `gold action ${action + 1} (${tool}) breaks policy clause ${clause}${quoted(domain, clause)}: ${message}`,
      hint: 'change gold so that it keeps to the policy, or the scenario so that the policy allows it',
      evidence: {
        rule,
        clause,
        text: domain.policy.clauses.find(({ id }) => id === clause)?.text ?? '',
        args: gold.steps[action]?.args ?? null,
      },
    })),
};

/** The clause's own words, for authors who do not know it by its id. */
function quoted({ policy }: Domain, clause: string): string {
  const text = policy.clauses.find(({ id }) => id === clause)?.text;
  return text === undefined ? '' : ` ("${shorten(text.replaceAll(/\s+/g, ' ').trim(), 200)}")`;
}

export const goldNoEffect: TaskRule = {
  scope: 'task',
  code: 'gold-no-effect',
  sentence: 'Every gold write changes the database',
  severity: 'warning',
  check: (audited) =>
    audited.writes
      .filter((write) => !changes(write))
      .map(({ index, action }) => ({
        action: index,
        message: `gold action ${index + 1} (${action.tool}) succeeds but changes nothing`,
        hint: `take the action out of gold, or change its arguments so that it does what the user asks`,
        evidence: { args: action.args, repair: { removeGoldAction: index } },
      })),
};

function changes(write: GoldWrite): boolean {
  const after = write.before.fork({ lazyText: true });
  after.call(write.action);
  return !write.before.state.equals(after.state);
}

export const goldDroppable: TaskRule = {
  scope: 'task',
  code: 'gold-droppable',
  sentence: 'Gold ends elsewhere when one of its writes is left out',
  severity: 'warning',
  check: (audited) =>
    audited.writes.length < 2
      ? []
      : audited.writes
          .filter((write) => changes(write) && endsAlikeWithout(audited, write))
          .map(({ index, action }) => ({
            action: index,
            message: `gold ends in the same state without action ${index + 1} (${action.tool}): grading cannot see whether it was made`,
            hint: 'take the action out of gold, or ask for an output that tells of it: no final state can',
            evidence: { args: action.args, repair: { removeGoldAction: index } },
          })),
};

function endsAlikeWithout(audited: AuditedTask, left: GoldWrite): boolean {
  const environment = left.before.fork({ lazyText: true });
  for (const write of audited.writes) if (write.index > left.index) environment.call(write.action);
  return audited.end.state.equals(environment.state);
}

export const ungradedRequirement: TaskRule = {
  scope: 'task',
  code: 'ungraded-requirement',
  sentence: 'Everything that gold demands is graded by one of the criteria',
  severity: 'warning',
  check: ({ task, gold, start }) => {
    const graded = new Set(task.criteria ?? ['database', 'outputs']);
    const found: RuleFinding[] = [];
    if (task.outputs.length > 0 && !graded.has('outputs')) {
      found.push({
        message: `outputs ${task.outputs.map((output) => `"${output}"`).join(', ')} are listed but no criterion grades outputs`,
        hint: 'add "outputs" to the criteria, or take the outputs away',
      });
    }
    if (gold.outcome.changes.length > 0 && !graded.has('database') && !graded.has('actions')) {
      found.push({
        message: 'gold changes the database but no criterion looks at it',
        hint: 'add "database" to the criteria',
      });
    }
    const handover = gold.steps.find(({ tool }) => start.domain.tool(tool)?.endsConversation === true);
    if (handover !== undefined && !graded.has('actions')) {
      found.push({
        severity: 'note',
        action: handover.index,
        message: `gold ends with ${handover.tool}, which no criterion grades: an agent that does not hand over passes too`,
        hint: 'add "actions" to the criteria, or ask for an output',
      });
    }
    return found;
  },
};
