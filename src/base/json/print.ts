import { orderedKeys } from './key-order.ts';
import { quoteJson, quoteName } from './quote.ts';
import { keepSharedText, sharedText } from './share.ts';
import type { JsonValue } from './value.ts';

/**
 * JSON text with `", "` and `": "` between parts and keys in the order they were written: what an agent reads.
 * The text of a shared value is kept, so that a row many trials read is written once.
 * @throws TypeError for a number JSON cannot carry
 */
export function printJson(value: JsonValue): string {
  if (typeof value !== 'object' || value === null) return print(value);
  const kept = sharedText(value);
  if (kept !== undefined) return kept;
  const text = print(value);
  keepSharedText(value, text);
  return text;
}

function print(value: JsonValue): string {
  if (typeof value === 'string') return quoteJson(value);
  if (typeof value === 'number') {
    if (!Number.isFinite(value))
      throw new TypeError(`Cannot write number "${value}": JSON has no such value`);
    return JSON.stringify(value);
  }
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  let text = '';
  if (Array.isArray(value)) {
    for (const item of value as readonly JsonValue[]) text += `${text === '' ? '' : ', '}${print(item)}`;
    return `[${text}]`;
  }
  const object = value as Record<string, JsonValue | undefined>;
  for (const key of orderedKeys(object)) {
    const member = object[key];
    if (member !== undefined) text += `${text === '' ? '' : ', '}${quoteName(key)}: ${print(member)}`;
  }
  return `{${text}}`;
}

/** Indented JSON text with keys in the order they were written, ended by a newline: what files hold. */
export function formatJson(value: JsonValue, indent = 2): string {
  return `${format(value, '\n', ' '.repeat(indent))}\n`;
}

function format(value: JsonValue, line: string, indent: string): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = line + indent;
  if (Array.isArray(value)) {
    if (value.length === 0) return '[]';
    return `[${inner}${value.map((item: JsonValue) => format(item, inner, indent)).join(`,${inner}`)}${line}]`;
  }
  const object = value as Record<string, JsonValue | undefined>;
  const members: string[] = [];
  for (const key of orderedKeys(object)) {
    const member = object[key];
    if (member !== undefined) members.push(`${JSON.stringify(key)}: ${format(member, inner, indent)}`);
  }
  return members.length === 0 ? '{}' : `{${inner}${members.join(`,${inner}`)}${line}}`;
}
