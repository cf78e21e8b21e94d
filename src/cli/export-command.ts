import { join, resolve } from 'node:path';
import { type Finding, suggest, UserError } from '../base/finding/index.ts';
import { sha256 } from '../base/json/index.ts';
import {
  buildPack,
  curate,
  entityLeaks,
  PACK_FORMATS,
  signPack,
  sortFiles,
  sourceFiles,
  splitTasks,
  targetGoldFindings,
  targetGoldOf,
  uncoveredClauses,
  writePack,
} from '../export/index.ts';
import { findDomain, readText } from '../formats/index.ts';
import { defineCommand } from './command.ts';
import { type ExportArguments, exportOptions, readRange, readShare, readShares } from './export-options.ts';
import { buildFacts, generatorSeed } from './pack-build-facts.ts';
import { openRunEvidence, validatedTasks } from './pack-evidence.ts';
import { openProject } from './project.ts';
import { versionOf } from './run-cli.ts';

/** `taskwright export`: tasks with current evidence, in the forms other harnesses read. */
export const exportCommand = defineCommand<ExportArguments>({
  command: 'export <domain>',
  describe: 'packs of tasks with current evidence',
  examples: [
    ['$0 export retail --out retail.tar.gz', 'our own form, sealed, with the evidence of the newest run'],
    ['$0 export retail --format tau2-bench --variant public --out pub', 'without gold, for τ²-bench'],
  ],
  options: exportOptions,
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
    const { taken, leftOut } = curate(validatedTasks(args, project, run), {
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
      const signed =
        args.sign === undefined
          ? files
          : sortFiles([...files, signPack(files, readText(args.sign), args.sign)]);
      await writePack(signed, out);
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

function placeFor(out: string, format: string): string {
  const ending = /\.(tar\.gz|tgz)$/.exec(out)?.[0];
  return ending === undefined ? join(out, format) : `${out.slice(0, -ending.length)}-${format}${ending}`;
}
