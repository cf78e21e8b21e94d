import { annotateCommand } from './annotate-command.ts';
import { auditCommand } from './audit-command.ts';
import { checkCommand } from './check-command.ts';
import type { Command } from './command.ts';
import { importCommand } from './import-command.ts';
import { initCommand } from './init-command.ts';
import { regradeCommand } from './regrade-command.ts';
import { reportCommand } from './report-command.ts';
import { runCommand } from './run-command.ts';
import { serveMcpCommand } from './serve-mcp-command.ts';
import { serveModelCommand } from './serve-model-command.ts';
import { simulateCommand } from './simulate-command.ts';
import { typesCommand } from './types-command.ts';
import { validateCommand } from './validate-command.ts';
import { workerCommand } from './worker-command.ts';

/** The commands, in the order of the pipeline. */
export const COMMANDS: readonly Command[] = [
  initCommand,
  runCommand,
  checkCommand,
  typesCommand,
  annotateCommand,
  auditCommand,
  simulateCommand,
  validateCommand,
  reportCommand,
  regradeCommand,
  importCommand,
  workerCommand,
  serveMcpCommand,
  serveModelCommand,
];
