import canonicalize from 'canonicalize';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  canonicalJson,
  cloneJson,
  equalJson,
  formatJson,
  type JsonValue,
  parseJson,
  printJson,
} from '../../src/base/json/index.ts';

const json = fc
  .jsonValue()
  .filter((value) => !JSON.stringify(value).includes('__proto__')) as fc.Arbitrary<JsonValue>;

describe('canonicalJson', () => {
  it('agrees with another implementation of RFC 8785 on any value', () => {
    fc.assert(fc.property(json, (value) => canonicalJson(value) === canonicalize(value)));
  });
  it('is the same text exactly when two values are equal', () => {
    fc.assert(fc.property(json, json, (a, b) => (canonicalJson(a) === canonicalJson(b)) === equalJson(a, b)));
  });
  it.each([Number.NaN, Number.POSITIVE_INFINITY])('refuses %s', (value) => {
    expect(() => canonicalJson([value])).toThrow(TypeError);
    expect(() => printJson([value])).toThrow(TypeError);
  });
});

describe('parseJson', () => {
  it('reads what JSON.parse reads, with or without keys of digits', () => {
    fc.assert(
      fc.property(json, (value) => {
        const document: JsonValue = { '7': value, a: [value] };
        expect(parseJson(JSON.stringify(document))).toEqual(JSON.parse(JSON.stringify(document)));
      }),
    );
  });
  it('keeps the order in which keys of digits were written, through copies', () => {
    const text = '{"900": 1, "b": 2, "17": 3}';
    expect(printJson(cloneJson(parseJson(text)))).toBe(text);
    expect(formatJson(parseJson(text))).toBe('{\n  "900": 1,\n  "b": 2,\n  "17": 3\n}\n');
  });
  it.each([
    ['{\n  "a": 1,\n  "b": oops\n}', ':3:8', 'oops is no JSON value'],
    ['{"a": 1', ':1:8', 'expected "," or "}"'],
    ['[1, 2', ':1:6', 'expected "," or "]"'],
    ['{"a" 1}', ':1:6', 'expected ":"'],
    ['{a: 1}', ':1:2', 'key in double quotes'],
    ['"abc', ':1:1', 'string without an end'],
    ['1 2', ':1:3', 'after the end'],
    ['', ':1:1', 'ends too early'],
    ['{"x": {"__proto__": {"admin": true}}}', ':1:19', '__proto__'],
    ['{"x": {"\\u005f_proto__": 1}}', ':1:24', '__proto__'],
  ])('names line and column of what is wrong in %j', (text, place, what) => {
    expect(() => parseJson(text, 'file.json')).toThrowError(what);
    try {
      parseJson(text, 'file.json');
    } catch (error) {
      expect((error as { details: { at: string } }).details.at).toBe(`file.json${place}`);
    }
  });
  it('refuses nesting without end', () => {
    expect(() => parseJson(`${'[{"1":'.repeat(10_000)}`)).toThrowError('nesting deeper');
  });
});
