import { wishWithoutGold } from '../evidence/unmet-wish.ts';
import type { AuditContext, AuditedTask, RuleFinding, TaskRule } from '../types.ts';
import { shorten } from './describe.ts';

export const nullAgentPasses: TaskRule = {
  scope: 'task',
  code: 'null-agent-passes',
  sentence: 'An agent that does and says nothing does not pass, unless the task is a declared refusal',
  severity: 'error',
  check: (audited, context) => {
    const { task, gold } = audited;
    const graded = new Set(task.criteria ?? ['database', 'outputs']);
    if (gold.outcome.changes.length > 0 && graded.has('database')) return [];
    if (task.outputs.length > 0 && graded.has('outputs')) return [];
    if (graded.has('actions') && gold.steps.length > 0) return [];
    if ((graded.has('notes') || graded.has('assertions')) && task.notes.length > 0) return [];
    if (task.refusal !== undefined && task.refusal.evidence.trim() !== '') return [];
    return [passing(audited, context)];
  },
};

/**
 * A task of this project's own form can declare a refusal, so that silence is an error there. Outside formats have no
 * place for it: what the user asks is tried instead, and what policy refuses, or the author's notes call a refusal,
 * is only noted.
 */
function passing(audited: AuditedTask, context: AuditContext): RuleFinding {
  const { task, gold } = audited;
  const own = task.source === undefined;
  const wish = wishWithoutGold(audited, context);
  const [allowed] = wish.allowed;
  const [refused] = wish.refused;
  const base =
    gold.steps.length === 0
      ? 'gold does nothing and no output is asked, so an agent that does nothing passes'
      : `gold changes nothing and no output is asked, so an agent that does nothing passes (gold calls ${list(gold.steps.map(({ tool }) => tool))})`;
  if (allowed !== undefined) {
    return {
      ...(!own && { severity: 'warning' as const }),
      message: `${base}, though tools and policy accept what the user speaks of: ${allowed.tool} ${shorten(JSON.stringify(allowed.args), 160)}`,
      hint: 'say in the scenario why it is not to be done, or let gold do it; and ask for an output that only an agent who looked can tell',
      evidence: { accepted: wish.allowed.slice(0, 8).map(({ tool, args }) => ({ tool, args })) },
    };
  }
  if (refused !== undefined) {
    return {
      ...(!own && { severity: 'note' as const }),
      message: `${base}; policy clause ${refused.clause} does refuse what the user asks (${refused.message})`,
      hint: `declare the refusal with clause "${refused.clause}", and ask for an output that only an agent who looked can tell`,
      evidence: { refused: wish.refused.slice(0, 8).map((item) => ({ ...item })) },
    };
  }
  const declared = task.notes.find(({ text }) => REFUSAL.test(text));
  return {
    ...(!own && { severity: declared === undefined ? ('warning' as const) : ('note' as const) }),
    message: declared === undefined ? base : `${base}; a note calls it a refusal, but notes are not graded`,
    hint: own
      ? 'declare the refusal with its clause ("refusal"), and ask for an output that only an agent who looked can tell'
      : 'ask for an output that only an agent who looked can tell: a refusal changes nothing, and neither does an agent that does nothing',
  };
}

/** How authors write that something is not to be done. */
const REFUSAL = /\b(?:not|never|no|cannot|refuses?|den(?:y|ies)|rejects?|declines?)\b|n't\b/i;

function list(names: readonly string[]): string {
  return shorten([...new Set(names)].join(', '), 120);
}
