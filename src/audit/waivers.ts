import { type Finding, UserError } from '../base/finding/index.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../base/json/index.ts';
import type { AuditResult } from './types.ts';

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
}

export interface Waived {
  /** The result without waived findings; expired and unneeded waivers are findings of their own. */
  readonly result: AuditResult;
  readonly waived: readonly { readonly finding: Finding; readonly waiver: Waiver }[];
}

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
  const { expires } = entry as JsonObject & { readonly expires: string };
  if (!/^\d{4}-\d{2}-\d{2}$/.test(expires) || Number.isNaN(Date.parse(expires)))
    fail(`"expires" is no day: "${expires}"`);
  return entry as unknown as Waiver;
}

/**
 * Takes waived findings out of a result. A waiver past its day fails and its finding comes back; one that matches nothing is noted.
 * @param today `YYYY-MM-DD`
 */
export function applyWaivers(result: AuditResult, waivers: readonly Waiver[], today: string): Waived {
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
  const tasks = result.tasks.map((task) => ({ ...task, findings: task.findings.filter(keep) }));
  const findings = result.findings.filter(keep);
  const own = waivers
    .filter((waiver) => !used.has(waiver))
    .map((waiver): Finding => {
      const { code, task, author, expires, reason } = waiver;
      const expired = expires < today;
      return {
        code: expired ? 'waiver-expired' : 'waiver-unneeded',
        severity: expired ? 'error' : 'note',
        domain: result.domain,
        message: expired
          ? `the waiver of ${code} by ${author} held until ${expires}`
          : `the waiver of ${code} by ${author} matches no finding`,
        hint: expired ? 'mend the task, or look again and set a new day' : 'take the waiver away',
        evidence: { code, task: task ?? null, reason },
      };
    });
  return { result: { ...result, tasks, findings: [...own, ...findings] }, waived };
}

function covers(waiver: Waiver, { code, task, action, argument }: Finding): boolean {
  return (
    waiver.code === code &&
    waiver.task === task &&
    (waiver.action === undefined || waiver.action === action) &&
    (waiver.argument === undefined || waiver.argument === argument)
  );
}
