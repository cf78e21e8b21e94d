import { resolve } from 'node:path';
import type { Argv } from 'yargs';
import type { Task } from '../annotate/index.ts';
import { type Finding, isUserError } from '../base/finding/index.ts';
import type { Domain } from '../define/index.ts';
import type { Database } from '../environment/index.ts';
import {
  checkForm,
  hasTargetGold,
  packTasks,
  readPack,
  verifyFiles,
  verifyGold,
  verifySignature,
  verifyTargetGold,
} from '../export/index.ts';
import { loadDomain, readText } from '../formats/index.ts';
import { defaultDatabase, plant } from '../generate/index.ts';
import { defineCommand, type GlobalArguments } from './command.ts';

interface VerifyArguments {
  readonly pack: string;
  readonly rebuild: boolean;
  readonly publicKey: string | undefined;
}

/** `taskwright verify`: whether a pack is what its manifest says, and its gold still replays. */
export const verifyCommand = defineCommand<VerifyArguments>({
  command: 'verify <pack>',
  describe: 'check a pack: hashes, gold, database',
  examples: [
    ['$0 verify retail.tar.gz', 'no code inside the pack is run'],
    ['$0 verify retail.tar.gz --public-key public.pem', 'also who signed it'],
  ],
  options: (yargs) =>
    yargs
      .positional('pack', { type: 'string', demandOption: true, describe: 'folder or .tar.gz' })
      .option('public-key', {
        type: 'string',
        describe: 'PEM file of the Ed25519 key the pack must be signed with',
      })
      .option('rebuild', {
        type: 'boolean',
        default: true,
        describe: 'also make the database again from its seed',
      }) as unknown as Argv<VerifyArguments & GlobalArguments>,
  run: async (args, { output }) => {
    const files = await readPack(args.pack);
    const { manifest, findings: changed } = verifyFiles(files);
    const signature =
      args.publicKey === undefined ? [] : verifySignature(files, readText(args.publicKey), args.publicKey);
    const findings: Finding[] = [...signature, ...changed];
    let replayed = 0;
    let same: boolean | null = null;
    let targetStates: number | null = null;
    if (manifest !== undefined && changed.length === 0) {
      findings.push(...checkForm(files, manifest));
      const sealed = manifest.variant === 'sealed';
      if (sealed && (manifest.form === 'taskwright' || hasTargetGold(manifest.form))) {
        const workspace = resolve(args.workspace);
        const domain = await loadDomain(manifest.domain, { workspace });
        const target = verifyTargetGold(domain, files, manifest);
        findings.push(...(target?.findings ?? []));
        targetStates = target?.agree ?? null;
        if (manifest.form === 'taskwright') {
          const again = args.rebuild
            ? await rebuilt(domain, workspace, packTasks(files, manifest))
            : undefined;
          const gold = verifyGold(domain, files, again);
          findings.push(...gold.findings);
          ({ replayed, rebuilt: same } = gold);
        }
      }
    }
    output.findings(findings);
    output.line(
      `${files.length} files, ${changed.length === 0 ? 'all as the manifest says' : `${changed.length} differences`}`,
    );
    if (args.publicKey !== undefined && signature.length === 0)
      output.line(`signed with the key of ${args.publicKey}`);
    if (replayed > 0)
      output.line(
        `${replayed} gold outcomes replayed${same === true ? ', database rebuilt from its seed' : ''}`,
      );
    if (targetStates !== null)
      output.line(`${targetStates} gold states agree by the hash of ${manifest?.form}`);
    output.result({
      pack: args.pack,
      manifest: manifest ?? null,
      files: files.length,
      replayed,
      rebuilt: same,
      targetStates,
      signed: args.publicKey === undefined ? null : signature.length === 0,
      findings,
    });
    return findings.some(({ severity }) => severity !== 'note') ? 1 : 0;
  },
});

/** The database made again from the generators' seed, with what the tasks plant; undefined for a domain without generators. */
async function rebuilt(
  domain: Domain,
  workspace: string,
  tasks: readonly Task[],
): Promise<Database | undefined> {
  try {
    return plant(domain, await defaultDatabase(domain, { workspace }), tasks);
  } catch (error) {
    if (isUserError(error)) return undefined;
    throw error;
  }
}
