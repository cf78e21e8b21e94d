import type { GoldAction, Note, ReplayedTask } from '../../annotate/index.ts';
import { replayActions } from '../../annotate/index.ts';
import type { Finding } from '../../base/finding/index.ts';
import type { JsonObject, JsonValue } from '../../base/json/index.ts';
import type { Domain, Transcript, Turn } from '../../define/index.ts';
import type { Environment } from '../../environment/index.ts';
import { decideNotes, type NoteDecision } from './decide.ts';
import { progressOf } from './progress.ts';
import { timelineOf } from './timeline.ts';

/** A gold action left out or altered. */
export interface Mutant {
  /** Index of the gold action. */
  readonly action: number;
  /** Absent when the action was left out. */
  readonly argument?: string;
  /** `caught`: a note failed; `missed`: none did; `equivalent`: the outcome is the same as gold's. */
  readonly result: 'caught' | 'missed' | 'equivalent';
}

/** How well a task's notes tell right from wrong, found by trying them. */
export interface NoteTrial {
  /** Progress of a replay of gold: 1 when the notes are sound. */
  readonly gold: number | null;
  /** Progress of an agent that does and says nothing: 0 when the notes ask for something. */
  readonly nothing: number | null;
  readonly mutants: readonly Mutant[];
  /** Caught mutants among those that change the outcome; `null` when there is none. */
  readonly mutationScore: number | null;
  readonly findings: readonly Finding[];
}

/**
 * Tries the notes of a task that have code: on gold, on doing nothing, and on gold with each action that leaves a trace
 * left out or altered in each argument. Notes for a judge take no part.
 */
export function tryNotes(
  domain: Domain,
  task: ReplayedTask,
  notes: readonly Note[],
  start: Environment,
): NoteTrial {
  const coded = notes.filter((note) => note.code !== undefined);
  const decide = (actions: readonly GoldAction[], outputs: readonly string[]): NoteDecision[] =>
    decideNotes(coded, staged(start, actions, outputs));
  const gold = decide(task.goldActions, task.outputs);
  const nothing = decide([], []);
  const mutants = mutantsOf(domain, task).map(({ actions, ...mutant }): Mutant => {
    const failed = decide(actions, task.outputs).some(({ kind }) => kind === 'failed');
    if (failed) return { ...mutant, result: 'caught' };
    const { outcome } = replayActions(start.fork(), actions);
    return { ...mutant, result: outcome.hash === task.gold.outcome.hash ? 'equivalent' : 'missed' };
  });
  const real = mutants.filter(({ result }) => result !== 'equivalent');
  const caught = real.filter(({ result }) => result === 'caught').length;
  const trial = {
    gold: progressOf(coded, gold).progress,
    nothing: progressOf(coded, nothing).progress,
    mutants,
    mutationScore: real.length === 0 ? null : caught / real.length,
  };
  return { ...trial, findings: findingsOf(task, trial, gold) };
}

/** A trial in which the agent makes these calls and tells these outputs, in one turn. */
function staged(
  start: Environment,
  actions: readonly GoldAction[],
  outputs: readonly string[],
): Parameters<typeof decideNotes>[1] {
  const replay = replayActions(start.fork(), actions);
  const transcript: Turn[] = [{ role: 'user', text: '' }];
  for (const step of replay.steps) {
    const id = `call-${step.index}`;
    transcript.push({ role: 'agent', calls: [{ id, tool: step.tool, args: step.args }] });
    const { observation, tool, wrote } = step;
    transcript.push({ role: 'tool', call: id, tool, observation, changed: wrote });
  }
  for (const text of outputs) transcript.push({ role: 'agent', text });
  const trial: { transcript: Transcript; outcome: typeof replay.outcome } = {
    transcript,
    outcome: replay.outcome,
  };
  return { timeline: timelineOf(trial, start), violations: [] };
}

interface Draft extends Omit<Mutant, 'result'> {
  readonly actions: readonly GoldAction[];
}

function mutantsOf(domain: Domain, task: ReplayedTask): Draft[] {
  const traced = task.gold.steps.filter(
    (step) => step.wrote || domain.tool(step.tool)?.endsConversation === true,
  );
  return traced.flatMap((step): Draft[] => {
    const without = task.goldActions.filter((_, index) => index !== step.index);
    const drafts: Draft[] = [{ action: step.index, actions: without }];
    if (!step.wrote) return drafts;
    for (const [argument, value] of Object.entries(step.args)) {
      for (const altered of alterations(value)) {
        const args: JsonObject = { ...step.args, [argument]: altered };
        const actions = task.goldActions.map((action, index) =>
          index === step.index ? { ...action, args } : action,
        );
        drafts.push({ action: step.index, argument, actions });
      }
    }
    return drafts;
  });
}

/** Values near a given one: neighbours of numbers, other texts, shorter and altered lists and objects. */
function alterations(value: JsonValue): JsonValue[] {
  if (typeof value === 'number') return [value + 1, value - 1];
  if (typeof value === 'boolean') return [!value];
  if (typeof value === 'string') return [`${value}x`];
  if (value === null) return [];
  if (Array.isArray(value)) {
    const items = value as readonly JsonValue[];
    if (items.length === 0) return [];
    const altered = alterations(items[0] as JsonValue).map((item) => [item, ...items.slice(1)]);
    return [items.slice(0, -1), ...altered.slice(0, 1)];
  }
  return Object.entries(value as JsonObject).flatMap(([name, part]) =>
    alterations(part)
      .slice(0, 1)
      .map((altered) => ({ ...(value as JsonObject), [name]: altered })),
  );
}

function findingsOf(
  task: ReplayedTask,
  trial: Omit<NoteTrial, 'findings'>,
  gold: readonly NoteDecision[],
): Finding[] {
  const findings: Finding[] = [];
  const add = (code: string, message: string, hint: string): number =>
    findings.push({ code, severity: 'error', message, hint, task: task.id });
  for (const decision of gold) {
    if (decision.kind !== 'failed') continue;
    add(
      'note-fails-gold',
      `note "${decision.note}" fails on gold itself: ${decision.why}`,
      'mend the note or the gold actions',
    );
  }
  if (trial.nothing !== null && trial.nothing > 0) {
    add(
      'note-met-by-nothing',
      'an agent that does nothing makes progress',
      'make the note forbidden, or ask for an action',
    );
  }
  for (const mutant of trial.mutants) {
    if (mutant.result !== 'missed') continue;
    const what = mutant.argument === undefined ? 'leaving it out' : `another ${mutant.argument}`;
    add(
      'note-misses-mistake',
      `no note notices ${what} in gold action ${mutant.action + 1}`,
      'add a note on what the action changes',
    );
  }
  return findings;
}
