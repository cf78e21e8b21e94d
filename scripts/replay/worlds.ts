import type { Domain } from '../../src/define/index.ts';
import type { Database } from '../../src/environment/index.ts';
import { loadDatabase, loadDomain } from '../../src/formats/index.ts';
import type { Line } from './line.ts';

/** The world a line was recorded in. */
export interface World {
  readonly domain: Domain;
  readonly database: Database;
  readonly dialect: 'tau1' | 'tau2';
}

/** Loads each world once. @param oracles folder of the published databases */
export function worldLoader(oracles: string): (line: Line) => Promise<World> {
  const worlds = new Map<string, Promise<World>>();
  return (line) => {
    const old = line.replay?.engine.endsWith('@9ae1dea') === true;
    const path =
      line.benchmark === 'tau2'
        ? `tau2/${line.domain}/db.json.gz`
        : `tau1/${line.domain}/${old ? 'db-2024' : 'db'}`;
    let world = worlds.get(path);
    if (world === undefined) {
      world = load(line, `${oracles}/${path}`);
      worlds.set(path, world);
    }
    return world;
  };
}

async function load(line: Line, path: string): Promise<World> {
  const domain = await loadDomain(line.domain);
  return { domain, database: loadDatabase(domain, path, { check: false }), dialect: line.benchmark };
}
