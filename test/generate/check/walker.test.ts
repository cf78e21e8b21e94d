import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../src/base/json/index.ts';
import { valuesAt } from '../../../src/environment/index.ts';
import { walker } from '../../../src/generate/check/walker.ts';

describe('walker', () => {
  const row = {
    name: 'x',
    'odd "name"\n': [1, 2],
    items: [{ id: 'a', tags: ['s', 't'] }, { id: null }, 'text', { other: 1 }],
    methods: { card_1: { id: 'card_1' }, gift_2: { id: 'gift_2' } },
    none: null,
  };
  const paths = [
    [],
    ['name'],
    ['missing'],
    ['none'],
    ['none', 'deeper'],
    ['odd "name"\n', '*'],
    ['items', '*', 'id'],
    ['items', '*', 'tags', '*'],
    ['methods', '*'],
    ['methods', '*', 'id'],
    ['name', '*', 'id'],
  ];
  for (const path of paths) {
    it(`visits what valuesAt gives at ${JSON.stringify(path)}`, () => {
      const seen: JsonValue[] = [];
      walker(path)(row, (value) => seen.push(value));
      expect(seen).toEqual([...valuesAt(row, path)]);
    });
  }
});
