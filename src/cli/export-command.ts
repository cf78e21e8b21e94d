import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import type { Argv } from 'yargs';
import { replayTask } from '../annotate/index.ts';
import { auditTasks, type MutationScore } from '../audit/index.ts';
import { type Finding, suggest, UserError } from '../base/finding/index.ts';
import { sha256 } from '../base/json/index.ts';
import {
  buildPack,
  curate,
  entityLeaks,
  PACK_FORMATS,
  type PackEvidence,
  type PackFile,
  splitTasks,
  type ValidatedTask,
  withEvidence,
  writePack,
} from '../export/index.ts';
import { findDomain } from '../formats/index.ts';
import {
  hashesOf,
  type RunRecord,
  readRunRecord,
  staleParts,
  type ValidationReport,
} from '../validate/index.ts';
import { defineCommand, type GlobalArguments } from './command.ts';
import { openProject, type Project, type ProjectArguments, projectOptions } from './project.ts';
import { versionOf } from './run-cli.ts';
import { findRun, runsFolder } from './run-folder.ts';

interface ExportArguments extends ProjectArguments {
  readonly format: readonly string[];
  readonly out: string;
  readonly run: string | undefined;
  readonly all: boolean;
  readonly tag: readonly string[] | undefined;
  readonly passRate: string | undefined;
  readonly variant: 'public' | 'sealed';
  readonly split: readonly string[] | undefined;
  readonly name: string | undefined;
  readonly packVersion: string;
  readonly licence: string;
  readonly author: readonly string[] | undefined;
  readonly canary: string | undefined;
  readonly changelog: string;
}

/** `taskwright export`: tasks with current evidence, in the forms other harnesses read. */
export const exportCommand = defineCommand<ExportArguments>({
  command: 'export <domain>',
  describe: 'packs of tasks with current evidence',
  examples: [
    ['$0 export retail --out retail.tar.gz', 'our own form, sealed, with the evidence of the newest run'],
    ['$0 export retail --format tau2-bench --variant public --out pub', 'without gold, for τ²-bench'],
  ],
  options: (yargs) =>
    projectOptions(yargs)
      .option('format', {
        type: 'string',
        array: true,
        nargs: 1,
        default: ['taskwright'],
        describe: `form (may be repeated): ${PACK_FORMATS.map(({ name }) => name).join(', ')}`,
      })
      .option('out', { type: 'string', demandOption: true, describe: 'new folder, or a .tar.gz file' })
      .option('run', {
        type: 'string',
        describe: 'run the evidence comes from (default: the newest of this domain)',
      })
      .option('all', {
        type: 'boolean',
        default: false,
        describe: 'also tasks without current evidence, marked',
      })
      .option('tag', {
        type: 'string',
        array: true,
        nargs: 1,
        describe: 'only tasks with this tag (may be repeated)',
      })
      .option('pass-rate', { type: 'string', describe: 'only tasks passed this often, LOW..HIGH' })
      .option('variant', {
        choices: ['public', 'sealed'] as const,
        default: 'sealed' as const,
        describe: 'without gold, or with it',
      })
      .option('split', {
        type: 'string',
        array: true,
        nargs: 1,
        describe: 'NAME=SHARE (repeated; shares add up to 1)',
      })
      .option('name', { type: 'string', describe: 'name of the pack (default: the domain)' })
      .option('pack-version', { type: 'string', default: '0.1.0', describe: 'semantic version of the pack' })
      .option('licence', { type: 'string', default: 'MIT', describe: 'SPDX identifier' })
      .option('author', { type: 'string', array: true, nargs: 1, describe: 'author (may be repeated)' })
      .option('canary', { type: 'string', describe: 'canary text (default: made from name and version)' })
      .option('changelog', {
        type: 'string',
        default: 'First version.',
        describe: 'what changed, for CHANGELOG.md',
      }) as unknown as Argv<ExportArguments & GlobalArguments>,
  run: async (args, { output }) => {
    const formats = args.format.map((name) => {
      const format = PACK_FORMATS.find((candidate) => candidate.name === name);
      if (format !== undefined) return format;
      throw new UserError(`Cannot export in format "${name}": there is no such format`, {
        hint: suggest(
          name,
          PACK_FORMATS.map((candidate) => candidate.name),
        ),
      });
    });
    if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(args.packVersion)) {
      throw new UserError(`Cannot export version "${args.packVersion}": not a semantic version`, {
        hint: '--pack-version 1.2.3',
      });
    }
    const project = await openProject(args);
    const validated = await validatedTasks(args, project);
    const { taken, leftOut } = curate(validated, {
      all: args.all,
      tags: args.tag ?? [],
      ...(args.passRate !== undefined && { passRate: readRange(args.passRate) }),
    });
    for (const { task, reason } of leftOut) output.line(`left out: ${task}, ${reason}`);
    if (taken.length === 0) {
      throw new UserError(`Cannot export domain "${args.domain}": no task has current evidence`, {
        hint: `make a run first (taskwright validate ${args.domain}), or take tasks without evidence too with --all`,
      });
    }
    const splits = args.split === undefined ? {} : splitTasks(taken, readShares(args.split), sha256);
    const leaks = entityLeaks(taken, splits);
    output.findings(leaks);
    const name = args.name ?? args.domain;
    const content = {
      meta: {
        name,
        version: args.packVersion,
        licence: args.licence,
        authors: args.author ?? [],
        canary: args.canary ?? `taskwright-canary-${sha256(`${name} ${args.packVersion}`).slice(0, 32)}`,
        changelog: args.changelog,
        software: versionOf(),
      },
      variant: args.variant,
      domain: project.domain,
      database: project.database,
      tasks: taken,
      splits,
      sources: sourcesOf(args),
    };
    const written = [];
    for (const format of formats) {
      const files = await buildPack(format, content);
      const out = formats.length === 1 ? args.out : placeFor(args.out, format.name);
      await writePack(files, out);
      const hash = sha256(files.map(({ path, bytes }) => `${sha256(bytes)} ${path}\n`).join(''));
      output.line(
        `wrote ${out}: ${taken.length} tasks as ${format.name} (${args.variant}), ${files.length} files`,
      );
      written.push({ format: format.name, out, files: files.map(({ path }) => path), hash });
    }
    output.result({
      files: written.flatMap(({ files }) => files),
      hash: written.length === 1 ? written[0]?.hash : sha256(written.map(({ hash }) => hash).join('')),
      packs: written,
      tasks: taken.map(({ id, evidence }) => ({ id, evidence: evidence.grade, current: evidence.current })),
      leftOut,
      findings: leaks,
    });
    return leaks.length > 0 ? 1 : 0;
  },
});

/** Each replayed task with what the newest run and today's audit show of it. */
async function validatedTasks(
  args: ExportArguments & GlobalArguments,
  project: Project,
): Promise<ValidatedTask[]> {
  const { domain, database, tasks, options } = project;
  const run = newestRun(args);
  const record = run === undefined ? undefined : await readRunRecord(run);
  const report =
    run === undefined || !existsSync(join(run, 'report.json'))
      ? undefined
      : (JSON.parse(readFileSync(join(run, 'report.json'), 'utf8')) as ValidationReport);
  const replayed = tasks.flatMap((task) => {
    const result = replayTask(domain, database, task, options);
    return result.ok ? [result.task] : [];
  });
  const audit = auditTasks(domain, database, tasks, { options });
  const stale =
    record === undefined ? [] : staleParts(record, hashesOf(domain, database, replayed), record.software);
  return replayed.map((task) => {
    const found = audit.tasks.find(({ id }) => id === task.id);
    return withEvidence(
      task,
      evidenceOf(task.id, {
        record,
        report,
        stale,
        findings: found?.findings ?? [],
        mutation: found?.mutation ?? null,
      }),
    );
  });
}

function evidenceOf(
  id: string,
  given: {
    readonly record: RunRecord | undefined;
    readonly report: ValidationReport | undefined;
    readonly stale: readonly Finding[];
    readonly findings: readonly Finding[];
    readonly mutation: MutationScore | null;
  },
): PackEvidence {
  const task = given.report?.tasks.find((candidate) => candidate.id === id);
  const stale = given.stale.find((finding) => finding.task === undefined || finding.task === id);
  const errors = given.findings.filter(({ severity }) => severity === 'error');
  const base = {
    findings: given.findings.filter(({ severity }) => severity !== 'note').map(({ code }) => code),
    waived: [],
    mutationScore:
      given.mutation === null || given.mutation.tried === 0
        ? null
        : given.mutation.noticed / given.mutation.tried,
  };
  if (task === undefined) {
    return {
      ...base,
      grade: 'none',
      because: 'no run holds trials of it',
      run: null,
      countable: 0,
      passed: 0,
      outcomes: 0,
      bound: null,
      current: false,
    };
  }
  return {
    ...base,
    grade: errors.length > 0 && task.evidence === 'unique' ? 'suspect' : task.evidence,
    because: errors[0]?.message ?? stale?.message ?? task.because,
    run: given.record?.run ?? null,
    countable: task.countable,
    passed: task.passed,
    outcomes: task.outcomes.length,
    bound: task.countable === 0 ? null : task.bound,
    current: stale === undefined,
  };
}

function newestRun(args: ExportArguments & GlobalArguments): string | undefined {
  if (args.run !== undefined) return findRun(args.run, args.workspace);
  const folder = runsFolder(args.workspace, args.domain);
  if (!existsSync(folder)) return undefined;
  const names = readdirSync(folder).filter((name) => existsSync(join(folder, name, 'report.json')));
  const newest = names.sort().at(-1);
  return newest === undefined ? undefined : join(folder, newest);
}

/** The domain's own source files: schemas and generators. */
function sourcesOf(args: ExportArguments & GlobalArguments): PackFile[] {
  const { root } = findDomain(args.domain, resolve(args.workspace));
  return ['schemas', 'generators'].flatMap((folder) => {
    const base = join(root, folder, args.domain);
    if (!existsSync(base)) return [];
    return readdirSync(base, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.endsWith('.tmp'))
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => ({ path: relative(root, file), bytes: readFileSync(file) }));
  });
}

function placeFor(out: string, format: string): string {
  const ending = /\.(tar\.gz|tgz)$/.exec(out)?.[0];
  return ending === undefined ? join(out, format) : `${out.slice(0, -ending.length)}-${format}${ending}`;
}

function readRange(text: string): { readonly low: number; readonly high: number } {
  const [, low, high] = /^([\d.]+)\.\.([\d.]+)$/.exec(text) ?? [];
  if (low === undefined || high === undefined || !(Number(low) <= Number(high))) {
    throw new UserError(`Cannot read pass rate "${text}": not LOW..HIGH`, { hint: '--pass-rate 0.2..0.9' });
  }
  return { low: Number(low), high: Number(high) };
}

function readShares(texts: readonly string[]): Record<string, number> {
  return Object.fromEntries(
    texts.map((text) => {
      const [, name, share] = /^([\w-]+)=([\d.]+)$/.exec(text) ?? [];
      if (name === undefined)
        throw new UserError(`Cannot read split "${text}": not NAME=SHARE`, { hint: '--split test=0.2' });
      return [name, Number(share)];
    }),
  );
}
