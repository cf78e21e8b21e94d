import { ToolError } from 'taskwright';
import { combine, divide, floorDivide, type Numeric, negate, power, toFloat } from './arithmetic.ts';
import { type Token, tokensOf } from './tokens.ts';

/** Longest expression that is looked at. */
const MAX_LENGTH = 20_000;
/** Deepest nesting of parentheses, as in Python. */
const MAX_DEPTH = 199;

/**
 * Computes an arithmetic expression with Python's meaning: `+ - * /`, `//` (floor), `**` (binds tighter than a sign on its
 * left, groups to the right), parentheses, whole numbers without limit of size, floats. Nothing is evaluated as code.
 * @returns the result as a float
 * @throws ToolError when it cannot be read, has no value, or would grow without bound
 */
export function evaluate(expression: string): number {
  if (!/^[0-9+\-*/(). ]*$/.test(expression)) throw new ToolError('invalid characters in expression');
  if (expression.length > MAX_LENGTH) throw new ToolError('the expression is too long');
  return toFloat(new Parser(tokensOf(expression)).whole());
}

class Parser {
  readonly #tokens: readonly Token[];
  #at = 0;
  #depth = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  whole(): Numeric {
    const value = this.#sum();
    if (this.#at < this.#tokens.length) throw new ToolError('the expression cannot be read');
    return value;
  }

  #sum(): Numeric {
    let value = this.#product();
    for (let sign = this.#take('+', '-'); sign !== undefined; sign = this.#take('+', '-')) {
      value = combine(sign as '+' | '-', value, this.#product());
    }
    return value;
  }

  #product(): Numeric {
    let value = this.#signed();
    for (let sign = this.#take('*', '/', '//'); sign !== undefined; sign = this.#take('*', '/', '//')) {
      const right = this.#signed();
      if (sign === '*') value = combine('*', value, right);
      else value = sign === '/' ? divide(value, right) : floorDivide(value, right);
    }
    return value;
  }

  #signed(): Numeric {
    let minus = 0;
    for (let sign = this.#take('+', '-'); sign !== undefined; sign = this.#take('+', '-')) {
      if (sign === '-') minus += 1;
    }
    let value = this.#power();
    // Each sign is applied, because two of them turn -0.0 around and back.
    for (; minus > 0; minus -= 1) value = negate(value);
    return value;
  }

  #power(): Numeric {
    const operands: Numeric[] = [this.#atom()];
    const signs: number[] = [];
    while (this.#take('**') !== undefined) {
      let minus = 0;
      for (let sign = this.#take('+', '-'); sign !== undefined; sign = this.#take('+', '-')) {
        if (sign === '-') minus += 1;
      }
      signs.push(minus);
      operands.push(this.#atom());
    }
    let value = operands.pop() as Numeric;
    for (let base = operands.pop(); base !== undefined; base = operands.pop()) {
      for (let minus = signs.pop() ?? 0; minus > 0; minus -= 1) value = negate(value);
      value = power(base, value);
    }
    return value;
  }

  #atom(): Numeric {
    const token = this.#tokens[this.#at];
    if (token === undefined) throw new ToolError('the expression ends too early');
    this.#at += 1;
    if (token.kind !== 'sign') return token.value;
    if (token.text !== '(') throw new ToolError('the expression cannot be read');
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) throw new ToolError('too many nested parentheses');
    const value = this.#sum();
    if (this.#take(')') === undefined) throw new ToolError('a parenthesis is not closed');
    this.#depth -= 1;
    return value;
  }

  #take(...signs: readonly string[]): string | undefined {
    const token = this.#tokens[this.#at];
    if (token?.kind !== 'sign' || !signs.includes(token.text)) return undefined;
    this.#at += 1;
    return token.text;
  }
}
