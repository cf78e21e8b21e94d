import { isJsonObject, type JsonValue } from '../../base/json/index.ts';
import type { AuditContext, AuditedTask } from '../types.ts';
import { answerOf, doneWrites, leaves, textsIn } from './world.ts';

/** Cents apart below which two amounts are one. */
const SAME = 0.005;
/** Values of one field that are tried in pairs and triples. */
const MOST = 60;

/** Numbers that an agent on the gold path can come to: seen, counted, summed or subtracted. */
export class GoldNumbers {
  readonly #seen: number[] = [];
  readonly #counts = new Set<number>();
  /** Numbers by the name of their field: only like is summed with like. */
  readonly #fields = new Map<string, number[]>();
  /** The same, of things that gold writes touch. */
  readonly #touched = new Map<string, number[]>();

  constructor(audited: AuditedTask, context: AuditContext) {
    for (const step of audited.gold.steps) {
      this.#collect(answerOf(step));
      for (const number of step.observation.text.matchAll(/-?\d+(?:\.\d+)?/g))
        this.#seen.push(Number(number[0]));
      leaves(step.args, (leaf) => {
        if (typeof leaf === 'number') this.#seen.push(leaf);
      });
    }
    for (const change of audited.gold.outcome.changes) {
      for (const value of [change.before, change.after])
        if (value !== undefined) this.#collect(value, this.#touched);
    }
    const ids = new Set(doneWrites(audited).flatMap((step) => [...textsIn(step.args)]));
    for (const place of audited.reach.rows) {
      const slash = place.indexOf('/');
      const row = context.database.rows(place.slice(0, slash)).get(place.slice(slash + 1));
      if (row !== undefined) this.#collectTouched(row, ids);
    }
    for (const place of audited.reach.rows) {
      const slash = place.indexOf('/');
      const row = context.database.rows(place.slice(0, slash)).get(place.slice(slash + 1));
      if (row !== undefined) this.#collect(row);
    }
  }

  /** How the number comes about, in words; undefined when it is none of those that can be worked out. */
  derivation(wanted: number): string | undefined {
    const target = Math.abs(wanted);
    const is = (value: number): boolean => Math.abs(Math.abs(value) - target) < SAME;
    if (this.#seen.some(is)) return 'is seen';
    if (this.#counts.has(target)) return 'is a count';
    for (const [name, values] of this.#touched) {
      if (is(sum(values)) || is(sum([...new Set(values)]))) return `is the sum of ${name}`;
      if (combines(values.slice(0, MOST), target)) return `is worked out from ${name}`;
    }
    for (const [name, values] of this.#fields) {
      if (is(sum(values))) return `is the sum of ${name}`;
      if (combines([...new Set(values)].slice(0, MOST), target)) return `is worked out from ${name}`;
    }
    return undefined;
  }

  #collect(value: JsonValue, into: Map<string, number[]> = this.#fields, name = ''): void {
    if (typeof value === 'number') {
      this.#seen.push(value);
      put(into, name, value);
    } else if (Array.isArray(value)) {
      this.#counts.add(value.length);
      for (const item of value) this.#collect(item as JsonValue, into, name);
    } else if (isJsonObject(value)) {
      const members = Object.values(value);
      this.#counts.add(members.length);
      for (const flag of ['available', 'in_stock', 'active']) {
        const flagged = members.filter((member) => isJsonObject(member) && member[flag] === true).length;
        if (flagged > 0) this.#counts.add(flagged);
      }
      for (const [key, member] of Object.entries(value)) this.#collect(member, into, key);
    }
  }

  #collectTouched(value: JsonValue, ids: ReadonlySet<string>): void {
    if (typeof value !== 'object' || value === null) return;
    if (isJsonObject(value)) {
      const named = Object.values(value).some((member) => typeof member === 'string' && ids.has(member));
      for (const [key, member] of Object.entries(value)) {
        if (typeof member === 'number' && (named || ids.has(key))) put(this.#touched, key, member);
        if (ids.has(key) && isJsonObject(member)) this.#collect(member, this.#touched);
      }
    }
    for (const member of Object.values(value)) this.#collectTouched(member as JsonValue, ids);
  }
}

function put(map: Map<string, number[]>, name: string, value: number): void {
  const list = map.get(name);
  if (list === undefined) map.set(name, [value]);
  else list.push(value);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Share of all amounts that may be hit by chance before a hit proves nothing. */
const CHANCE = 0.2;
/** Whole numbers below this are sums and differences of something or other. */
const SMALL = 100;

/**
 * Whether two or three values, added or subtracted, give the target. For small whole numbers only where so few
 * combinations are possible that a hit is no accident; amounts with cents are seldom hit by chance.
 */
function combines(values: readonly number[], target: number): boolean {
  const cents = values.map((value) => Math.round(Math.abs(value) * 100));
  const small = Number.isInteger(target) && target < SMALL;
  const range = Math.max(1, ...cents) / 100;
  const triples = !small || values.length <= 4 || (values.length ** 3 * 2) / 3 / range < CHANCE;
  if (!triples && values.length ** 2 / range >= CHANCE) return false;
  const single = new Set(cents.flatMap((value) => [value, -value]));
  const wanted = Math.round(target * 100);
  for (const [at, one] of cents.entries()) {
    for (const two of cents.slice(at + 1)) {
      for (const pair of [one + two, Math.abs(one - two)]) {
        if (pair === wanted) return true;
        if (triples && (single.has(wanted - pair) || single.has(wanted + pair))) return true;
      }
    }
  }
  return false;
}
