import type { ReplayedTask } from '../annotate/index.ts';
import { type Finding, quoteWord } from '../base/finding/index.ts';
import type { Trial } from '../simulate/index.ts';
import type { TrialMaker } from './trial-maker.ts';

/** What an embedded agent is expected to do. */
export interface SanityExpectation {
  readonly agent: string;
  /** `all` tasks passed, `none`, or `any` number. */
  readonly passes: 'all' | 'none' | 'any';
  readonly make: TrialMaker;
}

export interface SanityResult {
  readonly agents: readonly { readonly agent: string; readonly passed: number; readonly tasks: number }[];
  /** One for each task an agent passed or failed against expectation. */
  readonly findings: readonly Finding[];
}

/**
 * One trial of each task by each embedded agent: the annotation must pass, doing nothing and printing everything must not.
 * @param expectations in the order they run
 * @param command runs one trial of such a task, for findings' `again`; `--task` and `--agent` are added to it
 */
export async function runSanity(
  domain: string,
  tasks: readonly ReplayedTask[],
  expectations: readonly SanityExpectation[],
  command = `taskwright simulate ${domain}`,
): Promise<SanityResult> {
  const agents: SanityResult['agents'][number][] = [];
  const findings: Finding[] = [];
  for (const { agent, passes, make } of expectations) {
    let passed = 0;
    for (const task of tasks) {
      const trial = await make({ task: task.id, persona: null, trial: 0 });
      if (trial.verdict.kind === 'pass') passed += 1;
      const finding = judge({ domain, command }, task, agent, passes, trial);
      if (finding !== undefined) findings.push(finding);
    }
    agents.push({ agent, passed, tasks: tasks.length });
  }
  return { agents, findings };
}

function judge(
  { domain, command }: { readonly domain: string; readonly command: string },
  task: ReplayedTask,
  agent: string,
  passes: SanityExpectation['passes'],
  { verdict }: Trial,
): Finding | undefined {
  const facts = {
    domain,
    task: task.id,
    severity: 'warning' as const,
    again: `${command} --task ${quoteWord(task.id)} --agent ${agent}`,
  };
  if (passes === 'all' && verdict.kind !== 'pass') {
    const why =
      verdict.kind === 'void'
        ? verdict.message
        : verdict.checks
            .filter((check) => check.counts && !check.passed)
            .map((check) => check.message)
            .join('; ');
    return {
      ...facts,
      code: 'gold-agent-fails',
      severity: 'error',
      message: `agent "${agent}" carries out the annotation and does not pass: ${why}`,
      hint: 'task, tools or grading are broken; mend them before spending on a model',
    };
  }
  if (passes === 'none' && verdict.kind === 'pass') {
    return {
      ...facts,
      code: agent === 'null' ? 'nothing-passes' : 'spam-passes',
      message:
        agent === 'null'
          ? 'an agent that does nothing passes'
          : 'an agent that prints all it can read and changes nothing passes',
      hint: 'ask for a change of the database, or for an output that cannot be met by accident',
    };
  }
  return undefined;
}
