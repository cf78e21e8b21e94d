import { resolve } from 'node:path';
import { replayTask, startEnvironment, type Task } from '../annotate/index.ts';
import { UserError } from '../base/finding/index.ts';
import { Environment } from '../environment/index.ts';
import { serveHttp, serveStdio } from '../export/index.ts';
import { loadDatabase, loadDomain, readTasks } from '../formats/index.ts';
import { defaultDatabase } from '../generate/index.ts';
import { gradeTrial } from '../grade/index.ts';
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
  readonly host: string;
  readonly grade: boolean;
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
      .option('port', { type: 'number', default: 0, describe: 'port for --http (0: any free one)' })
      .option('host', { type: 'string', default: '127.0.0.1', describe: 'interface for --http' })
      .option('grade', {
        type: 'boolean',
        default: false,
        describe: 'answer POST /grade with the verdict on a session (needs --tasks)',
      }),
  run: async (args, { output, signal }) => {
    const workspace = resolve(args.workspace);
    const domain = await loadDomain(args.domain, { workspace });
    const database =
      args.database === undefined
        ? await defaultDatabase(domain, { workspace })
        : loadDatabase(domain, args.database);
    const list = args.tasks === undefined ? undefined : readTasks(args.tasks);
    const options = chooseOptions(domain, list?.format ?? 'taskwright', args.option);
    const tasks = new Map(list?.tasks.map((task) => [task.id, task]));
    const taskOf = (id: string | undefined): Task | undefined => {
      const wanted = id ?? args.task;
      const task = wanted === undefined ? undefined : tasks.get(wanted);
      if (wanted === undefined || task !== undefined) return task;
      throw new UserError(
        `Cannot serve task "${wanted}": ${list === undefined ? '--tasks is missing' : 'no such task'}`,
      );
    };
    taskOf(undefined);
    const environment = (id: string | undefined): Environment => {
      const task = taskOf(id);
      return task === undefined
        ? new Environment(domain, database, { options })
        : startEnvironment(domain, database, task, options);
    };
    if (!args.http) {
      await serveStdio(environment(undefined), domain.version, signal);
      return 0;
    }
    const grade = (graded: Environment, id: string | undefined, messages: readonly string[]): unknown => {
      const task = taskOf(id);
      if (task === undefined)
        return { kind: 'void', reason: 'no-gold', message: 'the session was opened without a task' };
      const replay = replayTask(domain, database, task, options);
      if (!replay.ok)
        return { kind: 'void', reason: 'no-gold', message: 'the gold of the task does not replay' };
      return gradeTrial(replay.task, {
        outcome: graded.outcome(),
        transcript: messages.map((text) => ({ role: 'agent', text })),
        actions: [],
        violations: [],
        ended: true,
      });
    };
    const serving = await serveHttp({
      environment,
      version: domain.version,
      port: args.port,
      host: args.host,
      // A server for one task serves one trial: whoever connects acts on the same database.
      shared: args.grade && args.task !== undefined,
      ...(args.grade && { grade }),
    });
    output.line(`serving ${domain.name} at ${serving.url} (Ctrl-C stops)`);
    output.result({ url: serving.url });
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
    await serving.close();
    return 0;
  },
});
