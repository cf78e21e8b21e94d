import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/base/json/index.ts';
import { RandomStream } from '../../src/base/random/index.ts';
import { describeWithShared, sharedPath } from '../shared.ts';
import { taskwright } from './run.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'taskwright-infer-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Three tables of a film club in three formats: members and screens refer to nothing, tickets to both. */
function writeTables(): void {
  const random = new RandomStream(5, 'club');
  const members = Array.from(
    { length: 60 },
    (_, index) => `${1000 + index},0${7000 + index},${20 + (index % 50)},${index % 3 === 0}`,
  );
  writeFileSync(join(folder, 'members.csv'), `member_id,zip,age,patron\n${members.join('\n')}\n`);
  const screens = Object.fromEntries(
    Array.from({ length: 6 }, (_, screen) => [
      `SC-${100 + screen}`,
      {
        name: `Room ${screen}`,
        seats: Object.fromEntries(
          Array.from({ length: 3 + screen }, (_, seat) => [
            `${screen}${seat}${7 - screen}${9 - seat}`,
            { id: `${screen}${seat}${7 - screen}${9 - seat}`, row: 1 + (seat % 2) },
          ]),
        ),
      },
    ]),
  );
  writeFileSync(join(folder, 'screens.json'), JSON.stringify(screens));
  const tickets = Array.from({ length: 200 }, (_, index) => ({
    ticket_id: `T${String(10_000 + 37 * index)}`,
    member_id: String(1000 + random.int(0, 29)),
    status: random.chance(0.8) ? 'used' : 'returned',
    price: Math.round(100 * Math.exp(2 + 0.6 * random.next() * random.next() * 4)) / 100,
    bought: `2029-0${random.int(1, 9)}-1${random.int(0, 9)}T20:15:0${random.int(0, 9)}`,
    lines: Array.from({ length: random.int(1, 3) }, () => ({
      screen_id: `SC-${100 + random.int(0, 5)}`,
      extra: null,
    })),
    ...(random.chance(0.3) && { note: random.pick(['late', 'wheelchair']) }),
  }));
  writeFileSync(
    join(folder, 'tickets.jsonl'),
    tickets.map((ticket) => `${JSON.stringify(ticket)}\n`).join(''),
  );
}

const rowsIn = (path: string): readonly JsonObject[] =>
  Object.values(JSON.parse(readFileSync(path, 'utf8')) as Record<string, JsonObject>);

describe('taskwright infer', () => {
  it('makes a domain of tables in three formats that checks and generates at once, with rows like those found', async () => {
    writeTables();
    const workspace = join(folder, 'workspace');
    const inferred = await taskwright('infer', folder, '--domain', 'film-club', '--workspace', workspace);
    expect(inferred.stderr).toContain('wrote 11 files');
    const checked = await taskwright('check', 'film-club', '--workspace', workspace, '--json');
    expect(checked.status, checked.stderr).toBe(0);
    expect(
      (JSON.parse(checked.stdout) as { findings: JsonObject[] }).findings.filter(
        ({ severity }) => severity !== 'note',
      ),
    ).toEqual([]);
    const schema = JSON.parse(
      readFileSync(join(workspace, 'schemas/film-club/tables/tickets.schema.json'), 'utf8'),
    ) as { properties: Record<string, JsonObject>; required: string[] };
    expect(schema).toMatchObject({
      'x-key': 'ticket_id',
      properties: {
        member_id: { 'x-references': 'members', 'x-index': true },
        status: { enum: ['returned', 'used'] },
        lines: { items: { properties: { screen_id: { 'x-references': 'screens' } } } },
        price: { type: 'number', minimum: expect.closeTo(7.4, 1) },
      },
    });
    expect(schema.required).not.toContain('note');

    const out = join(folder, 'made');
    const made = await taskwright(
      ...['generate', 'film-club', '--workspace', workspace, '--scale', '3', '--out', out],
      ...['--report', join(folder, 'spreads.md')],
    );
    expect(made.status, made.stderr).toBe(0);
    const tickets = rowsIn(join(out, 'tickets.json'));
    expect(tickets).toHaveLength(600);
    const share = (test: (ticket: JsonObject) => boolean) => tickets.filter(test).length / tickets.length;
    expect(Math.abs(share(({ status }) => status === 'used') - 0.8)).toBeLessThan(0.1);
    expect(share(({ note }) => note !== undefined)).toBeGreaterThan(0.2);
    expect(share(({ note }) => note !== undefined)).toBeLessThan(0.4);
    // Half of the members buy all tickets, as they did.
    expect(new Set(tickets.map(({ member_id }) => member_id)).size).toBeLessThan(120);
    for (const { ticket_id, bought } of tickets) {
      expect(ticket_id).toMatch(/^T\d{5}$/);
      expect(String(bought) >= '2029-01-10T20:15:00' && String(bought) <= '2029-09-19T20:15:09').toBe(true);
    }
    expect(rowsIn(join(out, 'members.json'))[0]).toMatchObject({ zip: expect.stringMatching(/^0\d{4}$/) });
    for (const { seats } of rowsIn(join(out, 'screens.json')))
      for (const [id, seat] of Object.entries(seats as JsonObject)) expect((seat as JsonObject).id).toBe(id);
    expect(readFileSync(join(folder, 'spreads.md'), 'utf8')).toContain('status');
  });

  it('reads all tables of a database out of one file', async () => {
    const file = join(folder, 'db.json');
    writeFileSync(file, JSON.stringify({ cups: { a: { size: 1 } }, plates: [{ id: 'p', size: 2 }] }));
    const { status, stdout } = await taskwright('infer', file, '--json');
    expect(status).toBe(0);
    expect(Object.keys((JSON.parse(stdout) as { tables: object }).tables)).toEqual(['cups', 'plates']);
  });

  it.each([
    [['--domain', 'Film Club'], 'Cannot use "Film Club" as the name of a domain'],
    [
      ['--domain', 'film-club', '--workspace', 'workspace'],
      'Cannot write domain "film-club": it exists already',
    ],
  ])('refuses %j, and writes nothing', async (words, message) => {
    const given = words.map((word) => (word === 'workspace' ? join(folder, word) : word));
    const { status, stderr } = await taskwright('infer', join(folder, 'members.csv'), ...given);
    expect(status).toBe(2);
    expect(stderr).toContain(message);
  });
});

describeWithShared('taskwright infer on the databases of τ-bench', () => {
  it.each(['retail', 'airline'])(
    'makes a domain of %s whose generators keep every guarantee',
    async (name) => {
      const workspace = join(folder, `tau-${name}`);
      const path = sharedPath(`oracles/tau1/${name}/db`);
      expect((await taskwright('infer', path, '--domain', name, '--workspace', workspace)).status).toBe(0);
      const made = await taskwright('generate', name, '--workspace', workspace, '--seed', '3');
      expect(made.status, made.stderr).toBe(0);
    },
  );
});
