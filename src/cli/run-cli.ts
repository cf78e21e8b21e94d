import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import yargs, { type Argv } from 'yargs';
import { FindingsError, formatFinding, formatMessage, isUserError } from '../base/finding/index.ts';
import { PACKAGE_ROOT } from '../formats/index.ts';
import type { Command, ExitStatus, GlobalArguments } from './command.ts';
import { Output, type OutputStreams } from './output.ts';

/**
 * Runs one command line to its end and gives the exit status. Never throws.
 * @param words the words after the program's name
 */
export async function runCli(
  words: readonly string[],
  commands: readonly Command[],
  streams: OutputStreams,
  signal: AbortSignal = new AbortController().signal,
): Promise<ExitStatus> {
  let status: ExitStatus = 0;
  const parser = yargs()
    .scriptName('taskwright')
    .usage('$0 <command>\n\nAuthor, audit and prove the tasks that tool-using agents are measured on.')
    .option('workspace', { type: 'string', default: '.', describe: 'folder with schemas, generators, tasks' })
    .option('json', { type: 'boolean', default: false, describe: 'print one JSON document on stdout' })
    .option('quiet', { type: 'boolean', default: false, describe: 'say nothing but errors' })
    .version(versionOf())
    .strict()
    .demandCommand(1, 'Cannot run: no command was named')
    .recommendCommands()
    .wrap(80)
    .exitProcess(false)
    .showHelpOnFail(false);
  for (const command of commands) {
    parser.command(
      command.command,
      command.describe,
      (builder) => {
        const options = command.options(builder as unknown as Argv<GlobalArguments>);
        for (const [line, what] of command.examples) options.example(line, what);
        return options as unknown as Argv;
      },
      async (args) => {
        const given = args as unknown as GlobalArguments;
        status = await command.run(given, { output: new Output(streams, given), signal });
      },
    );
  }
  try {
    await parser
      .fail((message, error) => {
        throw error ?? new UsageError(message);
      })
      .parseAsync([...words], {}, (_error, _args, text) => {
        if (text !== '') streams.stdout.write(`${text}\n`);
      });
    return status;
  } catch (error) {
    return report(error, words.includes('--json'), streams);
  }
}

/** A command line that yargs refused. */
class UsageError extends Error {}

function report(error: unknown, json: boolean, { stdout, stderr }: OutputStreams): ExitStatus {
  if (error instanceof UsageError || (error as { name?: string } | null)?.name === 'YError') {
    stderr.write(`× ${(error as Error).message}\n  hint  taskwright --help\n`);
    if (json) stdout.write(`${JSON.stringify({ error: (error as Error).message })}\n`);
    return 2;
  }
  if (isUserError(error)) {
    stderr.write(`× ${formatMessage(error.message, error.details)}\n`);
    const findings = error instanceof FindingsError ? error.findings : [];
    for (const finding of findings.slice(1)) stderr.write(`× ${formatFinding(finding)}\n`);
    if (json) {
      const document = { error: error.message, ...error.details, ...(findings.length > 0 && { findings }) };
      stdout.write(`${JSON.stringify(document, null, 2)}\n`);
    }
    return 2;
  }
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  stderr.write(`× This is a bug in taskwright ${versionOf()}\n${stack}\n`);
  stderr.write('  hint  please report it with the command you ran and the lines above\n');
  return 70;
}

/** Ends the version of software that runs from its TypeScript sources. */
const SOURCE_FORM = '+source';

/** The version, and whether it runs from its sources: the same code is written otherwise once it is built. */
export function softwareOf(): string {
  return import.meta.url.endsWith('.ts') ? `${versionOf()}${SOURCE_FORM}` : versionOf();
}

export function versionOf(): string {
  const document = JSON.parse(readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8')) as {
    version: string;
  };
  return document.version;
}
