import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { checkTasks } from '../annotate/index.ts';
import { bySeverity, type Finding, UserError } from '../base/finding/index.ts';
import { checkDomain } from '../define/index.ts';
import { findDomain, listDomains, loadDatabase, loadDomain, readTasks } from '../formats/index.ts';
import { defineCommand } from './command.ts';

interface CheckArguments {
  readonly domain: string | undefined;
  readonly database: string | undefined;
  readonly tasks: string | undefined;
  readonly notes: boolean;
}

/** `taskwright check`: what a careful reviewer finds without running anything. */
export const checkCommand = defineCommand<CheckArguments>({
  command: 'check [domain]',
  describe: 'static findings in schemas, tools, policy, rules, tasks',
  examples: [
    ['$0 check', 'all domains of the workspace'],
    ['$0 check retail --notes', 'one domain, with notes'],
  ],
  options: (yargs) =>
    yargs
      .positional('domain', { type: 'string', describe: 'name of the domain (default: all)' })
      .option('database', { type: 'string', describe: 'also check rows of this database' })
      .option('tasks', { type: 'string', describe: 'file or folder of tasks' })
      .option('notes', { type: 'boolean', default: false, describe: 'show notes too' }),
  run: async (args, { output }) => {
    const workspace = resolve(args.workspace);
    const names = args.domain === undefined ? listDomains(workspace).map(({ name }) => name) : [args.domain];
    if (names.length === 0) {
      throw new UserError('Cannot check: the workspace has no domain', {
        at: workspace,
        hint: 'taskwright init --domain NAME makes one',
      });
    }
    const findings: Finding[] = [];
    for (const name of names) findings.push(...(await checkOne(name, workspace, args)));
    const shown = bySeverity(args.notes ? findings : findings.filter(({ severity }) => severity !== 'note'));
    output.findings(shown);
    const count = (severity: Finding['severity']): number =>
      findings.filter((finding) => finding.severity === severity).length;
    output.line(
      `${names.length === 1 ? `domain ${names[0]}` : `${names.length} domains`}: ${count('error')} errors, ${count('warning')} warnings, ${count('note')} notes${args.notes || count('note') === 0 ? '' : ' (--notes shows them)'}`,
    );
    output.result({ domains: names, findings: bySeverity(findings) });
    return findings.some(({ severity }) => severity !== 'note') ? 1 : 0;
  },
});

async function checkOne(name: string, workspace: string, args: CheckArguments): Promise<Finding[]> {
  const domain = await loadDomain(name, { workspace });
  const folder = join(findDomain(name, workspace).root, 'tasks', name);
  const tasks = args.tasks ?? (existsSync(folder) ? folder : undefined);
  if (args.database !== undefined) loadDatabase(domain, args.database);
  return [...checkDomain(domain), ...(tasks === undefined ? [] : checkTasks(domain, readTasks(tasks).tasks))];
}
