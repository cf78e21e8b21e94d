import { describe, expect, it } from 'vitest';
import {
  assertNoErrors,
  bySeverity,
  commandLine,
  editDistance,
  type Finding,
  formatFinding,
  nearMiss,
  quoteWord,
  suggest,
} from '../../src/base/finding/index.ts';

const finding = (severity: Finding['severity'], code: string = severity): Finding => ({
  code,
  severity,
  message: `a ${code}`,
});

describe('findings', () => {
  it('are ordered errors first and otherwise left in place', () => {
    const list = [finding('note'), finding('error', 'one'), finding('warning'), finding('error', 'two')];
    expect(bySeverity(list).map(({ code }) => code)).toEqual(['one', 'two', 'warning', 'note']);
  });
  it('throw one error that carries them, when one of them is an error', () => {
    expect(() => assertNoErrors([finding('warning')], 'domain "x"')).not.toThrow();
    expect(() =>
      assertNoErrors([finding('error', 'one'), finding('error', 'two')], 'domain "x"'),
    ).toThrowError('Cannot use domain "x": a one (and 1 more)');
  });
  it('print with indented at, hint and again', () => {
    expect(
      formatFinding({ ...finding('error'), at: 'a.json', hint: 'do this', again: 'taskwright check' }),
    ).toBe('error error: a error\n  at    a.json\n  hint  do this\n  again taskwright check');
  });
});

describe('nearMiss', () => {
  it.each([
    ['kitten', 'sitting', 3],
    ['ab', 'ba', 1],
    ['', 'abc', 3],
    ['same', 'same', 0],
  ])('counts edits between %j and %j as %i', (left, right, edits) =>
    expect(editDistance(left, right)).toBe(edits),
  );
  it('offers what was most likely meant, and nothing when all is far', () => {
    expect(nearMiss('oders', ['orders', 'users'])).toBe('orders');
    expect(nearMiss('zzzz', ['orders', 'users'])).toBeUndefined();
    expect(suggest('zzzz', ['orders', 'users'])).toBe('choose one of orders, users');
  });
});

describe('a command to paste', () => {
  it.each([
    ['tasks/retail', 'tasks/retail'],
    ['two words', "'two words'"],
    ['#W123', "'#W123'"],
    ["it's", "'it'\\''s'"],
    ['', "''"],
  ])('takes the word %j whole as %s', (word, quoted) => {
    expect(quoteWord(word)).toBe(quoted);
  });

  it('holds each option that is given, lists one by one', () => {
    const line = commandLine(['taskwright', 'audit', 'retail'], {
      database: 'my db',
      tasks: undefined,
      option: ['a=1', 'b=2'],
    });
    expect(line).toBe("taskwright audit retail --database 'my db' --option a=1 --option b=2");
  });
});
