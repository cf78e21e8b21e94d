import { resolve } from 'node:path';
import type { Finding } from '../base/finding/index.ts';
import { readPack, verifyFiles, verifyGold } from '../export/index.ts';
import { loadDomain } from '../formats/index.ts';
import { defaultDatabase } from '../generate/index.ts';
import { defineCommand } from './command.ts';

interface VerifyArguments {
  readonly pack: string;
  readonly rebuild: boolean;
}

/** `taskwright verify`: whether a pack is what its manifest says, and its gold still replays. */
export const verifyCommand = defineCommand<VerifyArguments>({
  command: 'verify <pack>',
  describe: 'check a pack: hashes, gold, database',
  examples: [['$0 verify retail.tar.gz', 'no code inside the pack is run']],
  options: (yargs) =>
    yargs
      .positional('pack', { type: 'string', demandOption: true, describe: 'folder or .tar.gz' })
      .option('rebuild', {
        type: 'boolean',
        default: true,
        describe: 'also make the database again from its seed',
      }),
  run: async (args, { output }) => {
    const files = await readPack(args.pack);
    const { manifest, findings: changed } = verifyFiles(files);
    const findings: Finding[] = [...changed];
    let replayed = 0;
    let rebuilt: boolean | null = null;
    if (manifest?.form === 'taskwright' && manifest.variant === 'sealed' && changed.length === 0) {
      const workspace = resolve(args.workspace);
      const domain = await loadDomain(manifest.domain, { workspace });
      const again = args.rebuild
        ? await defaultDatabase(domain, { workspace }).catch(() => undefined)
        : undefined;
      const gold = verifyGold(domain, files, again);
      findings.push(...gold.findings);
      ({ replayed, rebuilt } = gold);
    }
    output.findings(findings);
    output.line(
      `${files.length} files, ${changed.length === 0 ? 'all as the manifest says' : `${changed.length} differences`}`,
    );
    if (replayed > 0)
      output.line(
        `${replayed} gold outcomes replayed${rebuilt === true ? ', database rebuilt from its seed' : ''}`,
      );
    output.result({
      pack: args.pack,
      manifest: manifest ?? null,
      files: files.length,
      replayed,
      rebuilt,
      findings,
    });
    return findings.some(({ severity }) => severity !== 'note') ? 1 : 0;
  },
});
