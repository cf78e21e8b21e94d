import type { Argv } from 'yargs';
import { UserError } from '../base/finding/index.ts';
import { PACK_FORMATS, type PackEvidence } from '../export/index.ts';
import type { GlobalArguments } from './command.ts';
import { type ProjectArguments, projectOptions } from './project.ts';

export interface ExportArguments extends ProjectArguments {
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
  readonly sign: string | undefined;
  readonly changelog: string;
}

const GRADES = ['unique', 'ambiguous', 'suspect', 'too-hard', 'insufficient'] as const;

/** Options of `taskwright export`. */
export function exportOptions(yargs: Argv<GlobalArguments>): Argv<ExportArguments & GlobalArguments> {
  return projectOptions(yargs)
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
    .option('sign', {
      type: 'string',
      describe: 'PEM file of an Ed25519 private key: signs the manifest',
    })
    .option('changelog', {
      type: 'string',
      default: 'First version.',
      describe: 'what changed, for CHANGELOG.md',
    }) as unknown as Argv<ExportArguments & GlobalArguments>;
}

/** A share from 0 to 1; 0 when absent. @throws UserError for anything else */
export function readShare(share: number | undefined): number {
  if (share === undefined) return 0;
  if (share >= 0 && share <= 1) return share;
  throw new UserError(`Cannot read coverage "${share}": not a share from 0 to 1`, {
    hint: '--min-coverage 0.8',
  });
}

/** `LOW..HIGH` as numbers. @throws UserError for anything else */
export function readRange(text: string): { readonly low: number; readonly high: number } {
  const [, low, high] = /^([\d.]+)\.\.([\d.]+)$/.exec(text) ?? [];
  if (low === undefined || high === undefined || !(Number(low) <= Number(high))) {
    throw new UserError(`Cannot read pass rate "${text}": not LOW..HIGH`, { hint: '--pass-rate 0.2..0.9' });
  }
  return { low: Number(low), high: Number(high) };
}

/** `NAME=SHARE` texts as shares by name. @throws UserError for anything else */
export function readShares(texts: readonly string[]): Record<string, number> {
  return Object.fromEntries(
    texts.map((text) => {
      const [, name, share] = /^([\w-]+)=([\d.]+)$/.exec(text) ?? [];
      if (name === undefined)
        throw new UserError(`Cannot read split "${text}": not NAME=SHARE`, { hint: '--split test=0.2' });
      return [name, Number(share)];
    }),
  );
}
