import { describe, expect, it } from 'vitest';
import { baselineOf, compareWith, fingerprints, readBaseline } from '../../src/audit/index.ts';
import type { Finding } from '../../src/base/finding/index.ts';

const finding = (code: string, more: Partial<Finding> = {}): Finding => ({
  ...{ code, severity: 'warning', message: `${code} is so`, domain: 'lending', task: 'one' },
  ...more,
});
const ALL = { tasks: new Set(['one', 'two']), all: true };
const TIE = finding('tie', { action: 1, argument: 'loan_id' });
const LEAK = finding('answer-leak');

/** A baseline as it comes back from its file. */
const written = (...args: Parameters<typeof baselineOf>) =>
  readBaseline(JSON.parse(JSON.stringify(baselineOf(...args))), 'baseline.json');

describe('baseline', () => {
  it('knows the findings it was made of, however they are worded', () => {
    const { fresh, known, gone } = compareWith(
      written([TIE, LEAK]),
      [{ ...TIE, message: 'other words' }, LEAK],
      ALL,
    );
    expect([fresh, gone]).toEqual([[], []]);
    expect(known).toHaveLength(2);
  });

  it('does not know the same fault in another place', () => {
    const moved = { ...TIE, action: 2 };
    expect(compareWith(written([TIE]), [moved], ALL).fresh).toEqual([moved]);
  });

  it('does not let a second finding hide behind the first at one place', () => {
    const second = { ...LEAK, message: 'another leak' };
    expect(compareWith(written([LEAK]), [LEAK, second], ALL).fresh).toEqual([second]);
    expect(new Set(fingerprints([LEAK, second]).values()).size).toBe(2);
  });

  it('takes a warning that has become an error for new', () => {
    const worse = { ...TIE, severity: 'error' as const };
    expect(compareWith(written([TIE]), [worse], ALL).fresh).toEqual([worse]);
  });

  it('shows what is found no more, of the tasks that were audited', () => {
    const both = written([TIE, { ...LEAK, task: 'two' }]);
    expect(compareWith(both, [], ALL).gone).toHaveLength(2);
    const part = { tasks: new Set(['one']), all: false };
    expect(compareWith(both, [], part).gone).toEqual([
      expect.objectContaining({ task: 'one', message: 'tie is so' }),
    ]);
  });

  it('keeps what it knows of other tasks when it is made anew for some', () => {
    const before = written([TIE, { ...LEAK, task: 'two' }]);
    const after = written([], { tasks: new Set(['one']), all: false }, before);
    expect(after.findings.map(({ task }) => task)).toEqual(['two']);
  });

  it.each([[{}], [{ findings: ['tie|one||'] }]])('refuses %j', (document) => {
    expect(() => readBaseline(document, 'baseline.json')).toThrow('Cannot read baseline "baseline.json"');
  });
});
