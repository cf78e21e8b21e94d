import { ToolError } from 'taskwright';

/** A piece of an expression: a number, an operator or a parenthesis. */
export type Token =
  | { readonly kind: 'integer'; readonly value: bigint }
  | { readonly kind: 'float'; readonly value: number }
  | { readonly kind: 'sign'; readonly text: '+' | '-' | '*' | '/' | '//' | '**' | '(' | ')' };

const NUMBER = /(?:\d+\.\d*|\.\d+|\d+)/y;
const SIGN = /(?:\*\*|\/\/|[-+*/()])/y;

/** Cuts an expression into tokens by Python's rules. @throws ToolError when it cannot be read */
export function tokensOf(expression: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < expression.length) {
    if (expression[at] === ' ') {
      at += 1;
      continue;
    }
    NUMBER.lastIndex = at;
    SIGN.lastIndex = at;
    const number = NUMBER.exec(expression)?.[0];
    const sign = number === undefined ? SIGN.exec(expression)?.[0] : undefined;
    if (number !== undefined) tokens.push(numberToken(number));
    else if (sign !== undefined) tokens.push({ kind: 'sign', text: sign as '+' });
    else throw new ToolError('the expression cannot be read');
    at += (number ?? sign ?? ' ').length;
  }
  return tokens;
}

function numberToken(text: string): Token {
  if (text.includes('.')) return { kind: 'float', value: Number(text) };
  if (/^0+[1-9]/.test(text)) throw new ToolError(`the number ${text} begins with a zero`);
  return { kind: 'integer', value: BigInt(text) };
}
