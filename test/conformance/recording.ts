import { equalJson, type JsonObject, type JsonValue, parseJson } from '../../src/base/json/index.ts';
import type { Domain, Observation, OptionValues } from '../../src/define/index.ts';
import {
  type Change,
  canonicalRow,
  type Database,
  diffRows,
  Environment,
  type State,
} from '../../src/environment/index.ts';

/** One difference as the reference data records it. */
export interface RecordedChange {
  readonly path: readonly (string | number)[];
  readonly before?: JsonValue;
  readonly after?: JsonValue;
}

/** One recorded tool call. */
export interface RecordedCall {
  readonly seq: number;
  readonly n: number;
  readonly start: 'fresh' | 'continue';
  readonly tool: string;
  readonly kwargs: JsonObject;
  readonly mode: string;
  readonly observation: string | { readonly exception?: string; readonly message?: string };
  readonly error?: boolean;
  readonly mutated?: boolean;
  readonly diff?: readonly RecordedChange[];
  readonly diff_since_fresh?: readonly RecordedChange[];
}

/** How a call may differ from its recording on purpose. */
export type Difference =
  /** Arguments break the tool's own schema: refused here, taken there. */
  | 'arguments refused'
  /** A call that raised left writes behind there; here none. */
  | 'partial write undone'
  /** A result that no text can carry. */
  | 'unprintable result';

export interface Comparison {
  /** Calls that differ on purpose, by kind. */
  readonly intended: Record<string, number>;
  /** Calls that differ otherwise: there should be none. */
  readonly unexpected: string[];
  /** Refusals by a tool's own rules, ours with theirs in plain words, counted where the words differ. */
  readonly otherWords: Record<string, number>;
  calls: number;
}

/** Replays recorded calls and compares observations and differences one by one. */
export function compareCalls(
  domain: Domain,
  database: Database,
  calls: readonly RecordedCall[],
  options: OptionValues,
): Comparison {
  const result: Comparison = { intended: {}, unexpected: [], otherWords: {}, calls: 0 };
  let sequence: Sequence = { environment: new Environment(domain, database, { options }), apart: new Set() };
  for (const call of calls) {
    if (call.start === 'fresh') {
      sequence = { environment: new Environment(domain, database, { options }), apart: new Set() };
    }
    for (const problem of compareCall(sequence, call, result)) {
      result.unexpected.push(`seq ${call.seq} n ${call.n} ${call.tool} (${call.mode}): ${problem}`);
    }
    result.calls += 1;
  }
  return result;
}

/** A recorded sequence at work here. */
interface Sequence {
  readonly environment: Environment;
  /** Keys of rows that a call refused here has changed there, where the change of that call was not recorded. */
  readonly apart: Set<string>;
}

function* compareCall(sequence: Sequence, recorded: RecordedCall, result: Comparison): Generator<string> {
  const { environment, apart } = sequence;
  const before = environment.state.fork();
  const { observation } = environment.call({ tool: recorded.tool, args: recorded.kwargs });
  const there = recordedChanges(recorded.diff ?? []);
  const kind = intendedDifference(recorded, observation.cause, there);
  if (kind !== undefined) {
    result.intended[kind] = (result.intended[kind] ?? 0) + 1;
    applyChanges(environment.state, there);
    if (recorded.mutated === undefined) apart.add(String(recorded.kwargs.order_id));
  } else {
    yield* compareObservation(observation, recorded, result);
    if (recorded.mutated !== undefined)
      yield* compareChanges(changesBetween(before, environment.state), there);
  }
  if (recorded.diff_since_fresh === undefined) return;
  const together = ({ path }: RecordedChange): boolean => !apart.has(String(path[1]));
  yield* compareChanges(
    asRecorded(environment.outcome().changes).filter(together),
    recordedChanges(recorded.diff_since_fresh).filter(together),
  );
}

function* compareObservation(
  { text, failed, cause }: Observation,
  recorded: RecordedCall,
  result: Comparison,
): Generator<string> {
  const failedThere = failedIn(recorded);
  if (failed !== failedThere || (!failed && !sameText(text, recorded.observation as string))) {
    yield `${text} / ${JSON.stringify(recorded.observation)}`;
  } else if (cause === 'tool' && plainWords(text) !== plainWords(recorded.observation)) {
    const pair = `${recorded.tool}: ${plainWords(text)} / ${plainWords(recorded.observation)}`;
    result.otherWords[pair] = (result.otherWords[pair] ?? 0) + 1;
  }
}

function* compareChanges(
  here: readonly RecordedChange[],
  there: readonly RecordedChange[],
): Generator<string> {
  if (!sameChanges(here, there)) yield `${JSON.stringify(here)} / ${JSON.stringify(there)}`;
}

function intendedDifference(
  recorded: RecordedCall,
  cause: string | undefined,
  there: readonly RecordedChange[],
): Difference | undefined {
  const failedThere = failedIn(recorded);
  if (typeof recorded.observation === 'object' && 'returned' in recorded.observation)
    return 'unprintable result';
  if (failedThere && there.length > 0) return 'partial write undone';
  return cause === 'arguments' && !failedThere ? 'arguments refused' : undefined;
}

function failedIn({ error, observation }: RecordedCall): boolean {
  if (error !== undefined) return error;
  if (typeof observation !== 'string') return 'exception' in observation;
  return observation.startsWith('Error') || observation.startsWith('Unknown action');
}

/** A message without ids, letter case and full stop, so that two wordings of one cause compare equal. */
function plainWords(observation: RecordedCall['observation']): string {
  if (typeof observation !== 'string') return `(${observation.exception})`;
  return observation
    .replace(/^Error: /, '')
    .toLowerCase()
    .replace(/\b\d{6,}\b/g, '…')
    .replace(/\.$/, '');
}

/** Equal as JSON values where both are JSON, else as text. */
export function sameText(left: string, right: string): boolean {
  if (left === right) return true;
  const [a, b] = [readJson(left), readJson(right)];
  return a !== undefined && b !== undefined && equalJson(a, b);
}

function readJson(text: string): JsonValue | undefined {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** Recorded differences without those in number kind alone (60 against 60.0), which are none for us. */
export function recordedChanges(changes: readonly RecordedChange[]): RecordedChange[] {
  return changes.filter((change) => !equalJson(change.before, change.after));
}

/** Differences between two states of one base, in the form the reference data has. */
export function changesBetween(before: State, after: State): RecordedChange[] {
  const changes: Change[] = [];
  for (const table of Object.values(after.base.tables)) {
    for (const key of after.writtenRows(table.name)?.keys() ?? []) {
      const [from, to] = [before.row(table.name, key), after.row(table.name, key)];
      changes.push(
        ...diffRows(table.name, key, from && canonicalRow(table, from), to && canonicalRow(table, to)),
      );
    }
  }
  return asRecorded(changes);
}

/** Our differences in the form the reference data has. */
export function asRecorded(changes: readonly Change[]): RecordedChange[] {
  return changes.map(({ table, key, path, ...rest }) => ({ path: [table, key, ...path], ...rest }));
}

/** Null and absent count as one before a change: τ²-bench keeps the fields a row does not have as null. */
export function sameChanges(here: readonly RecordedChange[], there: readonly RecordedChange[]): boolean {
  if (here.length !== there.length) return false;
  const byPath = new Map(there.map((change) => [change.path.join('\0'), change]));
  return here.every((change) => {
    const other = byPath.get(change.path.join('\0'));
    return (
      other !== undefined &&
      equalJson(change.before ?? null, other.before ?? null) &&
      equalJson(change.after, other.after)
    );
  });
}

/** Brings a state to where the recording went, after a call that differs on purpose. */
function applyChanges(state: State, changes: readonly RecordedChange[]): void {
  state.transaction<Record<string, Record<string, JsonValue>>, void>((tables) => {
    for (const { path, after } of changes) {
      const [table, key, ...inside] = path;
      let place = tables[String(table)]?.edit(String(key)) as unknown as Record<string | number, unknown>;
      for (const step of inside.slice(0, -1)) place = place[step] as Record<string | number, unknown>;
      const last = inside.at(-1) as string | number;
      if (after === undefined) delete place[last];
      else place[last] = structuredClone(after);
    }
  });
}

/** The calculator's refusals are worded anew; that it refuses the same expressions is compared all the same. */
export function withoutCalculator(words: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(words).filter(([pair]) => !pair.startsWith('calculate:')));
}
