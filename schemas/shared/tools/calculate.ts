import { evaluate } from '../calculator/evaluate.ts';
import { toCents } from '../cents.ts';
import { defineTool } from '../tables.ts';

/**
 * Arithmetic with Python's meaning (see calculator/evaluate.ts), rounded to cents.
 * A result no JSON number can carry is answered as the text "inf", "-inf" or "nan".
 */
export const calculate = defineTool({
  name: 'calculate',
  effect: 'read',
  standalone: true,
  description: 'Works out an arithmetic expression and gives the result rounded to two decimals.',
  parameters: {
    type: 'object',
    properties: {
      expression: {
        type: 'string',
        description:
          'The expression, for example "2 + 2". It may hold numbers, the operators + - * /, parentheses and blanks.',
      },
    },
    required: ['expression'],
  },
  run(_database, { expression }) {
    const result = toCents(evaluate(expression));
    if (Number.isFinite(result)) return result;
    return Number.isNaN(result) ? 'nan' : result > 0 ? 'inf' : '-inf';
  },
});
