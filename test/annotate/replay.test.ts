import { describe, expect, it } from 'vitest';
import { replayTask, type Task } from '../../src/annotate/index.ts';
import { shop, shopDatabase } from '../fixtures/shop.ts';

const task = (changes: Partial<Task>): Task => ({
  id: 't',
  scenario: { instruction: 'Close p100.' },
  goldActions: [],
  outputs: [],
  notes: [],
  tags: [],
  ...changes,
});
const close = (purchase: string, charge = 5) => ({ tool: 'close_purchase', args: { purchase, charge } });

describe('replayTask', () => {
  it('gives the gold outcome of actions that succeed', () => {
    const result = replayTask(shop, shopDatabase(), task({ goldActions: [close('p100')] }));
    expect(result.ok && result.task.gold.outcome.changes).toHaveLength(2);
  });
  it('gives a finding and no gold outcome when an action fails, and still runs the others', () => {
    const result = replayTask(shop, shopDatabase(), task({ goldActions: [close('p300'), close('p100')] }));
    expect(result.ok).toBe(false);
    if (result.ok) return;
    expect(result.failures).toMatchObject([{ code: 'gold-action-error', action: 0, severity: 'error' }]);
    expect(result.failures[0]?.message).toBe(
      'gold action 1: write tool "close_purchase" answered "purchase is closed"',
    );
    expect(result.replay.outcome.changes).toHaveLength(2);
  });
  it('accepts a failure that is marked, and finds a mark that does not come true', () => {
    const meant = { ...close('p300'), expectFailure: true };
    expect(replayTask(shop, shopDatabase(), task({ goldActions: [meant] })).ok).toBe(true);
    const wrong = { ...close('p100'), expectFailure: true };
    expect(replayTask(shop, shopDatabase(), task({ goldActions: [wrong] })).ok).toBe(false);
  });
  it('keeps a task that skips failing gold, with the failure as a finding', () => {
    const result = replayTask(
      shop,
      shopDatabase(),
      task({ goldActions: [close('p300')], skipFailingGold: true }),
    );
    expect(result.ok && result.task.failures).toHaveLength(1);
  });
  it('replays accepted alternatives, each on a fresh database', () => {
    const accepts = [{ id: 'other', because: 'both are fine', goldActions: [close('p100', 7)] }];
    const result = replayTask(shop, shopDatabase(), task({ goldActions: [close('p100')], accepts }));
    expect(result.ok && result.task.accepted.map(({ id }) => id)).toEqual(['gold', 'other']);
    expect(result.ok && new Set(result.task.accepted.map(({ outcome }) => outcome.hash)).size).toBe(2);
  });
  it('starts from the initial state, which is no part of the outcome', () => {
    const initialState = { rows: { purchases: { p300: { status: 'open' }, p200: null } } };
    const result = replayTask(shop, shopDatabase(), task({ initialState, goldActions: [close('p300')] }));
    expect(result.ok && result.task.gold.outcome.changes.map(({ key }) => key)).toEqual(['ada', 'p300']);
    expect(replayTask(shop, shopDatabase(), task({ initialState, goldActions: [close('p200')] })).ok).toBe(
      false,
    );
  });
});
