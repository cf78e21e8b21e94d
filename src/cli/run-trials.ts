import { join } from 'node:path';
import type { JsonValue } from '../base/json/index.ts';
import { bullmqEngine } from '../engine/bullmq.ts';
import { localEngine } from '../engine/local.ts';
import {
  type AgentKind,
  estimate,
  goldAgent,
  nullAgent,
  preflightCast,
  scriptedUser,
  spamAgent,
} from '../simulate/index.ts';
import {
  type Engine,
  type RunEnd,
  type RunProgress,
  runSanity,
  runSequential,
  runValidation,
  type SanityExpectation,
  sequentialFor,
  summarizeRun,
  toJsonReport,
  trialMaker,
  type ValidationReport,
} from '../validate/index.ts';
import { sameAgain } from './audit-files.ts';
import { clockFor } from './cast.ts';
import type { CommandContext, GlobalArguments } from './command.ts';
import type { OpenedRun, ValidateArguments } from './open-run.ts';
import { printValidation } from './print-validation.ts';
import { argumentsOf, type OpenedSetup, type RunSetup } from './run-setup.ts';
import { writeReports } from './write-reports.ts';

/** Makes a run's trials, explains them and writes the reports. @returns the exit status */
export async function runTrials(
  args: ValidateArguments & GlobalArguments,
  opened: OpenedRun,
  context: CommandContext,
): Promise<0 | 1> {
  const { output, signal } = context;
  const { store, setup, plan } = opened;
  try {
    await prepareModels(args, setup, plan.trials, context);
    const sanity = args.sanity ? await checkSanity(setup, context) : [];
    const progress = output.progress('validate', plan.tasks.length * plan.trials);
    const started = Date.now();
    const engine = engineOf(args, setup.setup);
    const make = trialMaker({ ...setup.trials, run: store.record.run, ...clockFor(setup.trials) });
    const options = {
      store,
      make,
      engine,
      concurrency: args.concurrency,
      ...(args.budgetUsd !== undefined && { budgetUsd: args.budgetUsd }),
      ...(args.budgetTokens !== undefined && { budgetTokens: args.budgetTokens }),
      onProgress: (at: RunProgress) => progress.update(at.done, note(at, started)),
      signal,
    };
    let end: RunEnd & { readonly saved?: number };
    try {
      end =
        args.plan === 'fixed'
          ? await runValidation({ ...options, plan })
          : await runSequential({
              ...options,
              tasks: setup.tasks,
              personas: plan.personas,
              alternatives: setup.audit.alternatives,
              sequential: sequentialFor(args.bound),
            });
    } finally {
      progress.stop();
      await engine.close();
    }
    const report = await summarizeRun({
      store,
      tasks: setup.tasks,
      alternatives: setup.audit.alternatives,
      findings: (task) => [
        ...sanity.filter((finding) => finding.task === task),
        ...setup.audit.findings(task),
      ],
      waived: setup.audit.waived,
    });
    await writeReports(store, report);
    return finish(report, { ...opened, end }, context);
  } finally {
    await store.close();
  }
}

function engineOf({ engine, perMinute }: ValidateArguments, setup: RunSetup): Engine {
  if (engine === 'local') return localEngine();
  return bullmqEngine({
    setup: setup as unknown as JsonValue,
    ...(perMinute !== undefined && { perMinute }),
  });
}

/** Tries the models and says about what the run will use, before a trial is spent. */
async function prepareModels(
  args: ValidateArguments,
  { cast, project, tasks, setup }: OpenedSetup,
  trials: number,
  { output, signal }: CommandContext,
): Promise<void> {
  if (cast.length === 0 || setup.cassetteMode === 'replay') return;
  const { domain, options } = project;
  const budget = args.budgetUsd === undefined ? {} : { usd: args.budgetUsd };
  await preflightCast(cast, { domain, options, budget, signal });
  const priced = (role: string) => {
    const member = cast.find((each) => each.role === role);
    return member === undefined ? {} : { [role]: { ...member.config, strategy: member.strategy } };
  };
  const { total } = estimate({ domain, tasks, trials, ...priced('agent'), ...priced('user') });
  const cost = total.costUsd === 'unknown' ? 'cost unknown' : `about $${total.costUsd.toFixed(2)}`;
  output.line(
    `estimate: ${total.calls} model calls, ${total.inputTokens + total.outputTokens} tokens, ${cost}`,
  );
}

/** Gold must pass all, null and spam none: said before money is spent. */
async function checkSanity(setup: OpenedSetup, { output }: CommandContext) {
  const { trials, tasks, project } = setup;
  const knowledge = { domain: project.domain, tasks };
  const make = (agent: AgentKind) => trialMaker({ ...trials, run: 'sanity', agent, users: [scriptedUser()] });
  const command = sameAgain('simulate', argumentsOf(setup.setup));
  const expectations: readonly SanityExpectation[] = [
    { agent: 'gold', passes: 'all', make: make(goldAgent(knowledge)) },
    { agent: 'null', passes: 'none', make: make(nullAgent()) },
    { agent: 'spam', passes: 'none', make: make(spamAgent(project.domain)) },
  ];
  const { agents, findings } = await runSanity(project.domain.name, tasks, expectations, command);
  output.line(
    `sanity: ${agents.map(({ agent, passed, tasks: all }) => `${agent} passes ${passed} of ${all}`).join(', ')}`,
  );
  return findings;
}

function note({ done, total, costUsd, facts }: RunProgress, started: number): string {
  const left = ((Date.now() - started) / done) * (total - done);
  const cost =
    costUsd === 0
      ? ''
      : costUsd === 'unknown'
        ? ' cost unknown'
        : ` $${((costUsd / done) * (total - done)).toFixed(2)} to go`;
  return `${facts.task} ${Math.ceil(left / 1000)} s left${cost}`;
}

function finish(
  report: ValidationReport,
  { store, setup, end }: OpenedRun & { readonly end: RunEnd & { readonly saved?: number } },
  { output }: CommandContext,
): 0 | 1 {
  printValidation(output, report);
  const failures = setup.broken.flatMap((task) => task.failures);
  output.findings(failures);
  if (end.saved !== undefined && end.saved > 0) output.line(`${end.saved} trials saved by stopping early`);
  output.line(`wrote ${join(store.folder, 'report.html')}`);
  const unfinished = end.stoppedBy !== 'plan';
  if (unfinished) {
    const why = end.stoppedBy === 'budget' ? 'the budget is used up' : 'stopped';
    output.line(`${why}: ${end.missing} trials are missing`);
    output.line(`  again taskwright validate ${report.domain} --resume ${store.folder}`);
  }
  output.result({
    ...toJsonReport(report),
    folder: store.folder,
    failures,
    stoppedBy: end.stoppedBy,
    missing: end.missing,
    ...(end.saved !== undefined && { saved: end.saved }),
  });
  return report.totals.ambiguous > 0 || failures.length > 0 || unfinished ? 1 : 0;
}
