import { join, resolve } from 'node:path';
import type { Argv } from 'yargs';
import { type Finding, suggest, UserError } from '../base/finding/index.ts';
import { sha256 } from '../base/json/index.ts';
import {
  buildPack,
  curate,
  entityLeaks,
  PACK_FORMATS,
  type PackEvidence,
  sourceFiles,
  splitTasks,
  targetGoldFindings,
  targetGoldOf,
  uncoveredClauses,
  writePack,
} from '../export/index.ts';
import { findDomain } from '../formats/index.ts';
import { defineCommand, type GlobalArguments } from './command.ts';
import { buildFacts, generatorSeed } from './pack-build-facts.ts';
import { openRunEvidence, validatedTasks } from './pack-evidence.ts';
import { openProject, type ProjectArguments, projectOptions } from './project.ts';
import { versionOf } from './run-cli.ts';

interface ExportArguments extends ProjectArguments {
  readonly format: readonly string[];
  readonly out: string;
  readonly run: string | undefined;
  readonly all: boolean;
  readonly tag: readonly string[] | undefined;
  readonly evidence: readonly PackEvidence['grade'][] | undefined;
  readonly persona: readonly string[] | undefined;
  readonly covers: readonly string[] | undefined;
  readonly minCoverage: number | undefined;
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

const GRADES = ['unique', 'ambiguous', 'suspect', 'too-hard', 'insufficient'] as const;

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
      .option('evidence', {
        choices: GRADES,
        array: true,
        nargs: 1,
        describe: 'only tasks whose current evidence has this grade (may be repeated; default: unique)',
      })
      .option('persona', {
        type: 'string',
        array: true,
        nargs: 1,
        describe: 'only tasks whose scenario or trials have this persona (may be repeated)',
      })
      .option('covers', {
        type: 'string',
        array: true,
        nargs: 1,
        describe: 'only tasks that put this clause or group of clauses to the test (may be repeated)',
      })
      .option('min-coverage', {
        type: 'number',
        describe: 'least share of the clauses with rules that the tasks must put to the test, 0 to 1',
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
    const run = await openRunEvidence(args);
    const today = new Date().toISOString().slice(0, 10);
    const { taken, leftOut } = curate(validatedTasks(project, run, today), {
      all: args.all,
      tags: args.tag ?? [],
      grades: args.evidence ?? [],
      personas: args.persona ?? [],
      covers: args.covers ?? [],
      ...(args.passRate !== undefined && { passRate: readRange(args.passRate) }),
    });
    for (const { task, reason } of leftOut) output.line(`left out: ${task}, ${reason}`);
    if (taken.length === 0) {
      throw new UserError(
        `Cannot export domain "${args.domain}": none of its ${leftOut.length} tasks is chosen`,
        {
          hint: `make a run first (taskwright validate ${args.domain}), or take tasks without evidence too with --all`,
        },
      );
    }
    const splits = args.split === undefined ? {} : splitTasks(taken, readShares(args.split), sha256);
    const coverage = uncoveredClauses(
      project.domain,
      new Set(taken.flatMap(({ evidence }) => evidence.clauses)),
      readShare(args.minCoverage),
    );
    const { root } = findDomain(args.domain, resolve(args.workspace));
    const sources = sourceFiles(root, args.domain);
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
      build: await buildFacts(project, run, await generatorSeed(args, project)),
      variant: args.variant,
      domain: project.domain,
      database: project.database,
      tasks: taken,
      splits,
      sources: sources.files,
    };
    const findings: Finding[] = [
      ...entityLeaks(taken, splits),
      ...coverage.findings,
      ...sources.packages.map(
        (name): Finding => ({
          code: 'pack-needs-package',
          severity: 'note',
          message: `the code of the domain imports "${name}", which a pack does not hold`,
          hint: 'who imports the pack with --trust must install it',
        }),
      ),
    ];
    const packs = [];
    for (const format of formats) {
      const files = await buildPack(format, content);
      findings.push(...(format.check?.(files, args.domain) ?? []));
      const gold = targetGoldOf(files);
      if (gold !== undefined) findings.push(...targetGoldFindings(gold, content));
      packs.push({ format, files });
    }
    output.findings(findings);
    const unfit = findings.filter(({ severity }) => severity === 'error');
    if (unfit.length > 0) {
      throw new UserError(
        `Cannot export domain "${args.domain}": ${unfit.length} places do not fit the published data model`,
        { hint: 'nothing was written; the places are named above' },
      );
    }
    const written = [];
    for (const { format, files } of packs) {
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
      clauseCoverage: coverage.share,
      findings,
    });
    return findings.some(({ severity }) => severity !== 'note') ? 1 : 0;
  },
});

function readShare(share: number | undefined): number {
  if (share === undefined) return 0;
  if (share >= 0 && share <= 1) return share;
  throw new UserError(`Cannot read coverage "${share}": not a share from 0 to 1`, {
    hint: '--min-coverage 0.8',
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
