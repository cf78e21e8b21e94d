import { describe, expect, it } from 'vitest';
import { evaluate } from '../../../schemas/shared/calculator/evaluate.ts';
import { toCents } from '../../../schemas/shared/cents.ts';

describe('evaluate', () => {
  it.each([
    ['1 + 2 * 3', 7],
    ['(1 + 2) * 3', 9],
    ['7 / 2', 3.5],
    ['7 // 2', 3],
    ['-7 // 2', -4],
    ['7.5 // -2', -4],
    ['2 ** 3 ** 2', 512],
    ['-2 ** 2', -4],
    ['2 ** -2', 0.25],
    ['--5', 5],
    ['+-+5', -5],
    ['.5 + 5.', 5.5],
    ['007.5', 7.5],
    ['00', 0],
    ['0 ** 0', 1],
    ['10 ** 30 / 10 ** 28', 100],
    ['10 ** 400 // 10 ** 399', 10],
    ['10 ** 400 / 10 ** 398', 100],
    ['1 ** 99999999999999999999', 1],
    ['9007199254740993', 9007199254740992],
  ])('%s is %d', (expression, result) => {
    expect(evaluate(expression)).toBe(result);
  });

  it.each([
    '',
    ' ',
    '1 +',
    '1 2',
    '1..2',
    '2(3)',
    '()',
    '(1',
    '1)',
    '007',
    '1 / 0',
    '0 // 0',
    '0 ** -1',
    '(-8) ** 0.5',
    '10 ** 400',
    '10.0 ** 400',
    '2 * * 3',
    '1e3',
    'process.exit()',
    '1,000',
    `${'('.repeat(200)}1${')'.repeat(200)}`,
  ])('refuses %j', (expression) => {
    expect(() => evaluate(expression)).toThrow();
  });

  it.each(['9**9**9**9', '9**9**9', `${'9'.repeat(20001)}`, `(${'9**99*'.repeat(3000)}1)**999`])(
    'refuses what would grow without bound',
    (expression) => {
      expect(() => evaluate(expression)).toThrow(/too l/);
    },
  );
});

describe('toCents', () => {
  it.each([
    [0.125, 0.12],
    [0.375, 0.38],
    [-0.125, -0.12],
    [2.675, 2.67],
    [1.005, 1],
    [0.005, 0.01],
    [1e21, 1e21],
    [7.550000000000011, 7.55],
  ])('%d is %d', (amount, cents) => {
    expect(toCents(amount)).toBe(cents);
  });
});
