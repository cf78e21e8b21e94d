import { Writable } from 'node:stream';
import { commandsFor } from '../../src/cli/commands.ts';
import { runCli } from '../../src/cli/run-cli.ts';

/** What one command line printed, and its exit status. */
export interface CliResult {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command line in this process, as a pipe would see it: no terminal, no colours. */
export async function taskwright(...words: readonly string[]): Promise<CliResult> {
  const out: string[] = [];
  const err: string[] = [];
  const sink = (into: string[]): Writable =>
    new Writable({
      write(chunk, _encoding, done) {
        into.push(String(chunk));
        done();
      },
    });
  const status = await runCli(words, await commandsFor(words), { stdout: sink(out), stderr: sink(err) });
  return { status, stdout: out.join(''), stderr: err.join('') };
}
