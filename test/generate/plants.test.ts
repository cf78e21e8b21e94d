import { describe, expect, it } from 'vitest';
import { loadDomain } from '../../src/formats/index.ts';
import { defaultDatabase, type Plants, plant } from '../../src/generate/index.ts';

describe('planting', async () => {
  const domain = await loadDomain('retail');
  const database = await defaultDatabase(domain);
  const [key] = [...database.rows('users').keys()] as [string];
  const task = (id: string, plants: Plants) => ({ id, plants });
  const referent = {
    says: 'the user in Springville',
    table: 'users',
    where: { 'address.city': 'Springville' },
    is: key,
  };
  const set = { address: { city: 'Springville' } };

  it('changes what it names, keeps the rest, and leaves the given database alone', () => {
    const planted = plant(domain, database, [
      task('a', { rows: [{ table: 'users', key, set }], unique: [referent] }),
    ]);
    const before = database.rows('users').get(key) as { address: object };
    expect(planted.rows('users').get(key)).toEqual({
      ...before,
      address: { ...before.address, city: 'Springville' },
    });
    expect(database.rows('users').get(key)).toBe(before);
    expect(planted.rows('orders')).toBe(database.rows('orders'));
  });

  const [, other] = [...database.rows('users').keys()] as [string, string];
  const refused: readonly (readonly [string, readonly ReturnType<typeof task>[], RegExp])[] = [
    [
      'a description that fits two rows',
      [
        task('a', {
          rows: [{ table: 'users', key, set }],
          distractors: [{ table: 'users', key: other, set }],
          unique: [referent],
        }),
      ],
      /should fit row ".*" of table "users" alone, it fits rows ".*", ".*"/,
    ],
    ['a description that fits none', [task('a', { unique: [referent] })], /it fits no row/],
    [
      'two tasks that want different things',
      [
        task('a', { rows: [{ table: 'users', key, set }] }),
        task('b', { rows: [{ table: 'users', key, set: { email: 'x@example.com' } }] }),
      ],
      /task "a" plants another row there/,
    ],
    [
      'a row that breaks its schema',
      [task('a', { rows: [{ table: 'users', key, set: { email: 7 } }] })],
      /email must be string/,
    ],
    [
      'a key that no row has',
      [task('a', { rows: [{ table: 'users', key: 'nobody', set }] })],
      /no generated row has that key/,
    ],
    ['a table that is none', [task('a', { rows: [{ table: 'user', key, set }] })], /there is no such table/],
  ];
  for (const [what, tasks, message] of refused) {
    it(`refuses ${what}`, () => {
      expect(() => plant(domain, database, tasks)).toThrow(message);
    });
  }
});
