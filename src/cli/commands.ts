import { annotateCommand } from './annotate-command.ts';
import type { Command } from './command.ts';

/** The commands, in the order of the pipeline. */
export const COMMANDS: readonly Command[] = [annotateCommand];
