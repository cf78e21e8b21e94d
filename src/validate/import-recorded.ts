import { type ReplayedTask, replayTask, type Task } from '../annotate/index.ts';
import type { Finding } from '../base/finding/index.ts';
import { hashJson } from '../base/json/index.ts';
import { NO_USAGE } from '../base/model/usage.ts';
import type { Domain, OptionValues } from '../define/index.ts';
import type { Database } from '../environment/index.ts';
import type { RecordedTrial } from '../formats/recorded.ts';
import { gradeTrial, type OutputMode, type Verdict } from '../grade/index.ts';
import { hasEnded, type Trial } from '../simulate/index.ts';
import { type Replay, replayRecorded } from './replay-recorded.ts';

/** A database a recording may have been made on. */
export interface CandidateDatabase {
  readonly name: string;
  readonly database: Database;
}

export interface ImportSetting {
  readonly run: string;
  readonly domain: Domain;
  readonly databases: readonly CandidateDatabase[];
  /** Values of the domain's options for each benchmark. */
  readonly options: (benchmark: RecordedTrial['benchmark']) => OptionValues;
  readonly outputMode?: OutputMode;
  /** Today's tasks by id: recordings are graded against these instead of the tasks they carry. */
  readonly tasks?: ReadonlyMap<string, Task>;
}

/** One recording as a trial of ours, with how it compares to what was recorded. */
export interface ImportedTrial {
  readonly id: string;
  readonly trial: Trial;
  readonly comparison: Comparison | null;
}

/** Our database verdict beside the recorded replay's. */
export interface Comparison {
  readonly ours: boolean;
  readonly recorded: boolean;
  /** Whether the recorded replay itself agreed with every recorded observation, and whether ours does. */
  readonly recordingReplays: boolean | null;
  readonly oursReplays: boolean;
  /** What a difference may come from. */
  readonly refused: Readonly<Record<string, number>>;
}

/** Trials of each source run that are tried on each database before one is chosen. */
const TRIED = 8;

/** Turns recordings into trials of a run: numbers them by task, chooses the database, replays and grades. */
export class RecordingImporter {
  readonly #setting: ImportSetting;
  readonly #counts = new Map<string, number>();
  readonly #replayed = new Map<string, ReplayedTask>();
  readonly #chosen = new Map<string, CandidateDatabase>();
  /** Task id → its versions, by key. */
  readonly #versions = new Map<string, Map<string, Task | null>>();
  readonly #samples = new Map<string, RecordedTrial[]>();
  readonly failures: Finding[] = [];

  constructor(setting: ImportSetting) {
    this.#setting = setting;
  }

  /** First pass: learns which versions of tasks there are, and samples of each source run. */
  learn(recording: RecordedTrial): void {
    const versions = this.#versions.get(recording.taskId) ?? new Map<string, Task | null>();
    this.#versions.set(recording.taskId, versions);
    if (recording.task !== null || versions.size === 0) versions.set(recording.taskKey, recording.task);
    const samples = this.#samples.get(recording.run) ?? [];
    this.#samples.set(recording.run, samples);
    if (samples.length < TRIED && recording.task !== null && recording.transcript.length > 0) {
      samples.push(recording);
    }
  }

  /** Ends the first pass: for each source run the database that repeats most of the recorded observations. */
  choose(): ReadonlyMap<string, CandidateDatabase> {
    const scores = [...this.#samples].map(([run, samples]) => ({ run, equal: this.#equalOn(samples) }));
    const totals = this.#setting.databases.map((_, at) =>
      scores.reduce((sum, { equal }) => sum + (equal[at] ?? 0), 0),
    );
    // Of databases that repeat a source run equally well, the one that fits the whole recording best is taken.
    const byFit = [...totals.keys()].sort((left, right) => (totals[right] ?? 0) - (totals[left] ?? 0));
    for (const { run, equal } of scores) {
      const most = Math.max(...equal);
      const at = byFit.find((index) => equal[index] === most) ?? 0;
      this.#chosen.set(run, this.#setting.databases[at] as CandidateDatabase);
    }
    return this.#chosen;
  }

  /** The tasks of the run, each version under its own id. */
  tasks(): Task[] {
    return [...this.#versions].flatMap(([id, versions]) =>
      [...versions].flatMap(([key, task]) => (task === null ? [] : [{ ...task, id: this.#nameOf(id, key) }])),
    );
  }

  /** Replayed tasks by id, for reports. Where several databases were used, gold of each counts as gold. */
  replayedTasks(): ReplayedTask[] {
    const used = new Set([...this.#chosen.values()].map(({ name }) => name));
    const byId = new Map<string, ReplayedTask>();
    for (const [key, task] of this.#replayed) {
      if (!used.has(key.slice(0, key.indexOf('\0')))) continue;
      const known = byId.get(task.id);
      byId.set(
        task.id,
        known === undefined ? task : { ...known, accepted: [...known.accepted, ...task.accepted] },
      );
    }
    return [...byId.values()];
  }

  /** Second pass: one recording as a trial. */
  import(recording: RecordedTrial): ImportedTrial {
    const { run } = this.#setting;
    const id = this.#nameOf(recording.taskId, recording.taskKey);
    const number = this.#counts.get(id) ?? 0;
    this.#counts.set(id, number + 1);
    const candidate = this.#chosen.get(recording.run) ?? (this.#setting.databases[0] as CandidateDatabase);
    const task = this.#task(recording, candidate);
    if (task === undefined)
      return { id: recording.id, trial: voidTrial(recording, run, id, number), comparison: null };
    const replay = this.#replay(recording, task, candidate, number);
    const verdict = this.#verdict(recording, task, replay);
    const gold = task.accepted[0]?.outcome.hash === replay.trial.outcome.hash;
    const { databaseMatch, observations } = recording.recorded;
    return {
      id: recording.id,
      trial: {
        run,
        ...replay.trial,
        verdict,
        extra: {
          recording: recording.id,
          source: recording.run,
          database: candidate.name,
          observations: { equal: replay.equal, total: replay.total },
          recorded: recording.recorded,
        },
      },
      comparison:
        databaseMatch === null
          ? null
          : {
              ours: gold,
              recorded: databaseMatch,
              recordingReplays: observations === null ? null : observations.equal === observations.total,
              oursReplays: replay.equal === replay.total,
              refused: replay.refused,
            },
    };
  }

  #nameOf(id: string, key: string): string {
    const versions = this.#versions.get(id);
    const known = versions === undefined ? [] : [...versions].filter(([, task]) => task !== null);
    return known.length > 1 && versions?.get(key) != null ? `${id}@${key}` : id;
  }

  /** By database: recorded observations that a replay of these trials repeats. */
  #equalOn(samples: readonly RecordedTrial[]): number[] {
    const { databases } = this.#setting;
    if (databases.length === 1) return [0];
    return databases.map((candidate) => {
      let equal = 0;
      for (const recording of samples) {
        const task = this.#task(recording, candidate);
        if (task !== undefined) equal += this.#replay(recording, task, candidate, 0).equal;
      }
      return equal;
    });
  }

  #task(recording: RecordedTrial, candidate: CandidateDatabase): ReplayedTask | undefined {
    const { domain, options, tasks } = this.#setting;
    const id = this.#nameOf(recording.taskId, recording.taskKey);
    const key = `${candidate.name}\0${recording.benchmark}\0${id}`;
    const known = this.#replayed.get(key);
    if (known !== undefined) return known;
    const task = tasks?.get(recording.taskId) ?? this.#versions.get(recording.taskId)?.get(recording.taskKey);
    if (task === undefined || task === null) return undefined;
    const result = replayTask(domain, candidate.database, { ...task, id }, options(recording.benchmark));
    if (!result.ok) {
      this.failures.push(...result.failures);
      return undefined;
    }
    this.#replayed.set(key, result.task);
    return result.task;
  }

  #replay(recording: RecordedTrial, task: ReplayedTask, candidate: CandidateDatabase, trial: number): Replay {
    const { domain, options } = this.#setting;
    return replayRecorded(recording, task, {
      domain,
      database: candidate.database,
      options: options(recording.benchmark),
      trial,
    });
  }

  #verdict(recording: RecordedTrial, task: ReplayedTask, { trial }: Replay): Verdict {
    if (recording.crash !== null)
      return { kind: 'void', reason: 'infrastructure', message: recording.crash.slice(0, 300) };
    return gradeTrial(
      task,
      { ...trial, ended: hasEnded(trial.stop) },
      { outputMode: this.#setting.outputMode ?? 'tau' },
    );
  }
}

/** A trial that cannot be graded here: it is kept and not counted. */
function voidTrial(recording: RecordedTrial, run: string, task: string, trial: number): Trial {
  const message = recording.crash ?? 'the recording names no task that can be replayed';
  return {
    run,
    task,
    trial,
    seed: recording.seed ?? 0,
    agent: recording.agent,
    user: recording.user,
    persona: null,
    transcript: recording.transcript,
    actions: [],
    outcome: { hash: hashJson([]), changes: [] },
    violations: [],
    stop: 'infrastructure',
    mistakes: {},
    usage: { agent: NO_USAGE, user: NO_USAGE },
    verdict: {
      kind: 'void',
      reason: recording.crash === null ? 'no-gold' : 'infrastructure',
      message: message.slice(0, 300),
    },
    extra: { recording: recording.id, source: recording.run, recorded: recording.recorded },
  };
}
