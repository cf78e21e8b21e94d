import type { JsonObject, JsonValue } from '../base/json/index.ts';
import type { Action } from '../define/index.ts';

/** The user's hidden side. Either one `instruction`, or the parts, or both. */
export interface Scenario {
  /** All in one text, as τ-bench writes it. */
  readonly instruction?: string;
  /** Why the user gets in touch. */
  readonly reason?: string;
  /** Facts the user knows and may tell. */
  readonly known?: string;
  /** Facts the user does not know and must not make up. */
  readonly unknown?: string;
  /** What the user prefers where there is a choice. */
  readonly preferences?: string;
  /** What the user does when the first wish is refused or impossible. */
  readonly fallback?: string;
  /** The user's first line, word for word. */
  readonly opening?: string;
  /** A persona that the task itself fixes, as text. */
  readonly persona?: string;
}

/** One action of the annotation. */
export interface GoldAction extends Action {
  /** Why it is right: the clause or the sentence of the scenario it follows from. */
  readonly because?: string;
  /** The call is meant to be refused by the tool; without this mark a refused gold action is a finding. */
  readonly expectFailure?: boolean;
  /** Arguments that must be equal where actions are compared; all of them when absent. */
  readonly compareArgs?: readonly string[];
}

/** Another final state that is accepted, with the actions that lead there. */
export interface AcceptedAlternative {
  readonly id: string;
  readonly because: string;
  readonly goldActions: readonly GoldAction[];
  readonly outputs?: readonly string[];
}

/** How a note is decided, and what it asks for. Kinds as in the TED paper and beyond; read by diagnosis and metrics. */
export interface Note {
  readonly id: string;
  /** One checkable sentence about a trial. */
  readonly text: string;
  readonly kind: 'milestone' | 'final' | 'forbidden' | 'order';
  /** Share of progress it stands for; 1 when absent. */
  readonly weight?: number;
  /** The note as code; a judge decides when absent. */
  readonly code?: JsonObject;
}

/** What a trial must satisfy to pass. */
export type Criterion = 'database' | 'outputs' | 'actions' | 'policy' | 'notes' | 'assertions';

/** Where a task came from, with all that our own form has no place for. */
export interface TaskSource {
  readonly format: string;
  readonly id: string;
  /** Fields of the original that the task does not carry elsewhere, so that writing it back loses nothing. */
  readonly extra?: JsonObject;
}

/** Rows to change before a trial starts: by table and key, merged into the row at every depth; `null` removes it. */
export interface InitialState {
  readonly rows?: Readonly<Record<string, Readonly<Record<string, JsonObject | null>>>>;
  /** Actions run before the trial starts. */
  readonly actions?: readonly Action[];
}

/** A scenario with its gold annotation, as written. */
export interface Task {
  readonly id: string;
  readonly scenario: Scenario;
  readonly goldActions: readonly GoldAction[];
  /** Texts the agent must tell the user. */
  readonly outputs: readonly string[];
  readonly notes: readonly Note[];
  readonly tags: readonly string[];
  /** Other accepted final states. */
  readonly accepts?: readonly AcceptedAlternative[];
  /** The right end is to refuse: says by which clause, and by what the refusal can be told from doing nothing. */
  readonly refusal?: { readonly clause: string; readonly evidence: string };
  /** Which checks decide a pass; database and outputs when absent. */
  readonly criteria?: readonly Criterion[];
  readonly initialState?: InitialState;
  /** The author's statement that this task is ambiguous on purpose, and where. */
  readonly ambiguous?: { readonly argument?: string; readonly because: string };
  /** Values of the domain's options this task was written for. */
  readonly options?: Readonly<Record<string, string | number | boolean | null>>;
  /** A failing gold action is skipped when replaying, as the format the task came from does. Still a finding. */
  readonly skipFailingGold?: boolean;
  readonly source?: TaskSource;
  /** Further fields are kept as they are. */
  readonly extra?: JsonObject;
}

/** The scenario as one text, parts in reading order. */
export function scenarioText(scenario: Scenario): string {
  const { instruction, reason, known, unknown, preferences, fallback, persona } = scenario;
  return [instruction, reason, known, unknown, preferences, fallback, persona]
    .filter((part): part is string => part !== undefined && part.trim() !== '')
    .join('\n');
}

/** A task as JSON, in the order fields are written to a file. */
export function taskToJson(task: Task): JsonValue {
  return JSON.parse(JSON.stringify(task)) as JsonValue;
}
