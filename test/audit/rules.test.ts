import { describe, expect, it } from 'vitest';
import { AUDIT_RULES, auditTasks } from '../../src/audit/index.ts';
import { lending, lendingDatabase } from './fixtures/lending.ts';
import { RULE_CASES, type RuleCase } from './fixtures/rule-cases.ts';

function codesOf({ tasks, domain, evidence }: RuleCase): string[] {
  const library = lending(domain);
  const result = auditTasks(library, lendingDatabase(library), tasks, { ...(evidence && { evidence }) });
  return [...result.findings, ...result.tasks.flatMap(({ findings }) => findings)].map(({ code }) => code);
}

const rules = AUDIT_RULES.filter(({ code }) => RULE_CASES[code] !== undefined);

describe('audit rules', () => {
  it.each(rules.map(({ code, sentence }) => [code, sentence] as const))(
    '%s: finds what breaks it, and nothing where it holds: %s',
    (code) => {
      const cases = RULE_CASES[code] as { readonly failing: RuleCase; readonly passing: RuleCase };
      expect(codesOf(cases.failing)).toContain(code);
      expect(codesOf(cases.passing)).not.toContain(code);
    },
  );

  it('have codes of their own', () => {
    const codes = AUDIT_RULES.map(({ code }) => code);
    expect(new Set(codes).size).toBe(codes.length);
  });

  it('all of these cases belong to a rule', () => {
    const codes = new Set(AUDIT_RULES.map(({ code }) => code));
    expect(Object.keys(RULE_CASES).filter((code) => !codes.has(code))).toEqual([]);
  });
});
