import { bySeverity, type Finding, suggest, UserError } from '../base/finding/index.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../base/json/index.ts';
import { AUDIT_RULES } from './rules.ts';
import type { AuditResult, TaskAudit } from './types.ts';

/** A finding that somebody has looked at and lets stand until a day. */
export interface Waiver {
  readonly code: string;
  /** Absent for findings about the domain. */
  readonly task?: string;
  /** Absent for any action or argument of the task. */
  readonly action?: number;
  readonly argument?: string;
  readonly reason: string;
  readonly author: string;
  /** Last day it holds, `YYYY-MM-DD`. */
  readonly expires: string;
  /** Where it was read, for messages. */
  readonly at?: string;
}

export interface Waived {
  /**
   * The result without waived findings, and without the alternatives they rest on: what somebody lets stand does not
   * count against the task. Expired and unneeded waivers are findings of their own.
   */
  readonly result: AuditResult;
  readonly waived: readonly { readonly finding: Finding; readonly waiver: Waiver }[];
}

const FIELDS = ['code', 'task', 'action', 'argument', 'reason', 'author', 'expires'];

/** Reads `[{ code, task, reason, author, expires }]`. @throws UserError naming the entry and what is missing */
export function readWaivers(document: JsonValue, at: string): Waiver[] {
  if (!Array.isArray(document)) throw new UserError(`Cannot read waivers "${at}": not a list`, { at });
  return document.map((entry: JsonValue, index) => readWaiver(entry, `${at} [${index}]`));
}

function readWaiver(entry: JsonValue, at: string): Waiver {
  const fail = (what: string): never => {
    throw new UserError(`Cannot read waiver: ${what}`, {
      at,
      hint: '{ "code": …, "task": …, "reason": …, "author": …, "expires": "YYYY-MM-DD" }',
    });
  };
  if (!isJsonObject(entry)) return fail('not an object');
  for (const name of ['code', 'reason', 'author', 'expires']) {
    const value = entry[name];
    if (typeof value !== 'string' || value.trim() === '') fail(`"${name}" is missing`);
  }
  // A misspelt field would widen the waiver without a word.
  const odd = Object.keys(entry).find((name) => !FIELDS.includes(name));
  if (odd !== undefined) fail(`"${odd}" is no field of a waiver (${suggest(odd, FIELDS)})`);
  for (const [name, type] of [
    ['task', 'string'],
    ['argument', 'string'],
    ['action', 'number'],
  ] as const) {
    if (entry[name] !== undefined && typeof entry[name] !== type)
      fail(`"${name}" is no ${type === 'string' ? 'text' : 'number'}`);
  }
  const { expires } = entry as JsonObject & { readonly expires: string };
  if (!isDay(expires)) fail(`"expires" is no day: "${expires}"`);
  return { ...(entry as unknown as Waiver), at };
}

/** The 31st of June would be read as the 1st of July. */
function isDay(text: string): boolean {
  const time = Date.parse(text);
  return (
    /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
  );
}

/**
 * Takes waived findings out of a result. A waiver past its day fails and its finding comes back; one that matches nothing
 * is noted, with what it may have meant. Waivers of tasks that were not audited are left alone.
 * @param today `YYYY-MM-DD`
 * @param all whether every task of the domain was audited, so that a waiver of another task names none
 */
export function applyWaivers(
  result: AuditResult,
  waivers: readonly Waiver[],
  { today, all }: { readonly today: string; readonly all: boolean },
): Waived {
  const valid = waivers.filter(({ expires }) => expires >= today);
  const waived: { finding: Finding; waiver: Waiver }[] = [];
  const used = new Set<Waiver>();
  const keep = (finding: Finding): boolean => {
    const waiver = valid.find((candidate) => covers(candidate, finding));
    if (waiver === undefined) return true;
    used.add(waiver);
    waived.push({ finding, waiver });
    return false;
  };
  const tasks = result.tasks.map((task) => withoutWaived(task, task.findings.filter(keep)));
  const findings = result.findings.filter(keep);
  const ids = new Set(result.tasks.map(({ id }) => id));
  const own = waivers
    .filter((waiver) => !used.has(waiver))
    .filter(({ task }) => all || (task !== undefined && ids.has(task)))
    .map((waiver) => aboutWaiver(waiver, result, today));
  return { result: { ...result, tasks, findings: bySeverity([...own, ...findings]) }, waived };
}

/** The task with these findings left; what the others said to be open is open no more. */
function withoutWaived(task: TaskAudit, left: readonly Finding[]): TaskAudit {
  const alternatives = new Set(
    task.findings.filter((finding) => !left.includes(finding)).flatMap((finding) => alternativesOf(finding)),
  );
  if (alternatives.size === 0) return { ...task, findings: left };
  return {
    ...task,
    findings: left,
    open: task.open.filter(({ alternative }) => !alternatives.has(alternative.id)),
  };
}

/** Ids of all alternatives that a finding stands for. */
export function alternativesOf({ evidence }: Finding): readonly string[] {
  const { alternative, others } = evidence ?? {};
  const more = Array.isArray(others)
    ? others.map((other: JsonValue) => (isJsonObject(other) ? other.alternative : undefined))
    : [];
  return [alternative, ...more].filter((id) => typeof id === 'string');
}

function aboutWaiver(waiver: Waiver, result: AuditResult, today: string): Finding {
  const { code, task, author, expires, reason, at } = waiver;
  const expired = expires < today;
  const of = task === undefined ? code : `${code} in task "${task}"`;
  return {
    code: expired ? 'waiver-expired' : 'waiver-unneeded',
    severity: expired ? 'error' : 'note',
    domain: result.domain,
    message: expired
      ? `the waiver of ${of} by ${author} held until ${expires}`
      : `the waiver of ${of} by ${author} matches no finding`,
    ...(at !== undefined && { at }),
    hint: expired ? 'mend the task, or look again and set a new day' : unneededHint(waiver, result),
    evidence: { code, task: task ?? null, reason },
  };
}

/** Most often a name is misspelt, or the finding is mended. */
function unneededHint({ code, task }: Waiver, { tasks }: AuditResult): string {
  const codes = AUDIT_RULES.flatMap((rule) => [rule.code, ...(rule.alsoCodes ?? [])]);
  if (!codes.includes(code)) return `no rule has the code "${code}": ${suggest(code, codes)}`;
  const ids = tasks.map(({ id }) => id);
  if (task !== undefined && !ids.includes(task)) return `there is no task "${task}": ${suggest(task, ids)}`;
  return 'what it waives is mended: take the waiver away';
}

function covers(waiver: Waiver, { code, task, action, argument }: Finding): boolean {
  return (
    waiver.code === code &&
    waiver.task === task &&
    (waiver.action === undefined || waiver.action === action) &&
    (waiver.argument === undefined || waiver.argument === argument)
  );
}
