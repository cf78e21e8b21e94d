import type { GoldStep, Note, ReplayedTask } from '../../annotate/index.ts';
import { scenarioText } from '../../annotate/index.ts';
import { equalJson, type JsonObject, type JsonValue } from '../../base/json/index.ts';
import type { Domain } from '../../define/index.ts';
import { type Change, type Environment, judges } from '../../environment/index.ts';
import { mentions } from './mentions.ts';
import type { CallPattern, NoteCode, PlacedValue } from './note-code.ts';

export interface DraftOptions {
  /** Also a note per policy clause that no rule enforces; those need a judge. */
  readonly clauses?: boolean;
}

/**
 * Drafts a task's notes from its gold annotation, without a model:
 * one per gold write, one per argument that the user or the policy fixes, one per output, one for order where order matters,
 * one "nothing else changes", and one per policy rule that its writes fall under. A task that neither writes nor tells gets
 * its gold reads and a note for a judge.
 * @param start the environment the task starts in; it is left untouched
 */
export function draftNotes(
  domain: Domain,
  task: ReplayedTask,
  start: Environment,
  { clauses = false }: DraftOptions = {},
): Note[] {
  const effects = effectsOf(task, start);
  const writes = task.gold.steps.filter((step) => effects.has(step.index));
  const notes = writes.flatMap((step) => notesOfWrite(domain, task, step, effects));
  notes.push(...orderNotes(task, writes, start));
  for (const [index, output] of task.outputs.entries()) {
    notes.push(
      milestone(`told-${index + 1}`, `The agent tells the user "${output}".`, { check: 'told', output }),
    );
  }
  notes.push(...endingNotes(domain, task));
  const asksForNothing = notes.length === 0;
  if (asksForNothing) notes.push(...readNotes(domain, task));
  if (asksForNothing || task.refusal !== undefined) notes.push(refusalNote(task));
  notes.push(
    forbidden('nothing-else', 'Nothing else in the database changes.', {
      check: 'nothing-else',
      places: task.gold.outcome.changes.map(withoutBefore),
    }),
  );
  notes.push(...policyNotes(domain, writes));
  if (clauses) notes.push(...clauseNotes(domain));
  return notes;
}

/**
 * The notes a task is judged by: its own, and the drafted ones beside them as long as none of its own is code (an author who
 * writes code has taken over).
 */
export function notesFor(
  domain: Domain,
  task: ReplayedTask,
  start: Environment,
  options: DraftOptions = {},
): readonly Note[] {
  if (task.notes.some(({ code }) => code !== undefined)) return task.notes;
  const own = new Set(task.notes.map(({ id }) => id));
  const drafted = draftNotes(domain, task, start, options).filter(({ id }) => !own.has(id));
  return [...task.notes, ...drafted];
}

/** Which final values each successful gold write left behind, by its index; the last writer of a place owns it. */
function effectsOf(task: ReplayedTask, start: Environment): Map<number, PlacedValue[]> {
  const environment = start.fork();
  const owners = new Map<string, { readonly index: number; readonly after: JsonValue | undefined }>();
  const effects = new Map<number, PlacedValue[]>();
  for (const step of task.gold.steps) {
    if (!environment.call(step).wrote) continue;
    effects.set(step.index, []);
    for (const change of environment.outcome().changes) {
      const place = placeName(change);
      const owner = owners.get(place);
      if (owner !== undefined && equalJson(owner.after, change.after)) continue;
      owners.set(place, { index: step.index, after: change.after });
    }
  }
  for (const change of task.gold.outcome.changes) {
    const owner = owners.get(placeName(change));
    if (owner !== undefined) effects.get(owner.index)?.push(withoutBefore(change));
  }
  return effects;
}

function notesOfWrite(
  domain: Domain,
  task: ReplayedTask,
  step: GoldStep,
  effects: ReadonlyMap<number, readonly PlacedValue[]>,
): Note[] {
  const values = effects.get(step.index) ?? [];
  const id = `write-${step.index + 1}`;
  const entity = entityArguments(step, task.gold.outcome.changes);
  const text = `The agent makes the change of ${step.tool}${describeArguments(entity)}.`;
  const write: Note =
    values.length > 0
      ? { id, text, kind: 'final', code: asCode({ check: 'effect', values }) }
      : milestone(id, text, { check: 'call', call: { tool: step.tool, args: step.args } });
  const fixed = Object.entries(step.args).flatMap(([argument, value]) => {
    if (Object.hasOwn(entity, argument)) return [];
    const by = fixedBy(domain, task, step.tool, argument, value);
    return by === undefined ? [] : [{ argument, value, by }];
  });
  const args = fixed.map(({ argument, value, by }) => ({
    ...milestone(
      `${id}-${argument}`,
      `In ${step.tool}${describeArguments(entity)} the agent gives ${argument} ${JSON.stringify(value)}, as the ${by} fixes it.`,
      { check: 'argument', call: { tool: step.tool, args: entity }, argument, value, write: id },
    ),
    // The arguments of one write weigh together as much as the write.
    weight: 1 / fixed.length,
  }));
  return [write, ...args];
}

/** Arguments that name an existing row the task changes: they say which call is meant. */
function entityArguments(step: GoldStep, changes: readonly Change[]): JsonObject {
  const keys = new Set(changes.filter((change) => change.path.length > 0).map(({ key }) => key));
  return Object.fromEntries(
    Object.entries(step.args).filter(([, value]) => typeof value === 'string' && keys.has(value)),
  );
}

function fixedBy(
  domain: Domain,
  task: ReplayedTask,
  tool: string,
  argument: string,
  value: JsonValue,
): 'user' | 'policy' | undefined {
  if (mentions(scenarioText(task.scenario), value)) return 'user';
  const ruled = domain.rules.some((rule) => rule.argument === argument && judges(rule, tool, true));
  return ruled ? 'policy' : undefined;
}

/** Pairs of neighbouring writes whose order matters: in the other order one fails or the outcome is another. */
function orderNotes(task: ReplayedTask, writes: readonly GoldStep[], start: Environment): Note[] {
  return writes.slice(1).flatMap((second, at) => {
    const first = writes[at] as GoldStep;
    const swapped = task.gold.steps.filter((step) => step !== second);
    swapped.splice(swapped.indexOf(first), 0, second);
    const environment = start.fork();
    const failed = swapped.some(
      (step) => environment.call(step).observation.failed !== step.observation.failed,
    );
    if (!failed && environment.outcome().hash === task.gold.outcome.hash) return [];
    const pattern = ({ tool, args }: GoldStep): CallPattern => ({ tool, args });
    return [
      {
        id: `order-${first.index + 1}-${second.index + 1}`,
        text: `The agent calls ${first.tool} before ${second.tool}.`,
        kind: 'order' as const,
        weight: 0.5,
        code: asCode({ check: 'order', first: pattern(first), second: pattern(second) }),
      },
    ];
  });
}

/** Handing over to a person is an action of its own, though it changes nothing. */
function endingNotes(domain: Domain, task: ReplayedTask): Note[] {
  const names = new Set(
    task.gold.steps
      .filter(({ tool }) => domain.tool(tool)?.endsConversation === true)
      .map(({ tool }) => tool),
  );
  return [...names].map((tool) =>
    milestone(`end-${tool}`, `The agent ends with ${tool}.`, { check: 'call', call: { tool, args: {} } }),
  );
}

function readNotes(domain: Domain, task: ReplayedTask): Note[] {
  const seen = new Set<string>();
  return task.gold.steps.flatMap((step) => {
    const standalone = domain.tool(step.tool)?.standalone === true;
    const name = `${step.tool} ${JSON.stringify(step.args)}`;
    if (standalone || step.observation.failed || seen.has(name)) return [];
    seen.add(name);
    return [
      milestone(`read-${step.index + 1}`, `The agent looks up ${step.tool}${describeArguments(step.args)}.`, {
        check: 'call',
        call: { tool: step.tool, args: step.args },
      }),
    ];
  });
}

function refusalNote(task: ReplayedTask): Note {
  const { refusal } = task;
  const text =
    refusal === undefined
      ? 'The agent tells the user that what was asked for is not done, and why.'
      : `The agent refuses as clause "${refusal.clause}" asks: ${refusal.evidence}`;
  return { id: 'refusal', text, kind: 'milestone' };
}

function policyNotes(domain: Domain, writes: readonly GoldStep[]): Note[] {
  const rules = domain.rules.filter((rule) =>
    writes.length === 0 ? rule.tools === undefined : writes.some(({ tool }) => judges(rule, tool, true)),
  );
  return rules.map((rule) => forbidden(`policy-${rule.id}`, rule.sentence, { check: 'rule', rule: rule.id }));
}

function clauseNotes(domain: Domain): Note[] {
  const enforced = new Set(domain.rules.map(({ clause }) => clause));
  return domain.policy.clauses
    .filter(({ id }) => !enforced.has(id))
    .map(({ id, text }) => ({
      id: `clause-${id}`,
      text: `The agent keeps to: ${text}`,
      kind: 'forbidden' as const,
    }));
}

function milestone(id: string, text: string, code: NoteCode): Note {
  return { id, text, kind: 'milestone', code: asCode(code) };
}

function forbidden(id: string, text: string, code: NoteCode): Note {
  return { id, text, kind: 'forbidden', code: asCode(code) };
}

function asCode(code: NoteCode): JsonObject {
  return code as unknown as JsonObject;
}

function placeName(change: Change): string {
  return JSON.stringify([change.table, change.key, change.path]);
}

function withoutBefore({ table, key, path, after }: Change): PlacedValue {
  return { table, key, path, ...(after !== undefined && { after }) };
}

function describeArguments(args: JsonObject): string {
  const list = Object.entries(args).map(([name, value]) => `${name} ${JSON.stringify(value)}`);
  return list.length === 0 ? '' : ` for ${list.join(', ')}`;
}
