import { isJsonObject, type JsonObject, type JsonValue } from '../base/json/index.ts';

/** One difference between two states of a database. */
export interface Change {
  readonly table: string;
  readonly key: string;
  /** Property names and array positions inside the row; empty for a whole row. */
  readonly path: readonly (string | number)[];
  /** Absent when the value was added. */
  readonly before?: JsonValue;
  /** Absent when the value was removed. */
  readonly after?: JsonValue;
}

/** The smallest differences between two states of one row; `undefined` stands for no row. */
export function diffRows(
  table: string,
  key: string,
  before: JsonObject | undefined,
  after: JsonObject | undefined,
): Change[] {
  const changes: Change[] = [];
  compare(before, after, [], (change) => changes.push({ table, key, ...change }));
  return changes;
}

type Report = (change: Omit<Change, 'table' | 'key'>) => void;

function compare(
  before: JsonValue | undefined,
  after: JsonValue | undefined,
  path: readonly (string | number)[],
  report: Report,
): void {
  if (before === after) return;
  if (Array.isArray(before) && Array.isArray(after)) {
    for (let index = 0; index < Math.max(before.length, after.length); index += 1) {
      if (before[index] !== after[index]) compare(before[index], after[index], [...path, index], report);
    }
    return;
  }
  if (isJsonObject(before) && isJsonObject(after)) {
    for (const name of differingKeys(before, after))
      compare(before[name], after[name], [...path, name], report);
    return;
  }
  report({ path, ...(before !== undefined && { before }), ...(after !== undefined && { after }) });
}

/** Names under which two objects do not hold the very same value, sorted. */
function differingKeys(before: JsonObject, after: JsonObject): string[] {
  const names = Object.keys(before).filter((name) => before[name] !== after[name]);
  for (const name of Object.keys(after)) {
    if (!Object.hasOwn(before, name) && after[name] !== undefined) names.push(name);
  }
  return names.sort();
}

/** A change as one line of text: `orders #W1 status: "pending" → "cancelled"`. */
export function describeChange(change: Change): string {
  const place = [change.table, change.key, change.path.join('.')].filter((part) => part !== '').join(' ');
  if (change.before === undefined) return `${place}: + ${shorten(change.after)}`;
  if (change.after === undefined) return `${place}: - ${shorten(change.before)}`;
  return `${place}: ${shorten(change.before)} → ${shorten(change.after)}`;
}

function shorten(value: JsonValue | undefined): string {
  const text = JSON.stringify(value) ?? '';
  return text.length > 120 ? `${text.slice(0, 117)}…` : text;
}
