import { resolve } from 'node:path';
import { startEnvironment } from '../annotate/index.ts';
import { UserError } from '../base/finding/index.ts';
import { Environment } from '../environment/index.ts';
import { serveHttp, serveStdio } from '../export/index.ts';
import { loadDatabase, loadDomain, readTasks } from '../formats/index.ts';
import { defaultDatabase } from '../generate/index.ts';
import { defineCommand } from './command.ts';
import { chooseOptions } from './project.ts';

interface ServeMcpArguments {
  readonly domain: string;
  readonly database: string | undefined;
  readonly tasks: string | undefined;
  readonly task: string | undefined;
  readonly option: readonly string[] | undefined;
  readonly http: boolean;
  readonly port: number;
}

/** `taskwright serve-mcp`: the domain's tools for any MCP client. */
export const serveMcpCommand = defineCommand<ServeMcpArguments>({
  command: 'serve-mcp <domain>',
  describe: 'the domain’s tools over MCP, a database per session',
  examples: [
    ['$0 serve-mcp retail', 'one session over stdio'],
    ['$0 serve-mcp retail --http --port 8931', 'many sessions over HTTP on loopback'],
  ],
  options: (yargs) =>
    yargs
      .positional('domain', { type: 'string', demandOption: true, describe: 'name of the domain' })
      .option('database', { type: 'string', describe: 'folder of table files, or one file' })
      .option('tasks', { type: 'string', describe: 'file or folder of tasks, for --task' })
      .option('task', { type: 'string', describe: 'start from this task’s initial state' })
      .option('option', {
        type: 'string',
        array: true,
        nargs: 1,
        describe: 'option of the domain, NAME=VALUE',
      })
      .option('http', { type: 'boolean', default: false, describe: 'streamable HTTP instead of stdio' })
      .option('port', { type: 'number', default: 0, describe: 'port for --http (0: any free one)' }),
  run: async (args, { output, signal }) => {
    const workspace = resolve(args.workspace);
    const domain = await loadDomain(args.domain, { workspace });
    const database =
      args.database === undefined
        ? await defaultDatabase(domain, { workspace })
        : loadDatabase(domain, args.database);
    const list = args.tasks === undefined ? undefined : readTasks(args.tasks);
    const options = chooseOptions(domain, list?.format ?? 'taskwright', args.option);
    const task = args.task === undefined ? undefined : list?.tasks.find(({ id }) => id === args.task);
    if (args.task !== undefined && task === undefined) {
      throw new UserError(
        `Cannot serve task "${args.task}": ${list === undefined ? '--tasks is missing' : 'no such task'}`,
      );
    }
    const environment = (): Environment =>
      task === undefined
        ? new Environment(domain, database, { options })
        : startEnvironment(domain, database, task, options);
    if (!args.http) {
      await serveStdio(environment(), domain.version, signal);
      return 0;
    }
    const serving = await serveHttp({ environment, version: domain.version, port: args.port });
    output.line(`serving ${domain.name} at ${serving.url} (Ctrl-C stops)`);
    output.result({ url: serving.url });
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
    await serving.close();
    return 0;
  },
});
