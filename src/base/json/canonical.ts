import { hash } from 'node:crypto';
import { quoteJson, quoteName } from './quote.ts';
import type { JsonValue } from './value.ts';

/**
 * Canonical JSON text (RFC 8785): keys sorted by UTF-16 code units, numbers in their shortest form, no blanks.
 * `1` and `1.0` are one number. Members that are `undefined` are left out.
 * @throws TypeError for a number JSON cannot carry, or a value that is not JSON
 */
export function canonicalJson(value: JsonValue): string {
  switch (typeof value) {
    case 'string':
      return quoteJson(value);
    case 'number':
      if (!Number.isFinite(value))
        throw new TypeError(`Cannot write number "${value}": JSON has no such value`);
      return Object.is(value, -0) ? '0' : String(value);
    case 'boolean':
      return value ? 'true' : 'false';
    case 'object':
      break;
    default:
      throw new TypeError(`Cannot write a ${typeof value} as JSON`);
  }
  if (value === null) return 'null';
  let text = '';
  if (Array.isArray(value)) {
    for (const item of value as readonly JsonValue[])
      text += `${text === '' ? '' : ','}${canonicalJson(item)}`;
    return `[${text}]`;
  }
  const object = value as Record<string, JsonValue | undefined>;
  for (const key of sortedKeys(object)) {
    const member = object[key];
    if (member !== undefined) text += `${text === '' ? '' : ','}${quoteName(key)}:${canonicalJson(member)}`;
  }
  return `{${text}}`;
}

/** Most rows have few members, which an insertion sorts quicker than the general sort. */
const FEW = 12;

function sortedKeys(object: object): string[] {
  const keys = Object.keys(object);
  if (keys.length > FEW) return keys.sort();
  for (let index = 1; index < keys.length; index += 1) {
    const key = keys[index] as string;
    let place = index;
    for (; place > 0 && (keys[place - 1] as string) > key; place -= 1)
      keys[place] = keys[place - 1] as string;
    keys[place] = key;
  }
  return keys;
}

/** Whether two JSON values are the same value: key order is free, `1` equals `1.0`. */
export function equalJson(left: JsonValue | undefined, right: JsonValue | undefined): boolean {
  if (left === right) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  if (Array.isArray(left) || Array.isArray(right)) {
    if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false;
    return left.every((item, index) => equalJson(item, right[index]));
  }
  const a = left as Record<string, JsonValue>;
  const b = right as Record<string, JsonValue>;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => Object.hasOwn(b, key) && equalJson(a[key], b[key]));
}

/** SHA-256 of a text, as 64 hexadecimal digits. */
export function sha256(text: string | Uint8Array): string {
  return hash('sha256', text);
}

/** SHA-256 of the canonical JSON of a value. */
export function hashJson(value: JsonValue): string {
  return sha256(canonicalJson(value));
}
