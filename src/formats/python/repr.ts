import { floatText } from './float-text.ts';
import { PythonFloat } from './python-value.ts';

/** What Python's `str` shows of nested tuples of strings, numbers, truth values and `None`. */
export type Tuple = string | number | boolean | null | PythonFloat | readonly Tuple[];

/** Text as Python's `repr` writes it; lists stand for tuples. */
export function pythonRepr(value: Tuple): string {
  if (value instanceof PythonFloat) return floatText(value.value);
  if (typeof value === 'string') return reprText(value);
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (value === null) return 'None';
  if (typeof value === 'number') return Number.isInteger(value) ? BigInt(value).toString() : floatText(value);
  return `(${value.map(pythonRepr).join(', ')}${value.length === 1 ? ',' : ''})`;
}

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Zs}]/u;

/** Single quotes, double ones where the text has single and no double ones; what cannot be printed is escaped. */
function reprText(text: string): string {
  const mark = text.includes("'") && !text.includes('"') ? '"' : "'";
  let body = '';
  for (const char of text) {
    if (char === mark) body += `\\${char}`;
    else if (ESCAPES[char] !== undefined) body += ESCAPES[char];
    else body += char !== ' ' && UNPRINTABLE.test(char) ? escapeCode(char) : char;
  }
  return mark + body + mark;
}

function escapeCode(char: string): string {
  const code = char.codePointAt(0) as number;
  const digits = code.toString(16);
  if (code <= 0xff) return `\\x${digits.padStart(2, '0')}`;
  return code <= 0xffff ? `\\u${digits.padStart(4, '0')}` : `\\U${digits.padStart(8, '0')}`;
}
