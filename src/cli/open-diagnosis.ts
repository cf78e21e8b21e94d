import { setMaxListeners } from 'node:events';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type ReplayedTask, replayTask, startEnvironment } from '../annotate/index.ts';
import { UserError } from '../base/finding/index.ts';
import { isJsonObject } from '../base/json/index.ts';
import { readLines } from '../base/store/index.ts';
import { type Domain, type OptionValues, resolveOptions } from '../define/index.ts';
import { type DiagnoseInput, JUDGE_PROMPTS, JudgeJournal, type PersonDecision } from '../diagnose/index.ts';
import type { Database } from '../environment/index.ts';
import { loadDatabase, loadDomain } from '../formats/index.ts';
import { defaultDatabase } from '../generate/index.ts';
import type { Trial } from '../simulate/index.ts';
import { factsOf, type RunRecord, RunStore, readRunRecord } from '../validate/index.ts';
import type { GlobalArguments } from './command.ts';
import { type ModelArguments, type OpenedModels, openModels } from './model-options.ts';
import { findRun } from './run-folder.ts';

/** Options of commands that look into a finished run. */
export interface DiagnosisArguments extends ModelArguments {
  readonly run: string;
  readonly database: string | undefined;
  readonly judges: number;
  readonly people: string | undefined;
  readonly noteClauses: boolean;
}

/** A run opened for diagnosis; `close` when done. */
export interface OpenedDiagnosis {
  readonly record: RunRecord;
  readonly folder: string;
  readonly input: DiagnoseInput;
  readonly models: OpenedModels | undefined;
  close(): Promise<void>;
}

/** Opens a run with its domain, database, tasks and trials, and judges where a model is named. @throws UserError */
export async function openDiagnosis(
  args: DiagnosisArguments & GlobalArguments,
  signal: AbortSignal,
): Promise<OpenedDiagnosis> {
  // Every judge call under way listens to it.
  setMaxListeners(0, signal);
  const folder = findRun(args.run, args.workspace);
  const record = await readRunRecord(folder);
  const domain = await loadDomain(record.domain, { workspace: args.workspace });
  const database = await databaseOf(args, record, domain);
  const tasks = new Map<string, ReplayedTask>();
  for (const task of record.tasks) {
    const result = replayTask(domain, database, task, optionsFor(record, domain, task.source?.format));
    if (result.ok) tasks.set(task.id, result.task);
  }
  const trials = await trialsOf(folder, domain);
  const modelName = args.judgeModel ?? args.model;
  const models = modelName === undefined ? undefined : await openModels(args);
  const journal = models === undefined ? undefined : await JudgeJournal.open(join(folder, 'judge.jsonl'));
  const people = args.people === undefined ? undefined : await readPeople(args.people);
  return {
    record,
    folder,
    models,
    input: {
      domain,
      tasks,
      trials,
      startOf: (task) => startEnvironment(domain, database, task, task.optionValues),
      outputMode: record.settings.outputMode,
      draft: { clauses: args.noteClauses },
      ...(people && { people }),
      ...(models &&
        journal &&
        modelName !== undefined && {
          explain: true,
          panel: {
            seats: Array.from({ length: args.judges }, (_, seat) => ({
              model: models.registry.model(modelName),
              prompt: JUDGE_PROMPTS[seat % JUDGE_PROMPTS.length] ?? 'plain',
            })),
            journal,
            signal,
          },
        }),
    },
    close: async () => journal?.close(),
  };
}

/** The database the trials ran on: named here, else by the run, else the domain's own. */
async function databaseOf(
  args: DiagnosisArguments & GlobalArguments,
  record: RunRecord,
  domain: Domain,
): Promise<Database> {
  if (args.database !== undefined) return loadDatabase(domain, resolve(args.database), { check: false });
  const { setup } = record.settings;
  const named = isJsonObject(setup) ? setup.database : undefined;
  const recorded = isJsonObject(setup) && isJsonObject(setup.databases) ? Object.values(setup.databases) : [];
  const path = [named, ...recorded].find((item) => typeof item === 'string' && existsSync(item));
  return typeof path === 'string'
    ? loadDatabase(domain, path, { check: false })
    : defaultDatabase(domain, { workspace: args.workspace });
}

const DIALECTS: Readonly<Record<string, string>> = { 'tau-bench': 'tau1', 'tau2-bench': 'tau2' };

function optionsFor(record: RunRecord, domain: Domain, format: string | undefined): OptionValues {
  const dialect = DIALECTS[format ?? ''];
  const known = dialect !== undefined && domain.options.dialect?.values.includes(dialect) === true;
  return resolveOptions(domain, { ...(known && { dialect }), ...record.settings.options });
}

async function trialsOf(folder: string, domain: Domain): Promise<Trial[]> {
  const store = await RunStore.open(folder, { factsOf: (trial) => factsOf(domain, trial) });
  try {
    const trials: Trial[] = [];
    for await (const facts of store.facts()) trials.push(await store.trial(facts));
    return trials;
  } finally {
    await store.close();
  }
}

/** Decisions of people, one JSON object a line: `{ task, trial, note, held }`. */
async function readPeople(path: string): Promise<PersonDecision[]> {
  if (!existsSync(path)) throw new UserError(`Cannot read decisions "${path}": there is no such file`);
  const decisions: PersonDecision[] = [];
  for await (const { text } of readLines(path, { torn: true })) {
    if (text.trim() === '') continue;
    let line: unknown;
    try {
      line = JSON.parse(text);
    } catch {
      line = undefined;
    }
    if (
      !isJsonObject(line) ||
      typeof line.task !== 'string' ||
      typeof line.trial !== 'number' ||
      typeof line.note !== 'string' ||
      typeof line.held !== 'boolean'
    ) {
      throw new UserError(`Cannot read decisions "${path}": line ${decisions.length + 1} has another form`, {
        hint: '{"task":"…","trial":0,"note":"…","held":true}',
      });
    }
    decisions.push({ task: line.task, trial: line.trial, note: line.note, held: line.held });
  }
  return decisions;
}
