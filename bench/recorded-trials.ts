import { fileURLToPath } from 'node:url';
import { type ReplayedTask, startEnvironment } from '../src/annotate/index.ts';
import type { Domain } from '../src/define/index.ts';
import type { Database, Environment } from '../src/environment/index.ts';
import { loadDatabase, loadDomain } from '../src/formats/index.ts';
import { readRecorded } from '../src/formats/read-recorded.ts';
import type { Trial } from '../src/simulate/index.ts';
import { RecordingImporter } from '../src/validate/index.ts';

const SHARED = fileURLToPath(new URL('../../shared/', import.meta.url));

/** Recorded τ-bench trials of one domain, replayed and graded here. */
export interface RecordedRun {
  readonly domain: Domain;
  readonly tasks: ReadonlyMap<string, ReplayedTask>;
  readonly trials: readonly Trial[];
  /** Database verdicts that agree with the recording's, of those it has. */
  readonly agree: { readonly equal: number; readonly of: number };
  startOf(task: ReplayedTask): Environment;
}

/** Reads a file of `trajectories/` and replays it on whichever of the two published databases fits. */
export async function recordedTrials(name: 'airline' | 'retail', file: string): Promise<RecordedRun> {
  const domain = await loadDomain(name, { workspace: fileURLToPath(new URL('..', import.meta.url)) });
  const options = { dialect: 'tau1' };
  const databases = ['db-2024', 'db'].map((folder) => ({
    name: folder,
    database: loadDatabase(domain, `${SHARED}oracles/tau1/${name}/${folder}`, { check: false }),
  }));
  const importer = new RecordingImporter({ run: file, domain, databases, options: () => options });
  const recordings = [];
  for await (const recording of readRecorded(`${SHARED}trajectories/${file}.jsonl.gz`)) {
    importer.learn(recording);
    recordings.push(recording);
  }
  const [chosen] = importer.choose().values();
  const imported = recordings.map((recording) => importer.import(recording));
  const compared = imported.flatMap(({ comparison }) => (comparison === null ? [] : [comparison]));
  const database = chosen?.database as Database;
  return {
    domain,
    tasks: new Map(importer.replayedTasks().map((task) => [task.id, task])),
    trials: imported.map(({ trial }) => trial),
    agree: {
      equal: compared.filter(({ ours, recorded }) => ours === recorded).length,
      of: compared.length,
    },
    startOf: (task) => startEnvironment(domain, database, task, options),
  };
}
