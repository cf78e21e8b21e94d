import { expect, it } from 'vitest';
import { airline } from '../../schemas/airline/domain.ts';
import { loadDatabase } from '../../src/formats/index.ts';
import { describeWithShared, readSharedLines, sharedPath } from '../shared.ts';
import { compareCalls, type RecordedCall, withoutCalculator } from './recording.ts';

describeWithShared('τ²-airline against recordings of the original', () => {
  const database = loadDatabase(airline, sharedPath('oracles/tau2/airline/db.json.gz'));

  it.each([
    [
      'tool_fuzz',
      7460,
      {
        'arguments refused': 275,
        'follows a refused call': 85,
        'partial write undone': 4,
        'row outside its schema': 4,
      },
      { 'book_reservation: payments are whole dollars / validation error for payment': 40 },
    ],
    ['tool_edge', 444, {}, {}],
  ])('%s: every call answers the same, and every sequence ends the same', (file, calls, intended, words) => {
    const recorded = readSharedLines<RecordedCall>(`oracles/tau2/airline/${file}.jsonl.gz`);
    const comparison = compareCalls(airline, database, recorded, { dialect: 'tau2' });
    expect(comparison.unexpected).toEqual([]);
    expect(comparison.calls).toBe(calls);
    expect(comparison.intended).toEqual(intended);
    expect(withoutCalculator(comparison.otherWords)).toEqual(words);
  });
});
