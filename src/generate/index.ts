/**
 * Stage II, generate. Seeded rows for a domain's tables.
 * Reads: a Domain, `generators/<domain>/`. Makes: a Database.
 * Next: annotate replays tasks on it.
 */
export { defaultDatabase } from './default-database.ts';
