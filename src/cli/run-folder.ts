import { existsSync, readdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { suggest, UserError } from '../base/finding/index.ts';

/** Where runs of a domain lie. */
export function runsFolder(workspace: string, domain: string): string {
  return join(resolve(workspace), 'validation-runs', domain);
}

/** A name for a new run: sorts by time, says what made it, and is not taken. */
export function freshRunName(folder: string, agent: string, now: Date): string {
  const stamp = now.toISOString().slice(0, 19).replaceAll(':', '').replace('T', '-');
  const base = `${stamp}-${agent.replaceAll(/[^\w.-]+/g, '-').slice(0, 40)}`;
  let name = base;
  for (let copy = 2; existsSync(join(folder, name)); copy += 1) name = `${base}-${copy}`;
  return name;
}

/**
 * The folder of a run, by path, by name, or `latest`.
 * @throws UserError when there is none, or several domains have one of that name
 */
export function findRun(run: string, workspace: string): string {
  if (existsSync(join(run, 'run.json'))) return resolve(run);
  const all = listRuns(workspace);
  if (run === 'latest') {
    const newest = [...all].sort((left, right) => (basename(left) < basename(right) ? 1 : -1))[0];
    if (newest !== undefined) return newest;
  }
  const found = all.filter((folder) => basename(folder) === run || folder.endsWith(`/${run}`));
  const [first, ...more] = found;
  if (first !== undefined && more.length === 0) return first;
  if (first !== undefined) {
    throw new UserError(`Cannot choose run "${run}": ${found.length} domains have one of that name`, {
      hint: `name its folder, for example ${first}`,
    });
  }
  throw new UserError(`Cannot find run "${run}": there is no such run`, {
    at: join(resolve(workspace), 'validation-runs'),
    hint: suggest(
      run,
      all.map((folder) => basename(folder)),
    ),
  });
}

function listRuns(workspace: string): string[] {
  const root = join(resolve(workspace), 'validation-runs');
  if (!existsSync(root)) return [];
  return readdirSync(root).flatMap((domain) => {
    const folder = join(root, domain);
    return readdirSync(folder)
      .map((name) => join(folder, name))
      .filter((path) => existsSync(join(path, 'run.json')));
  });
}
