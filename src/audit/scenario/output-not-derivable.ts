import type { RuleFinding, TaskRule } from '../types.ts';
import { GoldNumbers } from './output-derivation.ts';

export const outputNotDerivable: TaskRule = {
  code: 'output-not-derivable',
  sentence: 'An expected number can be seen, counted or worked out on the gold path',
  severity: 'warning',
  scope: 'task',
  check(audited, context) {
    const amounts = audited.task.outputs.filter((output) => /^\$?-?\d{1,8}(?:\.\d+)?$/.test(output));
    if (amounts.length === 0) return [];
    const numbers = new GoldNumbers(audited, context);
    return amounts.flatMap((output): RuleFinding[] => {
      const number = Number(output.replace('$', ''));
      if (numbers.derivation(number) !== undefined) return [];
      return [
        {
          // Large totals may have more parts than are tried.
          severity: Number.isInteger(number) && number >= 1000 ? 'note' : 'warning',
          message: `the expected output "${output}" is no value that gold's reads show, and no count, sum or difference of up to three of them`,
          evidence: { output },
          hint: 'work it out again from gold, or add the read that shows it to gold',
        },
      ];
    });
  },
};
