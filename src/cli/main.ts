#!/usr/bin/env node
import { commandsFor } from './commands.ts';
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

const words = process.argv.slice(2);
process.exitCode = await runCli(words, await commandsFor(words), process, controller.signal);
