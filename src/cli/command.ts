import type { Argv } from 'yargs';
import type { Output } from './output.ts';

/** 0: done and nothing flagged; 1: findings or flagged tasks; 2: the user must fix something; 70: a bug. */
export type ExitStatus = 0 | 1 | 2 | 70;

/** Options every command has. */
export interface GlobalArguments {
  readonly workspace: string;
  readonly json: boolean;
  readonly quiet: boolean;
}

/** What a command is given besides its arguments. */
export interface CommandContext {
  readonly output: Output;
  /** Aborted at Ctrl-C: stop cleanly and say how to go on. */
  readonly signal: AbortSignal;
}

/** One command of the command line. */
export interface Command<Arguments = unknown> {
  /** yargs command string, for example `audit <domain>`. */
  readonly command: string;
  readonly describe: string;
  /** Example lines for `--help`: `[command, what it does]`. */
  readonly examples: readonly (readonly [string, string])[];
  readonly options: (yargs: Argv<GlobalArguments>) => Argv<Arguments & GlobalArguments>;
  readonly run: (args: Arguments & GlobalArguments, context: CommandContext) => Promise<ExitStatus>;
}

/** Defines a command; argument types follow from `options`. */
export function defineCommand<Arguments>(command: Command<Arguments>): Command {
  return command as unknown as Command;
}
