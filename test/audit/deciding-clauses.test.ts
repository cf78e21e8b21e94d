import { describe, expect, it } from 'vitest';
import { auditTasks } from '../../src/audit/index.ts';
import { lending, lendingDatabase, lendingTask } from './fixtures/lending.ts';
import { OPEN } from './fixtures/rule-cases.ts';

function reasonFinding(policy: string) {
  const domain = lending({ policy });
  const [result] = auditTasks(domain, lendingDatabase(domain), [lendingTask()], { evidence: OPEN }).tasks;
  return result?.findings.find(
    ({ code, argument }) => code === 'argument-undetermined' && argument === 'reason',
  );
}

const KEPT = '- A loan that is out is not cancelled. {#cancel.reserved-only}';

describe('the clause that would have to decide an open argument', () => {
  it('is the one on the work of the tool that names the argument, by the sentence that does', () => {
    const finding = reasonFinding(`# Cancelling

${KEPT}
- Loans are cancelled on request. The reason is written down. {#cancel.noted}

# Money

- There is no reason for money to change hands. {#money.none}
`);
    expect(finding?.evidence?.clauses).toEqual([
      { clause: 'cancel.noted', sentence: 'The reason is written down.' },
    ]);
    expect(finding?.hint).toContain('"cancel.noted" (The reason is written down.)');
  });

  it('is none where no clause speaks of the argument', () => {
    const finding = reasonFinding(`# Cancelling\n\n${KEPT}\n`);
    expect(finding).toBeDefined();
    expect(finding?.evidence?.clauses).toBeUndefined();
    expect(finding?.hint ?? '').not.toContain('policy');
  });
});
