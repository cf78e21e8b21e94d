import { relative } from 'node:path';
import { UserError } from '../base/finding/index.ts';
import { defineCommand } from './command.ts';
import { scaffoldDomain, scaffoldWorkspace } from './init/scaffold.ts';

interface InitArguments {
  readonly dir: string | undefined;
  readonly domain: string | undefined;
}

/** `taskwright init`: a workspace or a domain that passes `check` and `run` at once. */
export const initCommand = defineCommand<InitArguments>({
  command: 'init [dir]',
  describe: 'scaffold a workspace, or a domain with --domain NAME',
  examples: [
    ['$0 init my-benchmark', 'a new workspace with a sample domain'],
    ['$0 init --domain hotel', 'another domain in this workspace'],
  ],
  options: (yargs) =>
    yargs
      .positional('dir', { type: 'string', describe: 'folder of the new workspace' })
      .option('domain', { type: 'string', describe: 'name of the domain (kebab-case)' }),
  run: async ({ dir, domain, workspace }, { output }) => {
    if (dir === undefined && domain === undefined) {
      throw new UserError('Cannot scaffold: neither a folder nor a domain was named', {
        hint: 'taskwright init my-benchmark, or taskwright init --domain NAME',
      });
    }
    const name = domain ?? 'library';
    const files =
      dir === undefined ? await scaffoldDomain(workspace, name) : await scaffoldWorkspace(dir, name);
    const root = dir ?? workspace;
    output.line(`wrote ${files.length} files`);
    for (const file of files) output.line(`  ${relative(root, file)}`);
    output.line(
      `next: ${dir === undefined ? '' : `cd ${dir} && `}taskwright check ${name} && taskwright run ${name}`,
    );
    output.result({ domain: name, files });
    return 0;
  },
});
