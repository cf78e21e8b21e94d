import type { Argv } from 'yargs';
import { type ReplayedTask, replayTask, startEnvironment } from '../annotate/index.ts';
import { assertNoErrors, UserError } from '../base/finding/index.ts';
import {
  ABLATIONS,
  AGENT_NAMES,
  agentFromName,
  type CastMember,
  isModelAgent,
  isModelUser,
  preflightCast,
  runTrial,
  USER_NAMES,
  userFromName,
  verdictOf,
} from '../simulate/index.ts';
import { defineCommand, type GlobalArguments } from './command.ts';
import { type ModelArguments, modelOptions, openModels, printLedger } from './model-options.ts';
import { openProject, type ProjectArguments, projectOptions } from './project.ts';
import { printVerdict, TrialPrinter } from './show-trial.ts';

interface SimulateArguments extends ProjectArguments, ModelArguments {
  readonly agent: string | undefined;
  readonly user: string | undefined;
  readonly persona: string | undefined;
  readonly trial: number;
  readonly seed: number;
  readonly ablate: readonly string[] | undefined;
  readonly outputMode: 'tau' | 'strict';
  readonly full: boolean;
}

/** `taskwright simulate`: one trial, shown as it runs. */
export const simulateCommand = defineCommand<SimulateArguments>({
  command: 'simulate <domain>',
  describe: 'run one trial of a task and show it',
  examples: [
    ['$0 simulate retail --task ID', 'the gold agent with the scripted user: no model needed'],
    ['$0 simulate retail --task ID --model gpt-4o', 'a model on both sides'],
    ['$0 simulate retail --task ID --model m@http://127.0.0.1:8000/v1 --agent react', 'any server'],
    ['$0 simulate retail --task ID --model gpt-4o --persona non-expert', 'another kind of user'],
    ['$0 simulate retail --task ID --model gpt-4o --ablate policy', 'without the policy'],
  ],
  options: (yargs) =>
    modelOptions(projectOptions(yargs))
      .option('agent', {
        choices: AGENT_NAMES,
        describe: 'agent (default: tool-calling with a model, else gold)',
      })
      .option('user', { choices: USER_NAMES, describe: 'user (default: lm with a model, else scripted)' })
      .option('persona', { type: 'string', describe: 'how the user behaves, for example non-expert' })
      .option('trial', { type: 'number', default: 0, describe: 'number of the trial' })
      .option('seed', { type: 'number', default: 1, describe: 'seed of the run' })
      .option('ablate', {
        choices: ABLATIONS,
        array: true,
        nargs: 1,
        describe: 'policy: taken away; user: taken away; plan: gold is given to the agent',
      })
      .option('output-mode', {
        choices: ['strict', 'tau'] as const,
        default: 'strict' as const,
        describe: 'how outputs are looked for',
      })
      .option('full', {
        type: 'boolean',
        default: false,
        describe: 'show results and thoughts in full',
      }) as unknown as Argv<SimulateArguments & GlobalArguments>,
  run: async (args, { output, signal }) => {
    const project = await openProject(args);
    const { domain, database, options } = project;
    const task = pickTask(
      args,
      project.tasks.map((each) => replayTask(domain, database, each, options)),
    );
    const ablate = new Set(args.ablate ?? []);
    const agentName = args.agent ?? ((args.agentModel ?? args.model) === undefined ? 'gold' : 'tool-calling');
    const userName = ablate.has('user')
      ? 'none'
      : (args.user ?? ((args.userModel ?? args.model) === undefined ? 'scripted' : 'lm'));
    const models = await openModels(args, (error, ms) =>
      output.line(output.color.dim(`  (waiting ${Math.round(ms)} ms: ${error.message})`)),
    );
    const cast: CastMember[] = [];
    const modelFor = (role: 'agent' | 'user', strategy: string, name: string | undefined) => {
      if (name === undefined) return {};
      const model = models.registry.model(name);
      cast.push({ role, strategy, model, config: models.registry.config(name) });
      return { model };
    };
    const agent = agentFromName(agentName, {
      domain,
      tasks: [task],
      withPlan: ablate.has('plan'),
      ...(isModelAgent(agentName) && modelFor('agent', agentName, args.agentModel ?? args.model)),
    });
    const user = userFromName(userName, {
      persona: args.persona,
      ...(isModelUser(userName) && modelFor('user', userName, args.userModel ?? args.model)),
    });
    if (args.cassette === undefined || args.cassetteMode === 'record') {
      await preflightCast(cast, { domain, options, budget: models.budget, signal });
    }
    const environment = startEnvironment(domain, database, task, options);
    const persona = user.persona === null ? '' : ` as ${user.persona}`;
    const { color } = output;
    output.line(
      `${color.bold(`${domain.name}/${task.id}`)} trial ${args.trial} seed ${args.seed} · agent ${agent.name} · user ${user.name}${persona}`,
    );
    output.line();
    const printer = new TrialPrinter(output, environment, { full: args.full });
    const run = await runTrial({
      task: task.id,
      trial: args.trial,
      seed: args.seed,
      scenario: task.scenario,
      environment,
      agent,
      user,
      ...(ablate.has('policy') && { policy: '' }),
      onTurn: (turn) => printer.show(turn),
      signal,
    });
    const verdict = verdictOf(task, run, { outputMode: args.outputMode });
    printVerdict(verdict, output);
    const mistakes = Object.entries(run.mistakes).map(([name, count]) => `${name} ${count}`);
    if (mistakes.length > 0) output.line(`  mistakes: ${mistakes.join(', ')}`);
    printLedger(models.ledger, output);
    output.result({ ...run, verdict });
    return verdict.kind === 'pass' ? 0 : 1;
  },
});

function pickTask(
  { domain, task: given }: SimulateArguments,
  results: readonly ReturnType<typeof replayTask>[],
): ReplayedTask {
  const [result] = results;
  if (result === undefined || (given ?? []).length !== 1) {
    throw new UserError(`Cannot simulate domain "${domain}": one task has to be named`, {
      hint: `--task ID, for example --task ${result?.task.id ?? 'ID'}`,
    });
  }
  if (!result.ok) assertNoErrors(result.failures, `task "${result.task.id}"`);
  return (result as Extract<typeof result, { ok: true }>).task;
}
