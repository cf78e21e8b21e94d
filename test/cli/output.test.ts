import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { Output, wrap } from '../../src/cli/output.ts';

function sink(columns?: number) {
  const chunks: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      chunks.push(String(chunk));
      done();
    },
  });
  return {
    stream: Object.assign(stream, columns === undefined ? {} : { columns }),
    text: () => chunks.join(''),
  };
}

describe('Output', () => {
  it.each([80, 60, 100])('keeps tables and findings within %i columns', (columns) => {
    const err = sink(columns);
    const output = new Output({ stdout: sink().stream, stderr: err.stream }, { json: false, quiet: false });
    const long = 'a-name-of-many-parts-that-does-not-fit-anywhere';
    output.table(
      ['task', 'count', 'why'],
      [
        [long, '1/40', `${long} ${'x'.repeat(90)}`],
        ['b', '2', 'short'],
      ],
    );
    output.findings([
      { code: 'code', severity: 'error', message: 'word '.repeat(60), hint: 'hint '.repeat(40) },
    ]);
    const lines = err.text().split('\n');
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(columns);
    expect(err.text().replaceAll(/[│\s]/g, '')).toContain('xxxxx');
  });
  it('writes JSON alone on stdout, and nothing for people when quiet', () => {
    const [out, err] = [sink(), sink()];
    const output = new Output({ stdout: out.stream, stderr: err.stream }, { json: true, quiet: true });
    output.line('hello');
    output.text('text');
    output.result({ a: [1] });
    expect(JSON.parse(out.text())).toEqual({ a: [1] });
    expect(err.text()).toBe('');
  });
  it('keeps the document of a captured command instead of printing it', () => {
    const out = sink();
    const output = new Output({ stdout: out.stream, stderr: sink().stream }, { json: true, quiet: false });
    const { output: inner, captured } = output.capture();
    inner.result({ inner: true });
    expect(out.text()).toBe('');
    expect(captured()).toEqual({ inner: true });
  });
});

describe('wrap', () => {
  it('breaks at blanks and indents what follows', () => {
    expect(wrap('one two three', 9, '> ', '  ')).toBe('> one two\n  three');
  });
});
