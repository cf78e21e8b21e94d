import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { scriptBrain, serveModel } from '../../src/simulate/index.ts';
import { taskwright } from './run.ts';

/** Recorded from a script, not from a model: what is shown is that answers are kept, checked and repaired. */
const CASSETTE = fileURLToPath(new URL('../fixtures/cassettes/retail-names', import.meta.url));
const NOBODY = 'scripted@http://127.0.0.1:9/v1';

const emptyFolder = (): string => mkdtempSync(join(tmpdir(), 'taskwright-write-'));
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A server whose model answers with these texts, by what the last message says. */
async function served(
  ...rules: readonly { readonly says?: string; readonly text: string }[]
): Promise<string> {
  const brain = scriptBrain(
    rules.map(({ says, text }) => ({ ...(says !== undefined && { says }), answer: { text } })),
  );
  const server = await serveModel({ brain });
  closing.push(() => server.close());
  return `scripted@${server.url}`;
}

const SAMPLER = `export function key(index) { return 'user_' + index; }
export function row(random, { key }) {
  return {
    name: { first_name: random.pick(['Ada', 'Noor']), last_name: 'Beck' },
    address: { address1: random.int(1, 99) + ' Elm Street', address2: '', city: 'Austin', country: 'USA', state: 'TX', zip: '78701' },
    email: key + '@example.com',
    payment_methods: {},
    orders: [],
  };
}`;

describe('taskwright write-rows', () => {
  it('makes the same bytes from the committed cassette with no server at all, the wrong row repaired and the double left out', async () => {
    const files = [1, 2].map(() => join(emptyFolder(), 'names.json'));
    for (const file of files) {
      const { status, stderr } = await taskwright(
        ...['write-rows', 'retail', 'users', '--columns', 'name', '--count', '3', '--model', NOBODY],
        ...['--cassette', CASSETTE, '--cassette-mode', 'replay', '--out', file],
      );
      expect(stderr).toContain('wrote 3 rows');
      expect(status).toBe(0);
    }
    const [first, second] = files.map((file) => readFileSync(file, 'utf8'));
    expect(first).toBe(second);
    expect(JSON.parse(first as string)).toEqual([
      { name: { first_name: 'Ada', last_name: 'Beck' } },
      { name: { first_name: 'Noor', last_name: 'Haddad' } },
      { name: { first_name: 'Imre', last_name: 'Kovacs' } },
    ]);
  });

  it.each([
    ['no model', [], 'no model is named'],
    ['a count of none', ['--count', '0', '--model', NOBODY], '--count 0: it is no positive count'],
    ['a column the table has not', ['--columns', 'nam', '--model', NOBODY], 'has no such property'],
  ])('refuses %s, and writes nothing', async (_, words, message) => {
    const folder = emptyFolder();
    const { status, stderr } = await taskwright(
      ...['write-rows', 'retail', 'users', '--out', join(folder, 'rows.json'), ...words],
    );
    expect(status).toBe(2);
    expect(stderr).toContain(message);
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('taskwright write-sampler', () => {
  it('gives faults back until 1,000 rows are right, then writes the source for a person to own', async () => {
    const model = await served(
      { says: 'It is not right yet', text: `\`\`\`js\n${SAMPLER}\n\`\`\`` },
      { text: SAMPLER.replace(`'Beck'`, `''`) },
    );
    const folder = emptyFolder();
    const { status, stderr } = await taskwright(
      ...['write-sampler', 'retail', 'users', '--model', model, '--out', join(folder, 'users.sampler.ts')],
    );
    expect(stderr).toContain('round 1 is not right');
    expect(status).toBe(0);
    const source = readFileSync(join(folder, 'users.sampler.ts'), 'utf8');
    expect(source).toContain('export const sampler = { key, row };');
    expect(source).toContain('by model "scripted" in 2 rounds');
  });

  it('writes nothing when the model never gets it right', async () => {
    const model = await served({ text: SAMPLER.replace('random.int(1, 99)', `require('fs')`) });
    const folder = emptyFolder();
    const { status, stderr } = await taskwright(
      ...['write-sampler', 'retail', 'users', '--rounds', '2', '--model', model],
      ...['--out', join(folder, 'users.sampler.ts')],
    );
    expect(status).toBe(2);
    expect(stderr).toContain('after 2 rounds');
    expect(readdirSync(folder)).toEqual([]);
  });
});
