import {
  equalJson,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseJson,
} from '../../src/base/json/index.ts';
import type { Domain, Observation, OptionValues } from '../../src/define/index.ts';
import {
  type Change,
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
  | 'unprintable result'
  /** A call refused here had left a row there that breaks its schema, and the original falls over it. */
  | 'row outside its schema'
  /** It names a row that a call refused here has changed there, in a way that was not recorded. */
  | 'follows a refused call';

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
  environment: Environment;
  /** Keys of rows that a call refused here has changed there, where the change of that call was not recorded. */
  readonly apart: Set<string>;
}

function* compareCall(sequence: Sequence, recorded: RecordedCall, result: Comparison): Generator<string> {
  const { environment, apart } = sequence;
  const before = environment.state.fork();
  const broken = namesBrokenRow(environment, recorded);
  const { observation } = environment.call({ tool: recorded.tool, args: recorded.kwargs });
  const there = recordedChanges(recorded.diff ?? []);
  const stumbles = broken && failedIn(recorded) && !observation.failed;
  const kind = stumbles ? 'row outside its schema' : intendedDifference(recorded, observation.cause, there);
  if (kind !== undefined) {
    result.intended[kind] = (result.intended[kind] ?? 0) + 1;
    // What the call wrote here is taken back before the recorded change is made.
    if (stumbles)
      sequence.environment = new Environment(environment.domain, before, { options: environment.options });
    applyChanges(sequence.environment.state, there);
    if (recorded.mutated === undefined) for (const key of rowsNamed(environment, recorded)) apart.add(key);
  } else {
    const follows = followsRefusal(sequence, recorded);
    const problems = [...compareObservation(observation, recorded, follows ? undefined : result.otherWords)];
    if (problems.length > 0 && follows) {
      result.intended['follows a refused call'] = (result.intended['follows a refused call'] ?? 0) + 1;
      for (const key of rowsNamed(environment, recorded)) apart.add(key);
    } else yield* problems;
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

function namesBrokenRow(environment: Environment, { kwargs }: RecordedCall): boolean {
  const named = new Set(Object.values(kwargs).filter((value) => typeof value === 'string'));
  return Object.values(environment.domain.tables).some((table) =>
    [...(environment.state.writtenRows(table.name) ?? [])].some(
      ([key, row]) => named.has(key) && row !== null && table.validate(row).length > 0,
    ),
  );
}

/** Keys of rows that a call names, and of the owner of a row it names. A booking names every id it could get. */
function rowsNamed({ domain, state }: Environment, { tool, kwargs }: RecordedCall): Set<string> {
  const keys = new Set(tool === 'book_reservation' ? ['HATHAT', 'HATHAU', 'HATHAV'] : []);
  const visit = (value: JsonValue | undefined): void => {
    if (typeof value === 'object' && value !== null) Object.values(value).forEach(visit);
    if (typeof value !== 'string' || keys.has(value)) return;
    for (const table of Object.keys(domain.tables)) {
      const row = state.row(table, value);
      if (row === undefined) continue;
      keys.add(value);
      visit(row.user_id);
    }
  };
  visit(kwargs);
  return keys;
}

function followsRefusal({ environment, apart }: Sequence, recorded: RecordedCall): boolean {
  const text = JSON.stringify(recorded.observation);
  return (
    [...rowsNamed(environment, recorded)].some((key) => apart.has(key)) ||
    Object.values(recorded.kwargs).some((value) => apart.has(String(value))) ||
    [...apart].some((key) => text.includes(`"${key}\\"`))
  );
}

function* compareObservation(
  { text, failed, cause }: Observation,
  recorded: RecordedCall,
  otherWords: Record<string, number> | undefined,
): Generator<string> {
  const failedThere = failedIn(recorded);
  if (failed !== failedThere || (!failed && !sameText(text, recorded.observation as string))) {
    yield `${text} / ${JSON.stringify(recorded.observation)}`;
  } else if (cause === 'tool' && plainWords(text) !== plainWords(recorded.observation)) {
    const pair = `${recorded.tool}: ${plainWords(text)} / ${plainWords(recorded.observation)}`;
    if (otherWords !== undefined) otherWords[pair] = (otherWords[pair] ?? 0) + 1;
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
  if (failedThere && (there.length > 0 || fellHalfway(recorded))) return 'partial write undone';
  return cause === 'arguments' && !failedThere ? 'arguments refused' : undefined;
}

/** A certificate named twice is gone when it is used again; without a record of the change, the words tell. */
function fellHalfway({ mutated, observation }: RecordedCall): boolean {
  return mutated === undefined && /^Error: 'certificate_\d+'$/.test(String(observation));
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
    .replace(/^\d+ validation errors? for (\w+).*/s, 'validation error for $1')
    .replace(/\b(user|reservation) .*not found$/, '$1 not found')
    .replace(/\.$/, '');
}

/** Equal as JSON values where both are JSON, else as text in which 1 and 1.0 are one number. */
export function sameText(left: string, right: string): boolean {
  if (left === right || plainNumbers(left) === plainNumbers(right)) return true;
  const [a, b] = [readJson(left), readJson(right)];
  return a !== undefined && b !== undefined && equalJson(a, b);
}

function plainNumbers(text: string): string {
  return text.replace(/(?<=\d)\.0(?!\d)/g, '');
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
  const changes = [...before.differences(after)].flatMap(({ table, key, before: from, after: to }) =>
    diffRows(table, key, from, to),
  );
  return asRecorded(changes);
}

/** Our differences in the form the reference data has. */
export function asRecorded(changes: readonly Change[]): RecordedChange[] {
  return changes.map(({ table, key, path, ...rest }) => ({ path: [table, key, ...path], ...rest }));
}

/** Null and absent count as one: τ²-bench keeps the fields a row does not have as null. */
export function sameChanges(here: readonly RecordedChange[], there: readonly RecordedChange[]): boolean {
  if (here.length !== there.length) return false;
  const byPath = new Map(there.map((change) => [change.path.join('\0'), change]));
  return here.every((change) => {
    const other = byPath.get(change.path.join('\0'));
    return (
      other !== undefined &&
      equalJson(change.before ?? null, other.before ?? null) &&
      equalJson(withoutNulls(change.after), withoutNulls(other.after))
    );
  });
}

function withoutNulls(value: JsonValue | undefined): JsonValue | undefined {
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null));
}

/** Brings a state to where the recording went, after a call that differs on purpose. */
function applyChanges(state: State, changes: readonly RecordedChange[]): void {
  state.transaction<Record<string, JsonObject>, void>((tables) => {
    for (const { path, after } of changes) {
      const [table, key, ...inside] = path;
      if (inside.length === 0) {
        if (after === undefined) tables[String(table)]?.remove(String(key));
        else tables[String(table)]?.put(String(key), after as JsonObject);
        continue;
      }
      let place = tables[String(table)]?.edit(String(key)) as unknown as Record<string | number, unknown>;
      for (const step of inside.slice(0, -1)) place = place[step] as Record<string | number, unknown>;
      const last = inside.at(-1) as string | number;
      if (after === undefined && Array.isArray(place)) place.length = Math.min(place.length, Number(last));
      else if (after === undefined) delete place[last];
      else place[last] = structuredClone(after);
    }
  });
}

/** The calculator's refusals are worded anew; that it refuses the same expressions is compared all the same. */
export function withoutCalculator(words: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(words).filter(([pair]) => !pair.startsWith('calculate:')));
}
