import { UserError } from '../base/finding/index.ts';
import type { Domain } from '../define/index.ts';
import type { Database } from '../environment/index.ts';

/**
 * The database a domain's own tasks are written for, made by its generators.
 * @throws UserError when the domain has no generators
 */
export async function defaultDatabase(
  domain: Domain,
  _place: { readonly workspace?: string },
): Promise<Database> {
  throw new UserError(`Cannot make a database for domain "${domain.name}": it has no generators`, {
    hint: 'name a database with --database',
  });
}
