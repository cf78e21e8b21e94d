import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { UserError } from '../base/finding/index.ts';
import { findDomain, loadModule, PACKAGE_ROOT } from '../formats/index.ts';
import type { DatabaseConfig } from './define-database.ts';

/**
 * Loads `generators/<domain>/database.config.ts` of the workspace, else of this package.
 * @throws UserError when there is none, or it exports no database
 */
export async function loadDatabaseConfig(domain: string, workspace = '.'): Promise<DatabaseConfig> {
  const { file } = findDomain(domain, workspace);
  // In a checkout of this package the compiled generators serve, as the compiled schemas do.
  const own = resolve(workspace) === PACKAGE_ROOT ? [] : [resolve(workspace)];
  const folders = [...own, resolve(dirname(file), '..', '..')].map((root) =>
    join(root, 'generators', domain),
  );
  const candidates = folders.flatMap((folder) =>
    ['ts', 'js', 'mjs'].map((ending) => join(folder, `database.config.${ending}`)),
  );
  const found = candidates.find((candidate) => existsSync(candidate));
  if (found === undefined) {
    throw new UserError(`Cannot make a database for domain "${domain}": it has no generators`, {
      at: candidates[0] as string,
      hint: `write generators/${domain}/database.config.ts, or name a database with --database`,
    });
  }
  const config = Object.values(await loadModule(found)).find(isDatabaseConfig);
  if (config === undefined) {
    throw new UserError(`Cannot use generators of domain "${domain}": the module exports no database`, {
      at: found,
      hint: `export const ${domain}Database = defineDatabase({ domain: '${domain}', … })`,
    });
  }
  return config;
}

function isDatabaseConfig(value: unknown): value is DatabaseConfig {
  return typeof value === 'object' && value !== null && 'generators' in value && 'counts' in value;
}
