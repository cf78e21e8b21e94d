import type { Note, ReplayedTask } from '../annotate/index.ts';
import type { Domain } from '../define/index.ts';
import { type NoteDecision, noteCode } from '../grade/notes/index.ts';
import type { Trial } from '../simulate/index.ts';
import { describeDifference, type Fault } from './fault.ts';

/** One error behind one failed or inconsistent note of one trial, small and concrete. */
export interface LowLevelError {
  /** `<task>/<trial>/<note>`, with the persona where there is one. */
  readonly id: string;
  readonly task: string;
  readonly trial: number;
  readonly persona: string | null;
  readonly note: string;
  /** A few words that name the kind of error, with the tool where one is concerned. */
  readonly label: string;
  /** One sentence about this trial. */
  readonly explanation: string;
  /** Turns it rests on. */
  readonly turns: readonly number[];
  readonly tool?: string;
  /** Id of the policy clause it touches. */
  readonly clause?: string;
  readonly by: 'code' | 'model';
}

/**
 * The errors behind a trial's failed notes, told by code: from the note's own check and the difference to gold that explains it.
 * Notes that several differences explain take the first.
 */
export function errorsByCode(
  domain: Domain,
  task: ReplayedTask,
  trial: Trial,
  notes: readonly Note[],
  decisions: readonly NoteDecision[],
  fault: Fault | undefined,
): LowLevelError[] {
  return decisions.flatMap((decision, index): LowLevelError[] => {
    const note = notes[index];
    if (decision.kind !== 'failed' || note === undefined) return [];
    const told = labelOf(domain, task, note, decision.why, fault);
    const base = {
      id: errorId(trial, note.id),
      task: trial.task,
      trial: trial.trial,
      persona: trial.persona,
      note: note.id,
      by: 'code' as const,
    };
    const turn = decision.turn ?? told.turn ?? fault?.turn ?? undefined;
    const { label, explanation, tool, clause } = told;
    return [
      {
        ...base,
        label,
        explanation,
        turns: turn === undefined ? [] : [turn],
        ...(tool !== undefined && { tool }),
        ...(clause !== undefined && { clause }),
      },
    ];
  });
}

export function errorId(trial: Pick<Trial, 'task' | 'trial' | 'persona'>, note: string): string {
  return [trial.task, ...(trial.persona === null ? [] : [trial.persona]), trial.trial, note].join('/');
}

interface Told extends Pick<LowLevelError, 'label' | 'explanation'> {
  readonly tool?: string;
  readonly clause?: string;
  readonly turn?: number;
}

function labelOf(
  domain: Domain,
  task: ReplayedTask,
  note: Note,
  why: string,
  fault: Fault | undefined,
): Told {
  const code = noteCode(note);
  if (code === undefined) return { label: 'statement not met', explanation: `${note.text} ${why}` };
  switch (code.check) {
    case 'argument':
      return argumentError(code.call.tool, code.argument, why, fault);
    case 'effect': {
      const step = task.gold.steps.find(({ index }) => note.id === `write-${index + 1}`);
      return effectError(step?.tool, why, fault);
    }
    case 'call':
      return {
        label: `${code.call.tool}: not called`,
        explanation: why,
        tool: code.call.tool,
      };
    case 'never':
      return { label: `${code.call.tool}: called though forbidden`, explanation: why, tool: code.call.tool };
    case 'order':
      return { label: `${code.first.tool}: too late`, explanation: why, tool: code.first.tool };
    case 'told': {
      const wrong = fault?.differences.find(
        (difference) => difference.kind === 'told-wrong' && difference.output === code.output,
      );
      return {
        label: wrong === undefined ? 'value not told to the user' : 'wrong value told to the user',
        explanation: why,
        ...(wrong?.kind === 'told-wrong' && wrong.turn !== undefined && { turn: wrong.turn }),
      };
    }
    case 'nothing-else': {
      const extra = fault?.differences.find(({ kind }) => kind === 'extra' || kind === 'wrong-argument');
      const tool = extra?.kind === 'extra' || extra?.kind === 'wrong-argument' ? extra.made.tool : undefined;
      return {
        label: tool === undefined ? 'change beyond the task' : `${tool}: change beyond the task`,
        explanation: why,
        ...(tool !== undefined && { tool }),
        ...(extra !== undefined && 'turn' in extra && extra.turn !== undefined && { turn: extra.turn }),
      };
    }
    case 'rule': {
      const rule = domain.rules.find(({ id }) => id === code.rule);
      return {
        label: `policy broken: ${code.rule}`,
        explanation: why,
        ...(rule !== undefined && { clause: rule.clause }),
      };
    }
  }
}

function argumentError(tool: string, argument: string, why: string, fault: Fault | undefined): Told {
  const called = fault?.differences.find(
    (difference) => difference.kind === 'wrong-argument' && difference.gold.tool === tool,
  );
  return called === undefined
    ? { label: `${tool}: not called`, explanation: why, tool }
    : {
        label: `${tool}: wrong ${argument}`,
        explanation: why,
        tool,
        ...(called.kind === 'wrong-argument' && { turn: called.turn }),
      };
}

function effectError(tool: string | undefined, why: string, fault: Fault | undefined): Told {
  const difference = fault?.differences.find(
    (candidate) => 'gold' in candidate && (tool === undefined || candidate.gold.tool === tool),
  );
  const gaveUp = fault?.differences.find(({ kind }) => kind === 'gave-up');
  const name = tool ?? 'write';
  const label =
    difference?.kind === 'wrong-argument'
      ? `${name}: wrong ${difference.arguments.join(', ')}`
      : difference?.kind === 'refused'
        ? `${name}: refused by the tool`
        : gaveUp?.kind === 'gave-up'
          ? `${name}: not called, agent ${gaveUp.how === 'transfer' ? 'handed over' : 'refused'}`
          : `${name}: not called`;
  return {
    label,
    explanation: difference === undefined ? why : `${describeDifference(difference)}; ${why}`,
    ...(tool !== undefined && { tool }),
    ...(difference !== undefined && 'turn' in difference && { turn: difference.turn }),
  };
}
