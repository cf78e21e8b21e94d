import { appendFileSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { localEngine } from '../../src/engine/local.ts';
import { nullAgent, spamAgent } from '../../src/simulate/index.ts';
import {
  hashesOf,
  keyText,
  RunStore,
  type RunValidationOptions,
  runSanity,
  runSequential,
  runValidation,
  staleParts,
  summarizeRun,
  type TrialMaker,
} from '../../src/validate/index.ts';
import { shop } from '../fixtures/shop.ts';
import {
  createStore,
  database,
  explorer,
  gold,
  maker,
  plan,
  record,
  replayed,
  storeOptions,
  TASKS,
  tasks,
} from './fixture-run.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'run-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const at = (name: string): string => join(folder, name);
const bytes = (name: string, file = 'trials.jsonl'): string => readFileSync(join(folder, name, file), 'utf8');

async function run(store: RunStore, trials: number, more: Partial<RunValidationOptions> = {}) {
  return runValidation({
    store,
    plan: plan(trials),
    make: maker(),
    engine: localEngine(),
    concurrency: 1,
    ...more,
  });
}

/** A maker whose trials end in another order than they begin. */
function shuffled(make: TrialMaker): TrialMaker {
  return async (key, signal) => {
    await new Promise((resolve) => setTimeout(resolve, ((key.trial * 7) % 5) * 2));
    return make(key, signal);
  };
}

describe('a run', () => {
  it('has the same bytes whatever the concurrency and the order of endings', async () => {
    const one = await createStore(at('a'));
    await run(one, 12);
    await one.close();
    const many = await createStore(at('b'));
    await run(many, 12, { make: shuffled(maker()), concurrency: 16 });
    await many.close();
    expect(bytes('b')).toBe(bytes('a'));
    expect(bytes('b', 'trials.index.jsonl')).toBe(bytes('a', 'trials.index.jsonl'));
  });

  it('goes on after an interruption with nothing lost and no trial made twice', async () => {
    const store = await createStore(at('a'));
    const stop = new AbortController();
    const told: string[] = [];
    const end = await run(store, 12, {
      signal: stop.signal,
      onProgress: ({ done, facts }) => {
        told.push(keyText(facts));
        if (done === 10) stop.abort();
      },
    });
    await store.close();
    expect(end).toMatchObject({ stoppedBy: 'interrupt', missing: 26 });
    expect(bytes('a').trimEnd().split('\n')).toHaveLength(10);
    const again = await RunStore.open(at('a'), { ...storeOptions, write: true });
    const rest = await run(again, 12, { onProgress: ({ facts }) => told.push(keyText(facts)) });
    expect(rest).toEqual({ made: 26, missing: 0, stoppedBy: 'plan' });
    await again.close();
    expect(new Set(told).size).toBe(36);
    const whole = await createStore(at('b'));
    await run(whole, 12);
    await whole.close();
    expect(bytes('a')).toBe(bytes('b'));
  });

  it('takes further trials: 12 and then 40 are the 40 of one go', async () => {
    const store = await createStore(at('a'));
    await run(store, 12);
    expect(await run(store, 40)).toMatchObject({ made: 84 });
    await store.close();
    const whole = await createStore(at('b'), 40);
    await run(whole, 40);
    await whole.close();
    expect(bytes('a')).toBe(bytes('b'));
  });

  it('repairs a line that a kill tore, and an index that lags behind or is lost', async () => {
    const store = await createStore(at('a'));
    await run(store, 4);
    await store.close();
    const whole = bytes('a');
    appendFileSync(join(at('a'), 'trials.jsonl'), '{"run":"r","task":"on');
    truncateSync(join(at('a'), 'trials.index.jsonl'), 900);
    const reader = await RunStore.open(at('a'), storeOptions);
    expect(reader.count).toBe(12);
    await reader.close();
    const writer = await RunStore.open(at('a'), { ...storeOptions, write: true });
    expect(writer.count).toBe(12);
    await writer.close();
    expect(bytes('a')).toBe(whole);
    rmSync(join(at('a'), 'trials.index.jsonl'));
    const without = await RunStore.open(at('a'), { ...storeOptions, write: true });
    expect(without.count).toBe(12);
    await without.close();
  });

  it('is written by one process at a time, and read by any', async () => {
    const store = await createStore(at('a'));
    await expect(RunStore.open(at('a'), { ...storeOptions, write: true })).rejects.toThrow(
      'Cannot write run "r"',
    );
    const reader = await RunStore.open(at('a'), storeOptions);
    expect(reader.count).toBe(0);
    await reader.close();
    await store.close();
    await expect(createStore(at('a'))).rejects.toThrow('there is one already');
  });

  it('stops at a full disk with all that it reported safe, and goes on later', async () => {
    let room = 9000;
    const store = await RunStore.create(at('a'), record(), {
      ...storeOptions,
      openFile: async (path) => {
        const file = await open(path, 'a');
        return {
          write: async (data: Uint8Array, offset: number, length: number) => {
            if (room <= 0) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
            const { bytesWritten } = await file.write(data, offset, Math.min(length, room));
            room -= bytesWritten;
            return { bytesWritten };
          },
          datasync: () => file.datasync(),
          truncate: (length: number) => file.truncate(length),
          stat: () => file.stat(),
          close: () => file.close(),
        };
      },
    });
    let reported = 0;
    const failing = run(store, 12, {
      onProgress: () => {
        reported += 1;
      },
    });
    await expect(failing).rejects.toThrow('the disk is full');
    await store.close();
    const again = await RunStore.open(at('a'), { ...storeOptions, write: true });
    expect(reported).toBeGreaterThan(0);
    expect(again.count).toBeGreaterThanOrEqual(reported);
    expect(await run(again, 12)).toMatchObject({ missing: 0 });
    expect(again.count).toBe(36);
    await again.close();
  });

  it('tries void trials again and keeps the countable ones', async () => {
    const store = await createStore(at('a'));
    const make = maker();
    const failing: TrialMaker = async (key) => {
      const trial = await make(key);
      if (key.trial !== 1) return trial;
      return {
        ...trial,
        stop: 'infrastructure',
        verdict: { kind: 'void', reason: 'infrastructure', message: 'down' },
      };
    };
    await run(store, 3, { make: failing });
    const during = await summarizeRun({ store, tasks });
    expect(during.totals).toMatchObject({ trials: 9, countable: 6, voids: { infrastructure: 3 } });
    expect(await run(store, 3)).toMatchObject({ made: 3 });
    const after = await summarizeRun({ store, tasks });
    expect(after.totals).toMatchObject({ trials: 9, countable: 9, voids: {} });
    await store.close();
    expect(bytes('a').trimEnd().split('\n')).toHaveLength(9);
  });

  it('stops drawing trials when the budget is used up', async () => {
    const store = await createStore(at('a'));
    const make = maker();
    const paid: TrialMaker = async (key) => {
      const trial = await make(key);
      return { ...trial, usage: { ...trial.usage, agent: { ...trial.usage.agent, costUsd: 1 } } };
    };
    expect(await run(store, 12, { make: paid, budgetUsd: 5 })).toEqual({
      made: 5,
      missing: 31,
      stoppedBy: 'budget',
    });
    await store.close();
  });

  it('stops drawing trials when the tokens are used up, those of earlier sittings included', async () => {
    const store = await createStore(at('a'));
    const make = maker();
    const asked: TrialMaker = async (key) => {
      const trial = await make(key);
      const agent = { ...trial.usage.agent, inputTokens: 90, outputTokens: 10 };
      return { ...trial, usage: { ...trial.usage, agent } };
    };
    const end = { missing: 33, stoppedBy: 'budget' };
    expect(await run(store, 12, { make: asked, budgetTokens: 300 })).toMatchObject({ made: 3, ...end });
    expect(await run(store, 12, { make: asked, budgetTokens: 300 })).toMatchObject({ made: 0, ...end });
    await store.close();
  });

  it('of no tasks is refused', async () => {
    const store = await createStore(at('a'));
    await expect(run(store, 4, { plan: plan(4, []) })).rejects.toThrow('the list of tasks is empty');
    await store.close();
  });
});

describe('a stale run', () => {
  const changed = (): ReturnType<typeof hashesOf> =>
    hashesOf(
      { ...shop, policy: { ...shop.policy, text: 'other' } },
      database,
      replayed(TASKS.slice(0, 2).map((task) => (task.id === 'two' ? { ...task, outputs: ['x'] } : task))),
    );

  it('says which part changed', () => {
    const messages = staleParts(record(), changed(), '1.0.0').map(({ message }) => message);
    expect(messages).toEqual([
      'the policy of domain "shop" changed since run "r"',
      'task "two" changed since run "r"',
      'task "told" is gone since run "r"',
    ]);
  });

  it('does not call code changed that runs in another form, and says why it cannot tell', () => {
    const now = { ...hashesOf(shop, database, tasks), tools: 'other', policy: 'other' };
    const [policy, tools] = staleParts(record(), now, '1.0.0+source');
    expect(policy?.message).toBe('the policy of domain "shop" changed since run "r"');
    expect(tools?.message).toMatch(/^the tools of domain "shop" cannot be compared: .* its built form/);
  });

  it('is none while nothing changed; another version of the software is a note', () => {
    expect(staleParts(record(), hashesOf(shop, database, tasks), '1.0.0')).toEqual([]);
    expect(staleParts(record(), hashesOf(shop, database, tasks), '2.0.0')).toMatchObject([
      { severity: 'note' },
    ]);
  });
});

describe('the sequential plan', () => {
  it('stops a task whose alternatives the audit led the agent to after the first look, and certifies others later', async () => {
    const plans = [
      { actions: [{ tool: 'close_purchase', args: { purchase: 'p100', charge: 9 } }], outputs: [] },
    ];
    const store = await createStore(at('a'));
    const probe = await maker(explorer(plans))({ task: 'one', persona: null, trial: 0 });
    expect(probe.verdict.kind).toMatch(/pass|fail/);
    const open = {
      id: 'x',
      open: true,
      certain: false,
      reason: 'nothing names the charge',
      argument: 'charge',
      otherValue: 9,
    };
    const end = await runSequential({
      store,
      tasks: tasks.filter(({ id }) => id === 'one'),
      personas: [null],
      make: maker(explorer(plans)),
      engine: localEngine(),
      concurrency: 2,
      alternatives: () => [{ ...open, outcome: 'none' }],
    });
    expect(end).toMatchObject({ decisions: { one: 'suspect' }, made: 8, saved: 52 });
    const sound = await runSequential({
      store,
      tasks: tasks.filter(({ id }) => id === 'two'),
      personas: [null],
      make: maker(gold),
      engine: localEngine(),
      concurrency: 2,
    });
    expect(sound).toMatchObject({ decisions: { two: 'unique' }, made: 32 });
    await store.close();
  });
});

describe('the sanity run', () => {
  it('passes sound tasks: gold passes all, null and spam none', async () => {
    const result = await runSanity('shop', tasks, [
      { agent: 'gold', passes: 'all', make: maker(gold) },
      { agent: 'null', passes: 'none', make: maker(nullAgent()) },
      { agent: 'spam', passes: 'none', make: maker(spamAgent(shop)) },
    ]);
    expect(result.agents.map(({ passed }) => passed)).toEqual([3, 0, 0]);
    expect(result.findings).toEqual([]);
  });

  it('names a task that gold fails and one that doing nothing passes', async () => {
    const result = await runSanity('shop', tasks.slice(0, 1), [
      { agent: 'gold', passes: 'all', make: maker(nullAgent()) },
      { agent: 'null', passes: 'none', make: maker(gold) },
    ]);
    expect(result.findings.map(({ code, task }) => [code, task])).toEqual([
      ['gold-agent-fails', 'one'],
      ['nothing-passes', 'one'],
    ]);
  });
});

describe('a large run', () => {
  it('of 100,000 trials is summarized from its index alone, in memory that does not grow with it', async () => {
    const store = await createStore(at('a'));
    await run(store, 1);
    await store.close();
    const lines = bytes('a', 'trials.index.jsonl')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const grown = Array.from({ length: 100_000 }, (_, index) => {
      const line = lines[index % 3];
      // Lines of trials beyond the first three are never read, so they need not be there.
      return `${JSON.stringify({ ...line, trial: Math.floor(index / 3) })}\n`;
    });
    writeFileSync(join(at('a'), 'trials.index.jsonl'), grown.join(''));
    grown.length = 0;
    const reader = await RunStore.open(at('a'), storeOptions);
    expect(reader.count).toBe(100_000);
    const before = process.memoryUsage().heapUsed;
    let most = 0;
    let seen = 0;
    for await (const facts of reader.facts()) {
      seen += facts.trial >= 0 ? 1 : 0;
      if (seen % 20_000 === 0) most = Math.max(most, process.memoryUsage().heapUsed - before);
    }
    expect(seen).toBeGreaterThan(0);
    // All facts at once would take over 60 MB.
    expect(most).toBeLessThan(60e6);
    await reader.close();
  });
});
