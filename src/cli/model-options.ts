import { resolve } from 'node:path';
import type { Argv } from 'yargs';
import { type Budget, Cassette, type CassetteMode, Ledger, type ModelError } from '../base/model/index.ts';
import { loadConfig, ModelRegistry } from '../simulate/index.ts';
import type { GlobalArguments } from './command.ts';
import type { Output } from './output.ts';

/** Options of commands in which models take part. */
export interface ModelArguments {
  readonly agentModel?: string | undefined;
  readonly userModel?: string | undefined;
  readonly judgeModel?: string | undefined;
  readonly model?: string | undefined;
  readonly cassette?: string | undefined;
  readonly cassetteMode: CassetteMode;
  readonly budgetUsd?: number | undefined;
  readonly budgetTokens?: number | undefined;
}

/** Adds `--agent-model`, `--user-model`, `--judge-model`, `--model`, `--cassette` and budgets. */
export function modelOptions<Given>(yargs: Argv<Given>): Argv<Given & ModelArguments> {
  const named = 'a name of taskwright.config.ts, or MODEL@URL';
  return yargs
    .option('agent-model', { type: 'string', describe: `model of the agent: ${named}` })
    .option('user-model', { type: 'string', describe: 'model of the simulated user' })
    .option('judge-model', { type: 'string', describe: 'model of the judge' })
    .option('model', { type: 'string', describe: 'the same model for every role that names none' })
    .option('cassette', { type: 'string', describe: 'folder of recorded model answers' })
    .option('cassette-mode', {
      choices: ['record', 'replay', 'replay-else-record'] as const,
      default: 'replay-else-record' as const,
      describe: 'whether to ask, to replay, or both',
    })
    .option('budget-usd', { type: 'number', describe: 'stop before more is spent, in US dollars' })
    .option('budget-tokens', {
      type: 'number',
      describe: 'stop before more tokens are used',
    }) as unknown as Argv<Given & ModelArguments>;
}

/** The models of a run, their ledger and budget. */
export interface OpenedModels {
  readonly registry: ModelRegistry;
  readonly ledger: Ledger;
  readonly budget: Budget;
}

/** Reads the workspace's models. @throws UserError for a malformed config or a missing cassette */
export async function openModels(
  args: ModelArguments & Pick<GlobalArguments, 'workspace'>,
  onWait?: (error: ModelError, waitMs: number) => void,
): Promise<OpenedModels> {
  const { budgetUsd, budgetTokens, cassette, cassetteMode } = args;
  const budget: Budget = {
    ...(budgetUsd !== undefined && { usd: budgetUsd }),
    ...(budgetTokens !== undefined && { tokens: budgetTokens }),
  };
  const ledger = new Ledger(budget);
  const registry = new ModelRegistry(await loadConfig(resolve(args.workspace)), {
    ledger,
    ...(cassette !== undefined && { cassette: new Cassette({ folder: cassette, mode: cassetteMode }) }),
    ...(onWait && { onWait }),
  });
  return { registry, ledger, budget };
}

/** What each role spent, one line each. */
export function printLedger(ledger: Ledger, output: Output): void {
  for (const { role, model, usage } of ledger.lines()) {
    const cost = usage.costUsd === 'unknown' ? 'cost unknown' : `$${usage.costUsd.toFixed(4)}`;
    output.line(
      output.color.dim(
        `${role} ${model}: ${usage.calls} calls, ${usage.inputTokens} tokens in, ${usage.outputTokens} out, ${cost}`,
      ),
    );
  }
}
