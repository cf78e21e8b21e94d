import { describe, expect, it } from 'vitest';
import type { Task } from '../../../src/annotate/index.ts';
import { auditTasks } from '../../../src/audit/index.ts';
import { SCENARIO_RULES } from '../../../src/audit/scenario/rules.ts';
import { type LendingChanges, lending, lendingDatabase } from '../fixtures/lending.ts';
import { SCENARIO_CASES } from '../fixtures/scenario-cases.ts';

function codesOf(task: Task, domain?: LendingChanges): string[] {
  const library = lending(domain);
  const result = auditTasks(library, lendingDatabase(library), [task], {
    rules: SCENARIO_RULES,
    mutation: false,
  });
  return result.tasks.flatMap(({ findings }) => findings.map(({ code }) => code));
}

describe('rules that read the scenario', () => {
  it.each(SCENARIO_RULES.map(({ code, sentence }) => [code, sentence] as const))('%s: %s', (code) => {
    const cases = SCENARIO_CASES[code];
    expect(cases, `a failing and a passing case for ${code}`).toBeDefined();
    if (cases === undefined) return;
    expect(codesOf(cases.failing, cases.domain)).toContain(code);
    expect(codesOf(cases.passing, cases.domain)).not.toContain(code);
  });
});
