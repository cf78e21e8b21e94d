import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type LanguageModel, type ModelRequest, NO_USAGE } from '../../../src/base/model/index.ts';
import { compileTable } from '../../../src/define/index.ts';
import { sample, writeRows, writeSampler } from '../../../src/generate/index.ts';

const table = compileTable('visits', {
  type: 'object',
  'x-key': 'visit_id',
  additionalProperties: false,
  required: ['visit_id', 'user_id', 'minutes'],
  properties: {
    visit_id: { type: 'string' },
    user_id: { type: 'string', 'x-references': 'users' },
    minutes: { type: 'integer', minimum: 1, maximum: 60 },
  },
});
const references = { users: ['ada', 'bo'] };
const GOOD = `export function row(random, index, references) {
  const key = 'V' + index;
  return { key, row: { visit_id: key, user_id: random.pick(references.users), minutes: random.int(1, 60) } };
}`;

/** A model that gives these answers, one after the other, and keeps what it was asked. */
function scripted(...answers: readonly string[]): LanguageModel & { readonly asked: ModelRequest[] } {
  const asked: ModelRequest[] = [];
  return {
    name: 'scripted',
    model: 'scripted-1',
    asked,
    complete: async (request) => {
      asked.push({ ...request, messages: [...request.messages] });
      const text = answers[Math.min(asked.length, answers.length) - 1] as string;
      return {
        text,
        calls: [],
        finish: 'stop',
        usage: NO_USAGE,
        temperature: 0,
        recorded: false,
        attempts: 1,
      };
    },
  };
}

function requestOf(model: LanguageModel) {
  const file = join(mkdtempSync(join(tmpdir(), 'taskwright-sampler-')), 'visits.sampler.js');
  return {
    domain: { name: 'spa', now: '2024-05-15T15:00:00', invariants: [] },
    table,
    model,
    examples: [],
    references,
    seed: 3,
    rounds: 1,
    file,
  };
}

describe('a sampler written by a model', () => {
  const options = { table, seed: 3, count: 50, references, milliseconds: 150, memory: 16 * 1024 * 1024 };
  const bad: readonly (readonly [string, string, RegExp])[] = [
    [
      'reads a file',
      `function row() { return require('fs').readFileSync('/etc/passwd', 'utf8'); }`,
      /require.*no files/,
    ],
    [
      'opens a socket',
      `function row() { return new WebSocket('ws://localhost'); }`,
      /WebSocket.*no files, network/,
    ],
    ['asks the network', `function row() { return fetch('http://localhost'); }`, /fetch.*network/],
    ['imports a module', `import fs from 'node:fs'; function row() {}`, /SyntaxError|module|no function/],
    ['reads the clock', `function row() { return { key: String(Date.now()), row: {} }; }`, /Date.*clock/],
    [
      'draws unseeded chance',
      `function row() { return { key: String(Math.random()), row: {} }; }`,
      /random argument/,
    ],
    ['loops for ever', `function row() { for (;;) {} }`, /stopped after 150 ms/],
    [
      'makes bad rows',
      `function row(random, index) { return { key: 'V' + index, row: { minutes: 99 } }; }`,
      /must have required property/,
    ],
    ['repeats a key', GOOD.replace(`'V' + index`, `'V'`), /key "V" is also that of row 0/],
    [
      'names no row',
      GOOD.replace('random.pick(references.users)', `'eve'`),
      /user_id names "eve", which "users" does not have/,
    ],
    ['defines nothing', `const x = 1;`, /no function named "row"/],
    [
      'looks for the host',
      `function row() { return { key: this.constructor.constructor('return process')().pid, row: {} }; }`,
      /process|undefined/,
    ],
  ];
  for (const [what, source, problem] of bad) {
    it(`is stopped and told why when it ${what}`, async () => {
      const result = await sample(source.replace(/^export /, ''), options);
      expect(result.ok).toBe(false);
      expect(result.ok ? '' : result.problems.join('\n')).toMatch(problem);
      const request = requestOf(scripted(`\`\`\`js\n${source}\n\`\`\``));
      await expect(writeSampler({ ...request, milliseconds: 150, memory: 16 * 1024 * 1024 })).rejects.toThrow(
        /^Cannot accept a sampler for table "visits": after 1 rounds/,
      );
      expect(existsSync(request.file)).toBe(false);
    });
  }

  it('gets its faults back, and is kept when it makes 1,000 rows without one', async () => {
    const model = scripted(`\`\`\`js\n${GOOD.replace('60)', '90)')}\n\`\`\``, `\`\`\`js\n${GOOD}\n\`\`\``);
    const request = requestOf(model);
    const written = await writeSampler({ ...request, rounds: 3 });
    expect(written.rounds).toBe(2);
    expect(written.rows.length).toBe(1000);
    expect(model.asked[1]?.messages.at(-1)).toMatchObject({
      content: expect.stringMatching(/minutes must be <= 60, found/),
    });
    expect(readFileSync(request.file, 'utf8')).toContain('function row(random, index, references)');
  });

  it('makes the same rows for the same seed, and others for another', async () => {
    const source = GOOD.replace(/^export /, '');
    const first = await sample(source, options);
    expect(await sample(source, options)).toEqual(first);
    expect(await sample(source, { ...options, seed: 4 })).not.toEqual(first);
  });
});

describe('rows written by a model', () => {
  const row = (key: string, user: string, minutes: number) => ({
    key,
    row: { visit_id: key, user_id: user, minutes },
  });
  const rows = (...made: readonly unknown[]): string => JSON.stringify({ rows: made });

  it('keeps valid rows, sends back what is wrong, and leaves repeats out', async () => {
    const model = scripted(
      rows(row('a', 'ada', 5), row('b', 'eve', 5), row('a', 'bo', 6)),
      rows(row('b', 'bo', 7), row('c', 'ada', 8)),
    );
    const made = await writeRows({ table, model, count: 3, wish: 'Short visits.', references, batch: 3 });
    expect(made.map(({ key }) => key)).toEqual(['a', 'b', 'c']);
    expect(model.asked[1]?.messages.at(-1)).toMatchObject({
      content: expect.stringMatching(/user_id names "eve"[\s\S]*key "a" is in use already/),
    });
  });

  it('gives up when nothing new comes', async () => {
    const model = scripted(rows(row('a', 'ada', 5)), 'sorry');
    await expect(writeRows({ table, model, count: 3, wish: '', references, repairs: 0 })).rejects.toThrow(
      'Cannot make 3 rows of table "visits": model "scripted" gave 1 different valid ones',
    );
  });
});
