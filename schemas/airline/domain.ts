import { readFileSync } from 'node:fs';
import { defineDomain, definePolicy, type TableSchema } from 'taskwright';
import { DIALECT_OPTION } from '../shared/dialect.ts';
import { candidates } from './candidates.ts';
import { invariants } from './invariants.ts';
import { rules } from './rules/index.ts';
import flights from './tables/flights.schema.json' with { type: 'json' };
import reservations from './tables/reservations.schema.json' with { type: 'json' };
import users from './tables/users.schema.json' with { type: 'json' };
import { tools } from './tools/index.ts';

/** An airline's service desk: users, flights and reservations, with the rules of τ-bench's second domain. */
export const airline = defineDomain({
  name: 'airline',
  version: '1.0.0',
  description: 'Book, change and cancel flight reservations',
  tables: {
    users: users as unknown as TableSchema,
    flights: flights as unknown as TableSchema,
    reservations: reservations as unknown as TableSchema,
  },
  tools,
  policy: definePolicy(readFileSync(new URL('./policy.md', import.meta.url), 'utf8')),
  rules,
  candidates,
  invariants,
  options: { dialect: DIALECT_OPTION },
  now: '2024-05-15T15:00:00',
});
