import { expect, it } from 'vitest';
import { retail } from '../../schemas/retail/domain.ts';
import { loadDatabase } from '../../src/formats/index.ts';
import { describeWithShared, readSharedLines, sharedPath } from '../shared.ts';
import { compareCalls, type RecordedCall, withoutCalculator } from './recording.ts';

/** Where τ²-bench words a cause in its own way, with how often it comes up. */
const OTHER_WORDS = {
  'exchange_delivered_order_items: new item … not found or available / variant not found': 62,
  'exchange_delivered_order_items: … not found / number of … not found': 73,
  'modify_pending_order_items: new item … not found or available / variant not found': 62,
  'return_delivered_order_items: payment method should be either the original payment method or a gift card / payment method should be the original payment method': 97,
};

describeWithShared('τ²-retail against recordings of the original', () => {
  const database = loadDatabase(retail, sharedPath('oracles/tau2/retail/db.json.gz'));

  it.each([
    ['tool_fuzz', 8464, { 'arguments refused': 5 }, OTHER_WORDS],
    ['tool_edge', 326, {}, {}],
  ])('%s: every call answers the same, and every sequence ends the same', (file, calls, intended, words) => {
    const recorded = readSharedLines<RecordedCall>(`oracles/tau2/retail/${file}.jsonl.gz`);
    const comparison = compareCalls(retail, database, recorded, { dialect: 'tau2' });
    expect(comparison.unexpected).toEqual([]);
    expect(comparison.calls).toBe(calls);
    expect(comparison.intended).toEqual(intended);
    expect(withoutCalculator(comparison.otherWords)).toEqual(words);
  });
});
