import type { Finding } from '../base/finding/index.ts';
import type { RunHashes, RunRecord } from './run-record.ts';

const PARTS: readonly (readonly [Exclude<keyof RunHashes, 'tasks'>, string])[] = [
  ['policy', 'the policy'],
  ['tools', 'the tools'],
  ['rules', 'the policy rules'],
  ['database', 'the database'],
];

/** What changed since a run was made: one finding for each part. Empty while its evidence holds. */
export function staleParts(record: RunRecord, now: RunHashes, software: string): Finding[] {
  const apart = isSource(record.software) !== isSource(software);
  const findings = PARTS.filter(([part]) => record.hashes[part] !== now[part]).map(([part, name]) =>
    apart && CODE.includes(part)
      ? unlike(record, name, part)
      : stale(record, `${name} of domain "${record.domain}" changed since run "${record.run}"`, part),
  );
  for (const [task, hash] of Object.entries(record.hashes.tasks)) {
    const current = now.tasks[task];
    if (current === hash) continue;
    const how = current === undefined ? 'is gone' : 'changed';
    findings.push({ ...stale(record, `task "${task}" ${how} since run "${record.run}"`, 'tasks'), task });
  }
  if (record.software !== software) {
    findings.push({
      ...stale(
        record,
        `run "${record.run}" was made by version ${record.software}, this is ${software}`,
        'software',
      ),
      severity: 'note',
    });
  }
  return findings;
}

/** Parts that are code: hashed as the running program holds them. */
const CODE: readonly (keyof RunHashes)[] = ['tools', 'rules'];

/** Whether software ran from its TypeScript sources, where code has types and comments that the built form has not. */
function isSource(software: string): boolean {
  return software.endsWith('+source');
}

/** Code in another form is neither the same nor changed: nobody can tell. */
function unlike(record: RunRecord, name: string, part: string): Finding {
  const [then, now] = isSource(record.software)
    ? ['its sources', 'built']
    : ['its built form', 'from sources'];
  return {
    ...stale(
      record,
      `${name} of domain "${record.domain}" cannot be compared: run "${record.run}" was made by taskwright from ${then}, and this one runs ${now}`,
      part,
    ),
    hint: 'use taskwright in the form the run was made with, or grade the old trials again',
  };
}

function stale(record: RunRecord, message: string, part: string): Finding {
  return {
    code: 'stale-run',
    severity: 'warning',
    message,
    domain: record.domain,
    evidence: { part },
    hint: 'make a new run, or grade the old trials again',
    again: `taskwright regrade ${record.run}`,
  };
}
