import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type ModelServer, type ServedBrain, serveModel } from '../../src/simulate/index.ts';
import { taskwright } from './run.ts';

const TASK = 'ambiguous-why-cancel';
let server: ModelServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

/** Audits one task with a judge that answers so. */
async function judged(answer: ServedBrain['answer'], ...more: readonly string[]) {
  server = await serveModel({ brain: { answer } });
  return await second(`m@${server.url}`, ...more);
}

async function second(model: string, ...more: readonly string[]) {
  const words = ['audit', 'retail', '--task', TASK, '--lm', '--judge-model', model, '--json', ...more];
  const { status, stdout, stderr } = await taskwright(...words);
  const printed = JSON.parse(stdout);
  const finding = printed.tasks?.[0].findings.find(
    ({ code }: { readonly code: string }) => code === 'argument-undetermined',
  );
  return { status, stderr, finding, ...printed };
}

/** Finds gold's reason for cancelling, wherever it stands. */
const readsReason: ServedBrain['answer'] = ({ messages }) => {
  const [, first = ''] = /First:\n([\s\S]*)\n\nSecond:/.exec(messages.at(-1)?.content ?? '') ?? [];
  return { text: `It is about the reason.\n${first.includes('no longer needed') ? 'FIRST' : 'SECOND'}` };
};

describe('taskwright audit --lm', () => {
  it('takes a finding down to a note when the model reads gold out of the words, and tells the cost', async () => {
    const { status, finding, judgements, costUsd, stderr } = await judged(readsReason);
    expect(judgements).toEqual([expect.objectContaining({ verdict: 'gold', task: TASK })]);
    expect(finding).toMatchObject({ severity: 'note', message: expect.stringContaining('3 for gold') });
    expect(status).toBe(0);
    expect(costUsd).toBe('unknown');
    expect(stderr).toMatch(/judge m.*3 calls, \d+ tokens in/);
  });

  it('leaves the finding as it is when the server refuses to answer', async () => {
    const { status, finding, judgements } = await judged(() => 'nobody is there');
    expect(judgements).toEqual([
      expect.objectContaining({ verdict: 'unscored', because: expect.stringContaining('nobody is there') }),
    ]);
    expect([status, finding.severity]).toEqual([1, 'warning']);
  });

  it('asks no more once the budget is used up', async () => {
    const { judgements, finding } = await judged(readsReason, '--budget-tokens', '10');
    expect(judgements[0]).toMatchObject({ verdict: 'unscored', votes: { unscored: 3 } });
    expect(judgements[0].because).toContain('budget "10 tokens"');
    expect(finding.severity).toBe('warning');
    expect(server?.counts.answers ?? 0).toBe(0);
  });

  it('gives the same answers from a cassette without a server', async () => {
    const cassette = mkdtempSync(join(tmpdir(), 'taskwright-cassette-'));
    const asked = await judged(readsReason, '--cassette', cassette);
    const model = `m@${server?.url}`;
    await server?.close();
    const again = await second(model, '--cassette', cassette, '--cassette-mode', 'replay');
    expect(again.judgements).toEqual(asked.judgements);
  });

  it('refuses an even number of times before anything is asked', async () => {
    const { status, error } = await judged(readsReason, '--times', '2');
    expect(status).toBe(2);
    expect(error).toContain('must be odd');
  });
});
