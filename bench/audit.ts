/**
 * Cost of the audit: the first pass of a process, then passes over a database loaded anew, on both domains; with half of
 * the tasks; and with the database at 10 and 100 times its rows.
 * Run: `npx tsx bench/audit.ts DATABASES` where DATABASES holds `<domain>/db` folders and `<domain>/tasks.json`.
 * CPU times of a busy machine are inflated; `referenceMs` is the CPU time of a fixed loop in the same run to compare them by.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Task } from '../src/annotate/index.ts';
import { auditTasks } from '../src/audit/index.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../src/base/json/index.ts';
import type { Domain } from '../src/define/index.ts';
import { Database, valuesAt } from '../src/environment/index.ts';
import { loadDatabase, loadDomain, readTasks } from '../src/formats/index.ts';

interface Spread {
  readonly best: number;
  readonly median: number;
}

interface DomainCost {
  readonly domain: string;
  readonly tasks: number;
  readonly firstMs: number;
  readonly laterMs: Spread;
  readonly halfOfTheTasksMs: Spread;
  readonly sizes: readonly (Spread & { readonly scale: number; readonly rows: number })[];
  readonly referenceMs: number;
}

const PASSES = 9;
const [source = '../shared/oracles/tau1'] = process.argv.slice(2);
const settings = { options: { dialect: 'tau1' } };
const domains: DomainCost[] = [];

for (const name of ['retail', 'airline']) {
  const domain = await loadDomain(name);
  const load = (): Database => loadDatabase(domain, join(source, name, 'db'));
  const { tasks } = readTasks(join(source, name, 'tasks.json'));
  const pass = (database: Database, some: readonly Task[] = tasks): number =>
    cpuMs(() => auditTasks(domain, database, some, settings));
  const firstMs = pass(load());
  const base = load();
  const line = {
    domain: name,
    tasks: tasks.length,
    firstMs,
    // A database loaded anew has no index and no remembered answer: only the engine is warm.
    laterMs: bestAndMedian(() => pass(load())),
    halfOfTheTasksMs: bestAndMedian(() => pass(load(), tasks.slice(0, tasks.length >> 1))),
    sizes: [1, 10, 100].map((scale) => bySize(domain, base, scale, pass)),
    referenceMs: reference(),
  };
  domains.push(line);
  console.log(JSON.stringify(line, null, 2));
}
const total = {
  firstMs: sum(({ firstMs }) => firstMs),
  laterMs: { best: sum(({ laterMs }) => laterMs.best), median: sum(({ laterMs }) => laterMs.median) },
};
console.log('both', JSON.stringify(total));
mkdirSync('bench/results', { recursive: true });
writeFileSync(
  'bench/results/audit.json',
  `${JSON.stringify({ unit: 'CPU ms of all threads', passes: PASSES, total, domains }, null, 2)}\n`,
);

/** CPU of a pass once the indexes of a database are built. */
function bySize(domain: Domain, base: Database, scale: number, pass: (database: Database) => number) {
  const database = scale === 1 ? base : multiplied(base, scale);
  pass(database);
  const rows = Object.keys(domain.tables).reduce((count, table) => count + database.rows(table).size, 0);
  return { scale, rows, ...bestAndMedian(() => pass(database)) };
}

function bestAndMedian(measure: () => number): Spread {
  const times = Array.from({ length: PASSES }, measure).sort((left, right) => left - right);
  return { best: times[0] as number, median: times[PASSES >> 1] as number };
}

function sum(of: (line: DomainCost) => number): number {
  return domains.reduce((total, line) => total + of(line), 0);
}

function cpuMs(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return Math.round((user + system) / 1000);
}

/** A hundred million steps of integer arithmetic: about 150 ms on a free core of 3 GHz. */
function reference(): number {
  return cpuMs(() => {
    let sum = 0;
    for (let step = 0; step < 1e8; step += 1) sum = (Math.imul(sum, 31) + step) | 0;
    return sum;
  });
}

/** The database with every row as often again under keys of its own; keys inside the copies point to the copies. */
function multiplied(base: Database, times: number): Database {
  const keys = new Set<string>();
  const tables = Object.keys(base.tables);
  for (const table of tables) {
    for (const [key, row] of base.rows(table)) {
      keys.add(key);
      // Copies get postcodes and airports of their own: a bigger world, not a denser one.
      for (const { path } of base.tables[table]?.indexes ?? [])
        for (const value of valuesAt(row, path)) if (typeof value === 'string') keys.add(value);
      for (const value of Object.values(row)) {
        if (isJsonObject(value) && Object.values(value).every(isJsonObject))
          for (const nested of Object.keys(value)) if (!/^\d{4}-\d{2}-\d{2}$/.test(nested)) keys.add(nested);
      }
    }
  }
  const renamed = (value: JsonValue, suffix: string): JsonValue => {
    if (typeof value === 'string')
      return keys.has(value) ? `${value}${suffix}` : value.replace('@', `${suffix}@`);
    if (Array.isArray(value)) return value.map((item: JsonValue) => renamed(item, suffix));
    if (!isJsonObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [
        keys.has(key) ? `${key}${suffix}` : key,
        renamed(item, suffix),
      ]),
    );
  };
  const copies = Object.fromEntries(
    tables.map((table) => {
      const all = new Map<string, JsonObject>(base.rows(table));
      for (let copy = 1; copy < times; copy += 1) {
        for (const [key, row] of base.rows(table))
          all.set(`${key}x${copy}`, renamed(row, `x${copy}`) as JsonObject);
      }
      return [table, all];
    }),
  );
  return new Database({ name: 'multiplied', tables: base.tables }, copies);
}
