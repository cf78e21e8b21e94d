import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson } from '../../src/base/json/index.ts';
import {
  byCodePoint,
  floatText,
  jsonDumps,
  PythonFloat,
  pythonRepr,
} from '../../src/formats/python/index.ts';

const python = spawnSync('python3', ['--version']).status === 0;

/** What a program of ours prints in Python, given a JSON document on standard input. */
function inPython(program: string, input: unknown): unknown {
  const { stdout, stderr, status } = spawnSync('python3', ['-c', program], {
    input: JSON.stringify(input),
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(stderr);
  return parseJson(stdout);
}

describe('Python’s text', () => {
  it.each([
    [198, '198.0'],
    [-0, '-0.0'],
    [0.0001, '0.0001'],
    [0.00001, '1e-05'],
    [0.00012345, '0.00012345'],
    [1.4210854715202004e-14, '1.4210854715202004e-14'],
    [1e15, '1000000000000000.0'],
    [1e16, '1e+16'],
    [9.9999999998e21, '9.9999999998e+21'],
    [Number.POSITIVE_INFINITY, 'inf'],
    [Number.NaN, 'nan'],
  ])('of the float %d is %s', (value, text) => expect(floatText(value)).toBe(text));
  it.each([
    ['plain', "'plain'"],
    ["it's", '"it\'s"'],
    [`both ' and "`, `'both \\' and "'`],
    ['a\\b\n\t', "'a\\\\b\\n\\t'"],
    ['soft\u00adhyphen \u2028 \u007f', "'soft\\xadhyphen \\u2028 \\x7f'"],
    ['é 😀 \u{e0001}', "'é 😀 \\U000e0001'"],
  ])('of the string %j is %s', (value, text) => expect(pythonRepr(value)).toBe(text));
  it('of tuples has a comma after a single element', () => {
    expect(pythonRepr([['a', [1, new PythonFloat(1)]], [], [true, null]])).toBe(
      "(('a', (1, 1.0)), (), (True, None))",
    );
    expect(pythonRepr([1])).toBe('(1,)');
  });
  it('of JSON keeps floats apart and escapes what is not ASCII', () => {
    const value = { b: [1, new PythonFloat(1), true], a: 'é😀\u007f"/', c: {} };
    expect(jsonDumps(value, { sortKeys: true })).toBe(
      '{"a": "\\u00e9\\ud83d\\ude00\\u007f\\"/", "b": [1, 1.0, true], "c": {}}',
    );
    expect(jsonDumps(value, { indent: 2, ensureAscii: false })).toBe(
      '{\n  "b": [\n    1,\n    1.0,\n    true\n  ],\n  "a": "é😀\u007f\\"/",\n  "c": {}\n}',
    );
  });
  it('sorts by code point, not by UTF-16 unit', () => {
    expect(['\uffff', '😀', 'b', 'ab', 'a'].sort(byCodePoint)).toEqual(['a', 'ab', 'b', '\uffff', '😀']);
  });
});

describe.skipIf(!python)(`Python’s own text${python ? '' : ' (skipped: there is no python3)'}`, () => {
  // Blocks that no Unicode version since either side's tables has added to.
  const blocks = [
    [0x00, 0x24f],
    [0x2000, 0x206f],
    [0x3000, 0x303f],
    [0xe000, 0xe0ff],
    [0x1f600, 0x1f64f],
  ] as const;
  const unit = fc
    .oneof(...blocks.map(([min, max]) => fc.integer({ min, max })))
    .map((code) => String.fromCodePoint(code));
  const text = fc.string({ unit, maxLength: 12 });
  it('of floats is ours', () => {
    const sample = fc.sample(fc.double({ noNaN: true, noDefaultInfinity: true }), { numRuns: 2000, seed: 7 });
    const numbers = [...sample, ...[...Array(40)].map((_, power) => 1.7 * 10 ** (power - 20)), 0.1 + 0.2];
    const theirs = inPython(
      'import json,sys; print(json.dumps([repr(float(x)) for x in json.load(sys.stdin)]))',
      numbers.map((value) => (Object.is(value, -0) ? '-0.0' : String(value))),
    );
    expect(numbers.map(floatText)).toEqual(theirs);
  });
  it('of strings is ours, by repr and by json.dumps', () => {
    const strings = fc.sample(text, { numRuns: 2000, seed: 7 });
    const [reprs, dumps] = inPython(
      'import json,sys; x=json.load(sys.stdin); print(json.dumps([[repr(s) for s in x],[json.dumps(s) for s in x]]))',
      strings,
    ) as [string[], string[]];
    expect(strings.map((value) => jsonDumps(value))).toEqual(dumps);
    expect(strings.map(pythonRepr)).toEqual(reprs);
  });
  it('of documents with sorted keys is ours', () => {
    const documents = fc.sample(
      fc.dictionary(text, fc.oneof(fc.integer(), fc.boolean(), text), { noNullPrototype: true }),
      { numRuns: 300, seed: 7 },
    );
    const theirs = inPython(
      'import json,sys; print(json.dumps([json.dumps(d, sort_keys=True) for d in json.load(sys.stdin)]))',
      documents,
    );
    expect(documents.map((document) => jsonDumps(document, { sortKeys: true }))).toEqual(theirs);
  });
});
