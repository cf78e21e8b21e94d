import type { Scenario, Task } from '../annotate/index.ts';
import type { Finding } from '../base/finding/index.ts';
import { isJsonObject } from '../base/json/index.ts';

/** One change to a task, small enough to be made in its file without touching the rest. */
export type TaskEdit =
  | { readonly kind: 'set-scenario'; readonly field: keyof Scenario; readonly text: string }
  | { readonly kind: 'remove-gold-action'; readonly index: number };

/** A suggestion that was tried. */
export interface TriedRepair {
  readonly finding: Finding;
  readonly edit: TaskEdit;
  /** Why it was not kept; absent where it was. */
  readonly refused?: string;
}

export interface RepairedTask {
  readonly task: Task;
  /** Edits that were kept, in the order to make them. */
  readonly edits: readonly TaskEdit[];
  readonly tried: readonly TriedRepair[];
}

/**
 * Applies what findings suggest, one after the other: a sentence added to the scenario, a gold action taken out. Each
 * is audited at once, and kept only when its finding is gone and none has come in its place. What is left has no
 * suggestion that helps, so that a second run changes nothing.
 * @param audit findings of a task as it then is
 */
export function repairTask(task: Task, audit: (task: Task) => readonly Finding[]): RepairedTask {
  let tried: TriedRepair[] = [];
  const edits: TaskEdit[] = [];
  const seen = new Set<string>();
  let now = task;
  let findings = audit(now);
  for (;;) {
    const next = suggestions(now, findings).find(({ key }) => !seen.has(key));
    if (next === undefined) return { task: now, edits, tried };
    const { finding, edit, key } = next;
    seen.add(key);
    const mended = applyEdit(now, edit);
    const after = audit(mended);
    const refused = worse(findings, after, finding);
    tried.push({ finding, edit, ...(refused !== undefined && { refused }) });
    if (refused !== undefined) continue;
    now = mended;
    findings = after;
    edits.push(edit);
    // What did not help before may help now. Each edit kept leaves fewer findings, so that this ends.
    seen.clear();
    tried = tried.filter((each) => each.refused === undefined);
  }
}

/** The task with one change made. */
export function applyEdit(task: Task, edit: TaskEdit): Task {
  return edit.kind === 'set-scenario'
    ? { ...task, scenario: { ...task.scenario, [edit.field]: edit.text } }
    : { ...task, goldActions: task.goldActions.filter((_, index) => index !== edit.index) };
}

interface Suggestion {
  readonly finding: Finding;
  readonly edit: TaskEdit;
  /** What tells it from others: tried once, whatever else has changed since. */
  readonly key: string;
}

function suggestions(task: Task, findings: readonly Finding[]): Suggestion[] {
  return findings.flatMap((finding): Suggestion[] => {
    const repair = finding.evidence?.repair;
    if (finding.severity === 'note' || !isJsonObject(repair)) return [];
    const { addToScenario, removeGoldAction } = repair;
    if (typeof removeGoldAction === 'number') {
      const action = JSON.stringify(task.goldActions[removeGoldAction]);
      const edit = { kind: 'remove-gold-action', index: removeGoldAction } as const;
      return [{ finding, edit, key: `${finding.code} ${removeGoldAction} ${action}` }];
    }
    const sentence = typeof addToScenario === 'string' ? readySentence(addToScenario) : undefined;
    if (sentence === undefined) return [];
    const field = fieldFor(task.scenario);
    const text = [task.scenario[field]?.trim() ?? '', sentence].filter((part) => part !== '').join(' ');
    const { code, action, argument } = finding;
    const key = JSON.stringify([code, action, argument, sentence]);
    return [{ finding, edit: { kind: 'set-scenario', field, text }, key }];
  });
}

/** The sentence inside a hint such as `add: "You want the red one."`. */
function readySentence(hint: string): string | undefined {
  return /^add: "(.+)"$/.exec(hint.trim())?.[1];
}

function fieldFor({ instruction, preferences }: Scenario): 'instruction' | 'preferences' {
  return instruction !== undefined && preferences === undefined ? 'instruction' : 'preferences';
}

/** Why a change is not kept. Places shift when an action goes, so that findings are counted by code. */
function worse(before: readonly Finding[], after: readonly Finding[], mended: Finding): string | undefined {
  const [was, is] = [byCode(before), byCode(after)];
  if ((is.get(mended.code) ?? 0) >= (was.get(mended.code) ?? 0)) return 'the finding stays';
  for (const [code, count] of is) if (count > (was.get(code) ?? 0)) return `${code} would come in its place`;
  return undefined;
}

function byCode(findings: readonly Finding[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { code, severity } of findings)
    if (severity !== 'note') counts.set(code, (counts.get(code) ?? 0) + 1);
  return counts;
}
