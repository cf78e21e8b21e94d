import { existsSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { replaceFile } from '../base/store/index.ts';
import { rowTypes } from '../define/index.ts';
import { findDomain, listDomains, loadDomain } from '../formats/index.ts';
import { defineCommand } from './command.ts';

interface TypesArguments {
  readonly domain: string | undefined;
  readonly check: boolean;
}

/** `taskwright types`: row types from table schemas. */
export const typesCommand = defineCommand<TypesArguments>({
  command: 'types [domain]',
  describe: 'JSON Schema of tables → TypeScript declarations',
  examples: [
    ['$0 types retail', 'write schemas/retail/types.generated.ts'],
    ['$0 types --check', 'exit 1 when a file is not up to date'],
  ],
  options: (yargs) =>
    yargs
      .positional('domain', { type: 'string', describe: 'name of the domain (default: all)' })
      .option('check', {
        type: 'boolean',
        default: false,
        describe: 'only tell whether files are up to date',
      }),
  run: async (args, { output }) => {
    const workspace = resolve(args.workspace);
    const names = args.domain === undefined ? listDomains(workspace).map(({ name }) => name) : [args.domain];
    const files: { file: string; upToDate: boolean }[] = [];
    for (const name of names) {
      const file = join(findDomain(name, workspace).root, 'schemas', name, 'types.generated.ts');
      const text = await rowTypes(await loadDomain(name, { workspace }));
      const upToDate = existsSync(file) && readFileSync(file, 'utf8') === text;
      if (!upToDate && !args.check) await replaceFile(file, text);
      files.push({ file: relative(workspace, file), upToDate });
      output.line(
        `${relative(workspace, file)} ${upToDate ? 'is up to date' : args.check ? 'is not up to date' : 'written'}`,
      );
    }
    output.result({ files });
    return args.check && files.some(({ upToDate }) => !upToDate) ? 1 : 0;
  },
});
