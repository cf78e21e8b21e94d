import { describe, expect, it } from 'vitest';
import { AUDIT_RULES, auditTasks, toMarkdown, toSarif } from '../../../src/audit/index.ts';
import { lending, lendingDatabase, lendingTask } from '../fixtures/lending.ts';

const domain = lending();
const database = lendingDatabase(domain);
const task = lendingTask({ outputs: ['42'], criteria: ['database'] });
const result = auditTasks(domain, database, [task]);
const findings = result.tasks.flatMap((each) => each.findings);
const REGION = { startLine: 3, startColumn: 1, endLine: 3, endColumn: 9 };

interface Result {
  readonly ruleId: string;
  readonly ruleIndex: number;
  readonly level: string;
  readonly message: { readonly text: string };
  readonly locations: readonly [{ readonly physicalLocation: object }];
  readonly partialFingerprints: Readonly<Record<string, string>>;
  readonly suppressions?: readonly object[];
  readonly baselineState?: string;
}

function sarif(more: Partial<Parameters<typeof toSarif>[1]> = {}) {
  const document = toSarif(findings, {
    ...{ rules: AUDIT_RULES, version: '1.2.3' },
    placeOf: () => ({ uri: 'tasks/lending/one.json', region: REGION }),
    ...more,
  }) as unknown as {
    readonly version: string;
    readonly runs: readonly [
      {
        readonly results: readonly Result[];
        readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string }[] } };
      },
    ];
  };
  return { version: document.version, ...document.runs[0] };
}

describe('SARIF', () => {
  it('names each finding by its rule, level and place in a file', () => {
    const { version, results, tool } = sarif();
    expect(version).toBe('2.1.0');
    expect(results).toHaveLength(findings.length);
    for (const { ruleId, ruleIndex, level, message, locations } of results) {
      expect(tool.driver.rules[ruleIndex]?.id).toBe(ruleId);
      expect(['error', 'warning', 'note']).toContain(level);
      expect(message.text).not.toBe('');
      expect(locations[0].physicalLocation).toEqual({
        artifactLocation: { uri: 'tasks/lending/one.json' },
        region: REGION,
      });
    }
  });

  it('tells every two results apart by their fingerprints', () => {
    const marks = sarif().results.map(({ partialFingerprints }) => partialFingerprints['place/v1']);
    expect(new Set(marks).size).toBe(findings.length);
  });

  it('suppresses what is waived, and says who let it stand', () => {
    const [finding] = findings;
    const waiver = { code: 'tie', reason: 'graded by hand', author: 'Kim', expires: '2030-06-30' };
    const { results } = sarif(finding && { waived: [{ finding: { ...finding, task: 'two' }, waiver }] });
    expect(results.at(-1)?.suppressions).toEqual([
      { kind: 'external', status: 'accepted', justification: 'graded by hand (Kim, until 2030-06-30)' },
    ]);
  });

  it('says what is new beside a baseline', () => {
    const states = sarif({ fresh: findings.slice(0, 1) }).results.map(({ baselineState }) => baselineState);
    expect(states).toEqual(findings.map((_, index) => (index === 0 ? 'new' : 'unchanged')));
  });
});

describe('Markdown', () => {
  it('lists each finding of a task under it, and the command that shows them again once', () => {
    const text = toMarkdown(result);
    expect(text).toContain('## Task one');
    expect(text).toContain('**warning ungraded-requirement**');
    expect(text.split('    taskwright audit lending --task one\n')).toHaveLength(2);
  });
});
