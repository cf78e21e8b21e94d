import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { replayActions, startEnvironment, type Task } from '../../src/annotate/index.ts';
import { type JsonObject, type JsonValue, parseJson } from '../../src/base/json/index.ts';
import type { Domain, OptionValues } from '../../src/define/index.ts';
import { Database } from '../../src/environment/index.ts';
import { databaseFiles } from '../../src/export/pack/files.ts';
import {
  loadDatabase,
  loadDomain,
  readDocument,
  readOwnTask,
  readTau2Tasks,
  readTauTasks,
  Tau2Hash,
  TauHash,
  writeTau2Tasks,
  writeTauTasks,
} from '../../src/formats/index.ts';
import { readRecorded } from '../../src/formats/read-recorded.ts';
import { describeWithShared, readShared, readSharedLines, sharedPath } from '../shared.ts';

/** Tasks through our own files and out again, as another harness would read them. */
function outAgain(tasks: readonly Task[], form: 'tau1' | 'tau2'): Task[] {
  const native = tasks.map((task) => readOwnTask(JSON.parse(JSON.stringify(task)) as JsonValue, task.id));
  return form === 'tau1'
    ? readTauTasks(writeTauTasks(native), 'tasks.json')
    : readTau2Tasks(writeTau2Tasks(native), 'tasks.json');
}

/** A database through our own files. */
function throughFiles(domain: Domain, database: Database): Database {
  const tables = databaseFiles(database, 'database').map(({ path, bytes }) => [
    path.replace(/^database\/|\.json$/g, ''),
    parseJson(Buffer.from(bytes).toString('utf8')) as JsonObject,
  ]);
  return new Database(domain, Object.fromEntries(tables) as Record<string, JsonObject>);
}

function hashAfterGold(
  hash: TauHash | Tau2Hash,
  domain: Domain,
  database: Database,
  task: Task,
  options: OptionValues,
): string {
  const environment = startEnvironment(domain, database, task, options);
  replayActions(environment, task.goldActions);
  return hash.ofState(environment.state);
}

/** The balance of a gift card is computed anew there and comes to the same whole number, which is a float from then on. */
const SAME_NUMBER_ANEW = ['retail train 8'];

describeWithShared('gold states after in → our own form → out, by τ-bench’s own hash', () => {
  it.each([
    ['airline', { test: 50 }],
    ['retail', { test: 115, train: 500, dev: 20 }],
  ])('of %s are the recorded ones', async (name, counts) => {
    const folder = `oracles/tau1/${name}`;
    const domain = await loadDomain(name);
    const database = throughFiles(domain, loadDatabase(domain, sharedPath(`${folder}/db`)));
    const hash = new TauHash(name);
    expect(hash.ofState(database.fork())).toBe(readShared(`${folder}/initial_db_hash.txt`).trim());
    const tasks = Object.fromEntries(
      Object.keys(counts).map((split) => {
        const file = split === 'test' ? 'tasks.json' : `tasks_${split}.json`;
        return [split, outAgain(readTauTasks(readDocument(sharedPath(`${folder}/${file}`)), file), 'tau1')];
      }),
    );
    const packed = `${folder}/gold_outcomes.jsonl.gz`;
    const recorded = readSharedLines<{ split: string; index: number; db_hash: string }>(
      existsSync(sharedPath(packed)) ? packed : `${folder}/gold_outcomes.jsonl`,
    );
    const seen: Record<string, number> = {};
    const differ = recorded.filter(({ split, index, db_hash }) => {
      seen[split] = (seen[split] ?? 0) + 1;
      const task = tasks[split]![index]!;
      return hashAfterGold(hash, domain, database, task, { dialect: 'tau1' }) !== db_hash;
    });
    expect(seen).toEqual(counts);
    expect(differ.map(({ split, index }) => `${name} ${split} ${index}`)).toEqual(
      SAME_NUMBER_ANEW.filter((one) => one.startsWith(name)),
    );
  });
});

describeWithShared('gold states after in → our own form → out, by τ²-bench’s own hash', () => {
  const initial = (domain: string): string =>
    (parseJson(readShared(`oracles/tau2/${domain}/initial_hashes.json`)) as { initial_agent_db_hash: string })
      .initial_agent_db_hash;

  it('begin with the recorded hash in each domain', () => {
    for (const [domain, file] of [
      ['retail', 'db.json.gz'],
      ['airline', 'db.json.gz'],
      ['telecom', 'db.toml'],
    ] as const) {
      const tables = readDocument(sharedPath(`oracles/tau2/${domain}/${file}`)) as JsonObject;
      expect(new Tau2Hash(domain).ofTables(tables), domain).toBe(initial(domain));
    }
  });
  it.each([
    ['retail', 114],
    ['airline', 50],
  ])('of the %s tasks are those of the original tasks and database', async (name, count) => {
    const domain = await loadDomain(name);
    const original = loadDatabase(domain, sharedPath(`oracles/tau2/${name}/db.json.gz`));
    const database = throughFiles(domain, original);
    const hash = new Tau2Hash(name);
    expect(hash.ofState(database.fork())).toBe(initial(name));
    const tasks = readTau2Tasks(readDocument(sharedPath(`oracles/tau2/${name}/tasks.json`)));
    expect(tasks).toHaveLength(count);
    const after = outAgain(tasks, 'tau2').map((task) =>
      hashAfterGold(hash, domain, database, task, { dialect: 'tau2' }),
    );
    const before = tasks.map((task) => hashAfterGold(hash, domain, original, task, { dialect: 'tau2' }));
    expect(after).toEqual(before);
    expect(new Set(after).size).toBeGreaterThan(count / 3);
  });
  it('of retail tasks in recordings are the recorded ones', async () => {
    const domain = await loadDomain('retail');
    const database = throughFiles(domain, loadDatabase(domain, sharedPath('oracles/tau2/retail/db.json.gz')));
    const hash = new Tau2Hash('retail');
    const differ: string[] = [];
    const seen = new Set<string>();
    const file = 'trajectories/tau2-retail-codesque16-base.jsonl.gz';
    const gold = new Map(
      readSharedLines<{ task_key: string; replay: { gold_state_hash?: string } | null }>(file).flatMap(
        ({ task_key, replay }) =>
          replay?.gold_state_hash === undefined ? [] : [[task_key, replay.gold_state_hash] as const],
      ),
    );
    for await (const { taskKey, task } of readRecorded(sharedPath(file))) {
      if (task === null || seen.has(taskKey) || !gold.has(taskKey)) continue;
      seen.add(taskKey);
      const [again] = outAgain([task], 'tau2');
      const found = hashAfterGold(hash, domain, database, again!, { dialect: 'tau2' });
      if (found !== gold.get(taskKey)) differ.push(taskKey);
    }
    expect(seen.size).toBe(151);
    expect(differ).toEqual([]);
  });
  it('of the 2,285 telecom tasks are the recorded ones, where the recorded changes are made to its database', () => {
    const tables = readDocument(sharedPath('oracles/tau2/telecom/db.model_dump.json')) as JsonObject;
    const hash = new Tau2Hash('telecom');
    const rows = readSharedLines<{
      agent_db_hash: string;
      agent_diff: readonly { path: readonly (string | number)[]; after?: JsonValue }[];
    }>('oracles/tau2/telecom/gold_outcomes_full.jsonl.gz');
    expect(rows).toHaveLength(2285);
    const known = new Map<string, string>();
    for (const { agent_db_hash, agent_diff } of rows) {
      const key = JSON.stringify(agent_diff);
      if (!known.has(key)) known.set(key, hash.ofTables(changed(tables, agent_diff)));
      expect(known.get(key)).toBe(agent_db_hash);
    }
    expect(known.size).toBeGreaterThan(3);
  });
});

function changed(
  tables: JsonObject,
  diff: readonly { readonly path: readonly (string | number)[]; readonly after?: JsonValue }[],
): JsonObject {
  const copy = structuredClone(tables) as Record<string | number, never>;
  for (const { path, after } of diff) {
    let place: Record<string | number, never> = copy;
    for (const step of path.slice(0, -1)) place = place[step] as never;
    const last = path.at(-1) as string | number;
    if (after !== undefined) place[last] = structuredClone(after) as never;
    else if (Array.isArray(place)) place.splice(Number(last), 1);
    else delete place[last];
  }
  return copy as unknown as JsonObject;
}
