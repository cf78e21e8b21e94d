#!/usr/bin/env node
import { COMMANDS } from './commands.ts';
import { runCli } from './run-cli.ts';

const controller = new AbortController();
let interrupts = 0;
process.on('SIGINT', () => {
  interrupts += 1;
  if (interrupts > 1) process.exit(130);
  controller.abort(new Error('stopped by Ctrl-C'));
});
// A reader that closes early (`| head`) is no error of ours.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

process.exitCode = await runCli(process.argv.slice(2), COMMANDS, process, controller.signal);
