import type { Domain } from '../define/index.ts';
import type { Database } from '../environment/index.ts';
import { loadDatabaseConfig } from './load-generators.ts';
import { makeDatabase } from './make-database.ts';

/**
 * The database a domain's own tasks are written for: its generators at scale 1 with the seed of their config.
 * @throws UserError when the domain has no generators, FindingsError when they break a guarantee
 */
export async function defaultDatabase(
  domain: Domain,
  { workspace = '.' }: { readonly workspace?: string } = {},
): Promise<Database> {
  return makeDatabase(domain, await loadDatabaseConfig(domain.name, workspace));
}
