import { auditTasks } from '../audit/index.ts';
import { defineCommand } from './command.ts';
import { openProject, type ProjectArguments, projectOptions } from './project.ts';

/** `taskwright audit`: other outcomes that tools and policy allow, and whether the scenario rules them out. */
export const auditCommand = defineCommand<ProjectArguments>({
  command: 'audit <domain>',
  describe: 'find what makes tasks ambiguous or wrong, without a model',
  examples: [
    ['$0 audit retail', 'audit the shipped tasks'],
    ['$0 audit retail --database db --tasks tasks.json', 'audit outside tasks as they are'],
  ],
  options: (yargs) => projectOptions(yargs),
  run: async (args, { output }) => {
    const { domain, database, tasks, options } = await openProject(args);
    const progress = output.progress('audit', tasks.length);
    const began = performance.now();
    const result = auditTasks(domain, database, tasks, {
      options,
      onTask: (done, task) => progress.update(done, task),
    });
    const elapsedMs = Math.round(performance.now() - began);
    progress.stop();
    const findings = [...result.findings, ...result.tasks.flatMap((task) => task.findings)];
    output.findings(findings.filter(({ severity }) => severity !== 'note'));
    output.line(`${tasks.length} tasks audited in ${elapsedMs} ms, ${findings.length} findings`);
    output.result({
      domain: domain.name,
      tasks: result.tasks.map(({ id, findings: found, mutation }) => ({ id, findings: found, mutation })),
      findings: result.findings,
      elapsedMs,
    });
    return findings.some(({ severity }) => severity !== 'note') ? 1 : 0;
  },
});
