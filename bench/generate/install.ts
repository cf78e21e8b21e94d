import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Contenders that are no dependencies of this package. */
const PACKAGES = [
  'drizzle-seed@0.3.1',
  'drizzle-orm@0.45.4',
  'better-sqlite3@12.11.1',
  'json-schema-faker@0.6.3',
  '@snaplet/copycat@6.0.0',
];

const FOLDER = process.env.BENCH_CONTENDERS ?? join(tmpdir(), 'taskwright-bench-contenders');

/** Installs the contenders into a folder of their own, once. One that cannot be installed shows as skipped later. */
export function installContenders(): void {
  mkdirSync(FOLDER, { recursive: true });
  if (existsSync(join(FOLDER, 'node_modules'))) return;
  writeFileSync(join(FOLDER, 'package.json'), '{ "private": true }\n');
  for (const name of PACKAGES) {
    try {
      execFileSync('npm', ['install', '--no-audit', '--no-fund', name], { cwd: FOLDER, stdio: 'inherit' });
    } catch (error) {
      console.error(`could not install ${name}: ${String(error).split('\n')[0]}`);
    }
  }
}

/** Loads a module of an installed contender. @throws Error when it is not there */
export async function importFrom(name: string): Promise<unknown> {
  // Resolved from a file of that folder, as any import there would be.
  const probe = join(FOLDER, 'load.mjs');
  writeFileSync(probe, 'export const load = (name) => import(name);\n');
  const { load } = (await import(pathToFileURL(probe).href)) as { load(name: string): Promise<unknown> };
  return load(name);
}
