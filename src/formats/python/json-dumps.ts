import { orderedKeys } from '../../base/json/index.ts';
import { floatText } from './float-text.ts';
import { byCodePoint, PythonFloat, type PythonObject, type PythonValue } from './python-value.ts';

export interface JsonDumpsOptions {
  /** Members in the order of their names' code points; else in the order they were written. */
  readonly sortKeys?: boolean;
  /** Blanks per level; on one line, with `", "` and `": "`, when absent. */
  readonly indent?: number;
  /** Whether characters beyond ASCII are written as `\uXXXX` (Python's default). */
  readonly ensureAscii?: boolean;
}

/** JSON text as Python's `json.dumps` writes it: `1.0` stays a float, and characters beyond ASCII are escaped. */
export function jsonDumps(value: PythonValue, options: JsonDumpsOptions = {}): string {
  return dump(value, options, options.indent === undefined ? undefined : '\n');
}

function dump(value: PythonValue, options: JsonDumpsOptions, line: string | undefined): string {
  if (value instanceof PythonFloat) return jsonFloat(value.value);
  if (typeof value === 'string') return quote(value, options.ensureAscii ?? true);
  if (typeof value === 'number') return Number.isInteger(value) ? integerText(value) : jsonFloat(value);
  if (typeof value !== 'object' || value === null) return String(value);
  const inner = line === undefined ? undefined : line + ' '.repeat(options.indent ?? 0);
  const parts = Array.isArray(value)
    ? value.map((item: PythonValue) => dump(item, options, inner))
    : members(value as PythonObject, options, inner);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  if (parts.length === 0) return open + close;
  if (inner === undefined) return `${open}${parts.join(', ')}${close}`;
  return `${open}${inner}${parts.join(`,${inner}`)}${line}${close}`;
}

function members(object: PythonObject, options: JsonDumpsOptions, line: string | undefined): string[] {
  const keys = options.sortKeys === true ? Object.keys(object).sort(byCodePoint) : orderedKeys(object);
  return keys.map(
    (key) => `${quote(key, options.ensureAscii ?? true)}: ${dump(object[key] as PythonValue, options, line)}`,
  );
}

/** Whole numbers are written without an exponent, however large. */
function integerText(value: number): string {
  return Object.is(value, -0) ? '0' : BigInt(value).toString();
}

function jsonFloat(value: number): string {
  if (Number.isFinite(value)) return floatText(value);
  return Number.isNaN(value) ? 'NaN' : value > 0 ? 'Infinity' : '-Infinity';
}

const BEYOND_ASCII = /[\u007f-\uffff]/g;

function quote(text: string, ensureAscii: boolean): string {
  const quoted = JSON.stringify(text);
  if (!ensureAscii) return quoted;
  return quoted.replace(BEYOND_ASCII, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
