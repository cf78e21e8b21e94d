import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Domain } from '../define/index.ts';

const DEPTH = 4;
const WHOLE = /^db\.(json|toml)(\.gz)?$/;

/**
 * Databases of a domain that lie near a file: folders that hold a file for each of its tables, and whole databases
 * (`db.json`) in folders of the domain's name. Looks in the file's folder and in the folders beside and above it.
 */
export function findDatabases(domain: Domain, near: string): string[] {
  let folder = resolve(near);
  if (!existsSync(folder)) return [];
  if (!statSync(folder).isDirectory()) folder = dirname(folder);
  for (let up = 0; up < 2; up += 1) {
    const found = search(domain, folder, DEPTH);
    if (found.length > 0) return found.sort();
    folder = dirname(folder);
  }
  return [];
}

function search(domain: Domain, folder: string, depth: number): string[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  const names = new Set(entries.filter((entry) => entry.isFile()).map(({ name }) => name));
  const tables = Object.keys(domain.tables);
  const found = tables.every((table) => names.has(`${table}.json`) || names.has(`${table}.json.gz`))
    ? [folder]
    : [];
  if (folder.split('/').at(-1) === domain.name) {
    found.push(...[...names].filter((name) => WHOLE.test(name)).map((name) => join(folder, name)));
  }
  if (depth === 0) return found;
  for (const entry of entries) {
    if (!entry.isDirectory() || entry.name.startsWith('.') || entry.name === 'node_modules') continue;
    found.push(...search(domain, join(folder, entry.name), depth - 1));
  }
  return found;
}
