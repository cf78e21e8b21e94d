import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
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
const KEY = `export function key(index) { return 'V' + index; }`;
const GOOD = `${KEY}
export function row(random, { key, references }) {
  return { visit_id: key, user_id: random.pick(references.users), minutes: random.int(1, 60) };
}`;

/** A sampler whose rows are made by this code. */
const rowOf = (body: string): string =>
  `${KEY}\nfunction row(random, { index, key, references }) { ${body} }`;

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
  const folder = mkdtempSync(join(tmpdir(), 'taskwright-sampler-'));
  return {
    domain: { name: 'spa', now: '2024-05-15T15:00:00', invariants: [] },
    table,
    model,
    examples: [],
    references,
    seed: 3,
    rounds: 1,
    folder,
    file: join(folder, 'visits.sampler.ts'),
  };
}

describe('a sampler written by a model', () => {
  const limits = { milliseconds: 250, memory: 16 * 1024 * 1024 };
  const options = { table, seed: 3, count: 50, references, ...limits };
  const bad: readonly (readonly [string, string, RegExp])[] = [
    ['reads a file', rowOf(`return require('fs').readFileSync('/etc/passwd', 'utf8');`), /require.*no files/],
    ['imports a module', `import fs from 'node:fs'; ${GOOD}`, /SyntaxError|module|functions/],
    ['opens a socket', rowOf(`return new WebSocket('ws://localhost');`), /WebSocket.*no files, network/],
    ['asks the network', rowOf(`return fetch('http://localhost');`), /fetch.*network/],
    ['reads the clock', rowOf(`return { at: Date.now() };`), /Date.*clock/],
    ['draws unseeded chance', rowOf(`return { at: Math.random() };`), /random argument/],
    ['loops for ever', rowOf(`for (;;) {}`), /stopped after 250 ms: it does not end/],
    ['loops for ever while loading', `for (;;) {}`, /stopped after 250 ms/],
    ['backtracks for ever', rowOf(`return /(a+)+$/.test('a'.repeat(40) + 'b');`), /stopped after 250 ms/],
    [
      'hides in one long built-in call',
      rowOf(`return new Array(2 ** 28).join('abcdefgh');`),
      /it was stopped/,
    ],
    ['eats memory at once', rowOf(`return new ArrayBuffer(2 ** 31 - 1);`), /asked for more than 16 MiB/],
    ['eats memory by doubling', rowOf(`let all = 'x'; for (;;) all += all;`), /asked for more than 16 MiB/],
    ['eats memory bit by bit', rowOf(`const all = []; for (;;) all.push({ all });`), /it was stopped/],
    [
      'eats memory and goes on when there is none',
      rowOf(`const all = []; for (;;) { try { for (;;) all.push('x'.repeat(100000)); } catch {} }`),
      /it was stopped/,
    ],
    ['calls itself without end', rowOf(`return row(random, { index, key, references });`), /stack overflow/],
    ['makes bad rows', rowOf(`return { minutes: 99 };`), /must have required property/],
    ['makes no rows', rowOf(`return null;`), /must have a key, a text, and be an object/],
    ['repeats a key', GOOD.replace(`'V' + index`, `'V'`), /key "V" is also that of row 0/],
    [
      'names another key in the row',
      GOOD.replace('visit_id: key', `visit_id: 'x'`),
      /its visit_id is "x", its key "V0"/,
    ],
    [
      'names no row',
      GOOD.replace('random.pick(references.users)', `'eve'`),
      /user_id names "eve", which "users" does not have/,
    ],
    [
      'counts its calls',
      rowOf(
        `globalThis.calls = (globalThis.calls || 0) + 1; return { visit_id: key, user_id: 'ada', minutes: 1 + globalThis.calls % 60 };`,
      ),
      /comes out different when it is made again/,
    ],
    ['writes over what it is given', rowOf(`references.users.push('eve');`), /TypeError/],
    [
      'puts its own in place of the language',
      `JSON.stringify = () => 'rows';\n${GOOD}`,
      /changes what the language/,
    ],
    ['defines nothing', `const x = 1;`, /does not define the functions "key" and "row"/],
    [
      'looks for the host',
      rowOf(`return { at: this.constructor.constructor('return process')().pid };`),
      /process|undefined/,
    ],
  ];
  for (const [what, source, problem] of bad) {
    it(`is stopped and told why when it ${what}`, async () => {
      const request = requestOf(scripted(`\`\`\`js\n${source}\n\`\`\``));
      const heard: string[] = [];
      const onRound = (_: number, problems: readonly string[]) => heard.push(...problems);
      await expect(writeSampler({ ...request, ...limits, onRound })).rejects.toThrow(
        /^Cannot accept a sampler for table "visits": after 1 rounds/,
      );
      expect(heard.join('\n')).toMatch(problem);
      expect(readdirSync(request.folder)).toEqual([]);
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
    expect(readFileSync(request.file, 'utf8')).toMatch(
      /^\/\/ @ts-nocheck[\s\S]*export const sampler = \{ key, row \};\n$/,
    );
  });

  it('makes the same rows for the same seed, and others for another', async () => {
    const source = GOOD.replaceAll('export ', '');
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

describe('columns asked of a model', () => {
  const asks = (model: LanguageModel, columns: readonly string[], count: number) =>
    writeRows({
      table,
      model,
      count,
      wish: 'Short visits.',
      references,
      columns,
      invariants: () => ['row 0: never right'],
    });
  const rows = (...made: readonly unknown[]): string => JSON.stringify({ rows: made });

  it('are these properties alone: faults go back, repeats and what the table does not ask for are left out', async () => {
    const model = scripted(
      rows({ user_id: 'ada', minutes: 5 }, { user_id: 'ada', minutes: 5 }, { user_id: 'eve', minutes: 5 }),
      rows(
        { user_id: 'bo', minutes: 99 },
        { user_id: 'bo', minutes: 6 },
        { user_id: 'bo', minutes: 7, visit_id: 'v' },
      ),
      rows({ user_id: 'bo', minutes: 7 }),
    );
    const made = await asks(model, ['user_id', 'minutes'], 3);
    expect(made.map(({ row }) => row)).toEqual([
      { user_id: 'ada', minutes: 5 },
      { user_id: 'bo', minutes: 6 },
      { user_id: 'bo', minutes: 7 },
    ]);
    expect(model.asked[1]?.messages.at(-1)?.content).toContain('user_id names "eve"');
    expect(model.asked[2]?.messages.at(-1)?.content).toMatch(/row 0: minutes[\s\S]*row 2: .*visit_id/);
  });

  it('ask with the schema of these properties, and name the values that are in use', async () => {
    const model = scripted(rows({ minutes: 5 }), rows({ minutes: 6 }));
    await asks(model, ['minutes'], 2);
    expect(model.asked[0]?.extra).toMatchObject({
      response_format: {
        json_schema: { schema: { properties: { rows: { items: { required: ['minutes'] } } } } },
      },
    });
    expect(JSON.stringify(model.asked[0])).not.toContain('visit_id');
    expect(model.asked[1]?.messages.at(-1)?.content).toContain('Values of minutes in use already: 5');
  });

  it('cannot be of a name the table does not have', async () => {
    await expect(asks(scripted('{}'), ['minuets'], 1)).rejects.toThrow(
      'Cannot make column "minuets": table "visits" has no such property',
    );
  });
});
