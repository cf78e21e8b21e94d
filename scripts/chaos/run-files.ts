import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The files of a run, read from outside. */
export class RunFiles {
  readonly #folder: string;

  constructor(workspace: string, run: string) {
    this.#folder = join(workspace, 'validation-runs/retail', run);
  }

  path(name: string): string {
    return join(this.#folder, name);
  }

  /** Lines that are on the disk now; 0 before there is a run. */
  lines(): number {
    try {
      return readFileSync(this.path('trials.index.jsonl')).filter((byte) => byte === 10).length;
    } catch {
      return 0;
    }
  }

  /** How often each trial is there. */
  trials(): ReadonlyMap<string, number> {
    const seen = new Map<string, number>();
    for (const line of readFileSync(this.path('trials.jsonl'), 'utf8').trimEnd().split('\n')) {
      const { task, trial } = JSON.parse(line) as { task: string; trial: number };
      seen.set(`${task}#${trial}`, (seen.get(`${task}#${trial}`) ?? 0) + 1);
    }
    return seen;
  }

  bytes(): number {
    return statSync(this.path('trials.jsonl')).size;
  }

  /** The report without what two runs of one agent may differ in: names and times, and how often a call was repeated. */
  report(): unknown {
    const report = JSON.parse(readFileSync(this.path('report.json'), 'utf8')) as Report;
    const { totals, curves, noiseFloor, passHatK, passAtK } = report;
    return { totals, curves, noiseFloor, passHatK, passAtK, tasks: report.tasks.map(withoutChance) };
  }
}

interface Report {
  readonly totals: unknown;
  readonly curves: unknown;
  readonly noiseFloor: unknown;
  readonly passHatK: unknown;
  readonly passAtK: unknown;
  readonly tasks: readonly TaskPart[];
}

interface TaskPart {
  readonly outcomes: readonly { readonly [name: string]: unknown; readonly example: object }[];
  readonly [name: string]: unknown;
}

/** A trial made again after a kill meets other faults: its repeated calls cost other tokens and moves. */
function withoutChance({
  tokens: _tokens,
  moves: _moves,
  costUsd: _cost,
  outcomes,
  ...task
}: TaskPart): unknown {
  return {
    ...task,
    outcomes: outcomes.map(({ example, sample: _sample, ...outcome }) => {
      const { offset: _offset, length: _length, ...key } = example as Record<string, unknown>;
      return { ...outcome, example: key };
    }),
  };
}
