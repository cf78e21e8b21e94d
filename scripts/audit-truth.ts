// Compares the audit with the known faults of public tasks, and prints the table of docs/audit-truth.md.
// Usage: tsx scripts/audit-truth.ts [--set tau1/retail] [--out FOLDER] [--json]
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { auditTasks } from '../src/audit/index.ts';
import type { Finding } from '../src/base/finding/index.ts';
import { resolveOptions } from '../src/define/index.ts';
import { loadDatabase, loadDomain, readTasks } from '../src/formats/index.ts';

interface Label {
  readonly dataset: string;
  readonly domain: string;
  readonly task: string | number;
  readonly severity: string;
  readonly fault_kinds: readonly string[];
  readonly gold_state_changed?: boolean;
  readonly expected_outputs_changed?: boolean;
}

interface Source {
  readonly dataset: string;
  readonly domain: string;
  readonly dialect: string;
  readonly database: string;
  readonly tasks: string;
}

type Grade = 'real' | 'unrepaired' | 'minor' | 'disputed' | 'cosmetic' | 'unlabelled';

interface Counted {
  readonly id: string;
  readonly grade: Grade;
  readonly kinds: readonly string[];
  readonly changed: boolean;
  readonly findings: readonly Finding[];
}

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const shared = join(root, '../shared');
const SOURCES: readonly Source[] = ['retail', 'airline'].flatMap((domain) => [
  {
    dataset: 'tau1',
    domain,
    dialect: 'tau1',
    database: `oracles/tau1/${domain}/db`,
    tasks: `audit/tasks/tau1.${domain}.json`,
  },
  {
    dataset: 'tau2-release',
    domain,
    dialect: 'tau2',
    database: `oracles/tau2/${domain}/db.json.gz`,
    tasks: `oracles/tau2/${domain}/tasks.json`,
  },
]);

function option(name: string): string | undefined {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? undefined : process.argv[at + 1];
}

function gradeOf(labels: readonly Label[]): Grade {
  const severities = new Set(labels.map(({ severity }) => severity));
  if (severities.has('real')) return 'real';
  if (
    [...severities].some(
      (severity) => severity.startsWith('unrepaired-') && severity !== 'unrepaired-candidate',
    )
  ) {
    return 'unrepaired';
  }
  for (const grade of ['minor', 'disputed', 'cosmetic'] as const) if (severities.has(grade)) return grade;
  return 'unlabelled';
}

async function auditSource(source: Source, labels: readonly Label[], dev: ReadonlySet<string>) {
  const domain = await loadDomain(source.domain, { workspace: root });
  const database = loadDatabase(domain, join(shared, source.database));
  const { tasks } = readTasks(join(shared, source.tasks));
  const began = performance.now();
  const result = auditTasks(domain, database, tasks, {
    options: resolveOptions(domain, { dialect: source.dialect }),
    mutation: false,
  });
  const elapsedMs = Math.round(performance.now() - began);
  const out = option('out');
  if (out !== undefined) {
    mkdirSync(out, { recursive: true });
    const file = join(out, `${source.dataset}-${source.domain}.json`);
    writeFileSync(file, JSON.stringify({ tasks: result.tasks, findings: result.findings, elapsedMs }));
  }
  const counted = result.tasks
    .filter(({ id }) => dev.has(id))
    .map(({ id, findings }): Counted => {
      const own = labels.filter(
        (label) =>
          String(label.task) === id && label.dataset === source.dataset && label.domain === source.domain,
      );
      const real = own.filter(({ severity }) => severity === 'real');
      return {
        id,
        grade: gradeOf(own),
        kinds: [...new Set(real.flatMap(({ fault_kinds }) => fault_kinds))],
        changed: real.some(
          (label) => label.gold_state_changed === true || label.expected_outputs_changed === true,
        ),
        findings,
      };
    });
  return { counted, elapsedMs };
}

const flagged = ({ findings }: Counted): boolean => findings.some(({ severity }) => severity !== 'note');
const wrong = ({ findings }: Counted): boolean => findings.some(({ severity }) => severity === 'error');

/** The counts of one part of the tasks, as one row of the table. */
function row(name: string, tasks: readonly Counted[]): string {
  const of = (list: readonly Counted[], test: (task: Counted) => boolean): string =>
    `${list.filter(test).length} of ${list.length}`;
  const real = tasks.filter(({ grade }) => grade === 'real');
  const changed = tasks.filter((task) => task.changed);
  const hard = tasks.filter(({ grade }) => grade === 'cosmetic' || grade === 'disputed');
  const errors = tasks.filter(wrong);
  const labelled = errors.filter(({ grade }) => ['real', 'minor', 'unrepaired'].includes(grade));
  const unlabelled = errors.filter(({ grade }) => grade === 'unlabelled');
  return `| ${name} | ${of(tasks, flagged)} | ${of(real, flagged)} | ${of(changed, flagged)} | ${errors.length} | ${labelled.length} | ${unlabelled.length} | ${of(hard, wrong)} |`;
}

const HEADER =
  '| tasks | flagged | real found | gold or outputs changed, found | with an error | of these labelled | of these unlabelled | hard negatives with an error |\n| --- | --- | --- | --- | --- | --- | --- | --- |';

if (!existsSync(shared)) {
  process.stderr.write('audit-truth: the reference data is not beside this checkout\n');
  process.exit(2);
}
const labels = readFileSync(join(shared, 'audit/labels.dev.jsonl'), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as Label);
const devTasks = JSON.parse(readFileSync(join(shared, 'audit/dev-tasks.json'), 'utf8')) as Record<
  string,
  (string | number)[]
>;
const rows: string[] = [];
const kinds = new Map<string, { tasks: number; found: number }>();
const wanted = option('set');
const sets = new Map<string, Counted[]>();
for (const source of SOURCES) {
  const name = `${source.dataset}/${source.domain}`;
  if (wanted !== undefined && !wanted.split(',').includes(name)) continue;
  const dev = new Set((devTasks[name] ?? []).map(String));
  const { counted, elapsedMs } = await auditSource(source, labels, dev);
  sets.set(name, counted);
  process.stderr.write(`${name}: ${elapsedMs} ms\n`);
  rows.push(row(name, counted));
  rows.push(
    row(
      `${name}, odd`,
      counted.filter(({ id }) => Number(id) % 2 === 1),
    ),
  );
  rows.push(
    row(
      `${name}, even`,
      counted.filter(({ id }) => Number(id) % 2 === 0),
    ),
  );
  for (const task of counted) {
    for (const kind of task.kinds) {
      const count = kinds.get(kind) ?? { tasks: 0, found: 0 };
      kinds.set(kind, { tasks: count.tasks + 1, found: count.found + (flagged(task) ? 1 : 0) });
    }
  }
  const missed = counted.filter((task) => task.grade === 'real' && !flagged(task)).map(({ id }) => id);
  const open = counted.filter((task) => task.grade === 'unlabelled' && wrong(task)).map(({ id }) => id);
  process.stderr.write(
    `  missed: ${missed.join(' ') || 'none'}; unlabelled with an error: ${open.join(' ') || 'none'}\n`,
  );
}
process.stdout.write(
  `${HEADER}\n${rows.join('\n')}\n\n| kind of fault (real) | tasks | found |\n| --- | --- | --- |\n`,
);
for (const [kind, { tasks, found }] of [...kinds].sort())
  process.stdout.write(`| ${kind} | ${tasks} | ${found} |\n`);
for (const [name, counted] of sets) {
  const codes = new Map<string, number>();
  for (const task of counted)
    for (const code of new Set(
      task.findings.filter(({ severity }) => severity !== 'note').map((finding) => finding.code),
    ))
      codes.set(code, (codes.get(code) ?? 0) + 1);
  process.stderr.write(
    `${name} codes: ${[...codes]
      .sort((left, right) => right[1] - left[1])
      .map(([code, count]) => `${code} ${count}`)
      .join(', ')}\n`,
  );
}
