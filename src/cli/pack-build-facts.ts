import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isUserError } from '../base/finding/index.ts';
import { readLines } from '../base/store/index.ts';
import type { PackBuild, PackPrompt } from '../export/index.ts';
import { defaultDatabase, loadDatabaseConfig, plant } from '../generate/index.ts';
import type { Trial } from '../simulate/index.ts';
import type { GlobalArguments } from './command.ts';
import type { RunEvidence } from './pack-evidence.ts';
import type { Project, ProjectArguments } from './project.ts';

/** Wordings and models change within a run only with task and persona: this many trials show them all in practice. */
const TRIALS_READ = 2_000;

/** How the pack came to be. @param seed of the generators, where they made the database */
export async function buildFacts(
  project: Project,
  run: RunEvidence | undefined,
  seed: number | null,
): Promise<PackBuild> {
  const { domain } = project;
  const base = { domain: domain.name, domainVersion: domain.version, seed };
  if (run === undefined) return { ...base, run: null };
  const { record } = run;
  const models = new Set<string>();
  const prompts = new Map<string, PackPrompt>();
  let read = 0;
  const trials = join(run.folder, 'trials.jsonl');
  for await (const { text } of existsSync(trials) ? readLines(trials) : []) {
    const trial = JSON.parse(text) as Trial;
    for (const prompt of trial.prompts ?? []) prompts.set(`${prompt.name} ${prompt.hash}`, prompt);
    for (const trace of [trial.models?.agent, trial.models?.user]) {
      if (trace !== undefined) models.add(trace.model);
    }
    read += 1;
    if (read >= TRIALS_READ) break;
  }
  return {
    ...base,
    run: {
      name: record.run,
      kind: record.kind,
      software: record.software,
      agent: record.settings.agent,
      user: record.settings.user,
      seed: record.settings.seed,
      models: [...models].sort(),
      prompts: [...prompts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, prompt]) => prompt),
    },
  };
}

/** Seed of the generators, where they make the very database at hand; null where it came from elsewhere. */
export async function generatorSeed(
  args: ProjectArguments & GlobalArguments,
  { domain, database, tasks }: Project,
): Promise<number | null> {
  const workspace = resolve(args.workspace);
  const config = await loadDatabaseConfig(domain.name, workspace).catch((error: unknown) => {
    if (isUserError(error)) return undefined;
    throw error;
  });
  if (config === undefined) return null;
  if (args.database === undefined) return config.seed;
  const made = plant(domain, await defaultDatabase(domain, { workspace }), tasks);
  return made.hash() === database.hash() ? config.seed : null;
}
