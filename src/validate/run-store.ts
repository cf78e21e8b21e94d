import { existsSync } from 'node:fs';
import { type FileHandle, mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { UserError } from '../base/finding/index.ts';
import { formatJson, type JsonValue, parseJson } from '../base/json/index.ts';
import { AppendLog, type OpenLogFile, replaceFile, WriterLock } from '../base/store/index.ts';
import type { Trial } from '../simulate/index.ts';
import type { RunRecord } from './run-record.ts';
import { type IndexedFacts, keyText, type TrialFacts, type TrialKey } from './trial-facts.ts';
import { catchUpIndex, type FactsOf, type IndexedFiles, readIndex } from './trial-index.ts';

const FILES = {
  record: 'run.json',
  trials: 'trials.jsonl',
  index: 'trials.index.jsonl',
  lock: 'writer.lock',
};

type Line = Pick<IndexedFacts, 'offset' | 'length'>;

export interface OpenStoreOptions {
  /** Makes the facts of a trial; needed to bring an index up to date after a kill. */
  readonly factsOf: FactsOf;
  readonly openFile?: OpenLogFile;
}

/**
 * A run on disk: `run.json`, one line a trial in `trials.jsonl`, and an index of short lines beside it.
 * A trial is done when its line is on the disk; the index is derived and rebuilt where it lags behind.
 */
export class RunStore {
  readonly folder: string;
  readonly record: RunRecord;
  readonly #factsOf: FactsOf;
  readonly #files: IndexedFiles;
  /** Byte offsets by task and persona: a run of 100,000 trials costs under a megabyte. */
  readonly #done = new Map<string, number[]>();
  /** Offsets of lines that a later trial of the same key replaced. */
  readonly #superseded = new Set<number>();
  readonly #voids = new Set<string>();
  /** Keys whose line is on its way to the disk. */
  readonly #pending = new Set<string>();
  #count = 0;
  #log: AppendLog | undefined;
  #index: AppendLog | undefined;
  #lock: WriterLock | undefined;
  #reader: FileHandle | undefined;

  private constructor(folder: string, record: RunRecord, options: OpenStoreOptions) {
    this.folder = folder;
    this.record = record;
    this.#factsOf = options.factsOf;
    this.#files = { trials: join(folder, FILES.trials), index: join(folder, FILES.index) };
  }

  /** Makes a new run. @throws UserError when the folder holds one already */
  static async create(folder: string, record: RunRecord, options: OpenStoreOptions): Promise<RunStore> {
    if (existsSync(join(folder, FILES.record))) {
      throw new UserError(`Cannot make run "${record.run}": there is one already`, {
        at: folder,
        hint: `go on with --resume ${record.run}, or choose another name with --run`,
      });
    }
    await mkdir(folder, { recursive: true });
    const store = new RunStore(folder, record, options);
    await store.#lockForWriting();
    await replaceFile(join(folder, FILES.record), formatJson(record as unknown as JsonValue));
    await store.#openLogs(options);
    return store;
  }

  /** Opens a run to read it, or with `write` to add trials. @throws UserError when it is absent, broken or being written */
  static async open(
    folder: string,
    options: OpenStoreOptions & { readonly write?: boolean },
  ): Promise<RunStore> {
    const record = await readRunRecord(folder);
    const store = new RunStore(folder, record, options);
    if (options.write === true) {
      await store.#lockForWriting();
      await store.#openLogs(options);
    }
    for await (const facts of readIndex(store.#files, options.factsOf)) store.#note(facts);
    return store;
  }

  /** Trials on disk, each key once. */
  get count(): number {
    return this.#count;
  }

  has(key: TrialKey): boolean {
    return this.#done.get(groupOf(key))?.[key.trial] !== undefined;
  }

  /** Whether the trial is there and void: it may be tried again. */
  isVoid(key: TrialKey): boolean {
    return this.#voids.has(keyText(key));
  }

  /** Puts a trial on the disk; settles when it is there. A void trial of the same key is replaced, a countable one kept. */
  async append(trial: Trial): Promise<TrialFacts> {
    const facts = this.#factsOf(trial);
    const key = keyText(facts);
    if (this.#pending.has(key) || (this.has(facts) && !this.isVoid(facts))) return facts;
    if (this.#log === undefined || this.#index === undefined)
      throw new Error('the run is open for reading only');
    this.#pending.add(key);
    try {
      const indexed = { ...facts, ...(await this.#log.append(JSON.stringify(trial))) };
      this.#note(indexed);
      await this.#index.append(JSON.stringify(indexed));
    } finally {
      this.#pending.delete(key);
    }
    return facts;
  }

  /** Facts of every trial, in the order of the file, one at a time. */
  async *facts(): AsyncGenerator<IndexedFacts> {
    for await (const facts of readIndex(this.#files, this.#factsOf)) {
      if (!this.#superseded.has(facts.offset)) yield facts;
    }
  }

  /** The whole trial. */
  async trial(at: Line): Promise<Trial> {
    const bytes = await this.#read(at.offset, at.length);
    return JSON.parse(bytes.toString('utf8')) as Trial;
  }

  /** Replaces the run's record. */
  async update(record: RunRecord): Promise<void> {
    (this as { record: RunRecord }).record = record;
    await replaceFile(join(this.folder, FILES.record), formatJson(record as unknown as JsonValue));
  }

  /**
   * Brings the trials into the order of the plan and drops replaced lines, so that a run's bytes do not depend on what
   * finished first. Whole new files are swapped in; a kill in between leaves the old ones.
   * @param order keys in the order of the plan; trials outside it follow as they are
   */
  async settle(order: Iterable<TrialKey>): Promise<void> {
    const lines = new Map<string, Line>();
    let last = -1;
    let sorted = this.#superseded.size === 0;
    for await (const { offset, length, ...facts } of this.facts()) {
      lines.set(keyText(facts), { offset, length });
    }
    const wanted: Line[] = [];
    for (const key of order) {
      const line = lines.get(keyText(key));
      if (line === undefined) continue;
      wanted.push(line);
      lines.delete(keyText(key));
      sorted &&= line.offset > last;
      last = line.offset;
    }
    if (sorted) return;
    await this.#rewrite([...wanted, ...lines.values()]);
  }

  async close(): Promise<void> {
    await this.#log?.close();
    await this.#index?.close();
    await this.#reader?.close();
    await this.#lock?.release();
    this.#log = this.#index = this.#reader = this.#lock = undefined;
  }

  async #rewrite(wanted: readonly Line[]): Promise<void> {
    await this.#log?.close();
    await this.#index?.close();
    // Without an index the trials are the truth: it is made anew below, or after a kill by the next opening.
    await rm(this.#files.index, { force: true });
    await replaceFile(this.#files.trials, async (append) => {
      let batch: Buffer[] = [];
      let size = 0;
      for (const line of wanted) {
        // The newline comes with it.
        const bytes = await this.#read(line.offset, line.length + 1);
        batch.push(bytes);
        size += bytes.length;
        if (size < 4_194_304) continue;
        await append(Buffer.concat(batch));
        batch = [];
        size = 0;
      }
      await append(Buffer.concat(batch));
    });
    await this.#reader?.close();
    this.#reader = undefined;
    this.#done.clear();
    this.#superseded.clear();
    this.#voids.clear();
    this.#count = 0;
    await this.#openLogs({ factsOf: this.#factsOf });
    for await (const facts of readIndex(this.#files, this.#factsOf)) this.#note(facts);
  }

  async #read(offset: number, length: number): Promise<Buffer> {
    this.#reader ??= await open(this.#files.trials, 'r');
    const bytes = Buffer.alloc(length);
    await this.#reader.read(bytes, 0, length, offset);
    return bytes;
  }

  async #lockForWriting(): Promise<void> {
    this.#lock = await WriterLock.take(join(this.folder, FILES.lock), `run "${this.record.run}"`);
  }

  async #openLogs(options: OpenStoreOptions): Promise<void> {
    try {
      this.#log = await AppendLog.open(this.#files.trials, options.openFile);
      await catchUpIndex(this.#files, this.#factsOf);
      this.#index = await AppendLog.open(this.#files.index, options.openFile);
    } catch (error) {
      await this.#lock?.release();
      throw error;
    }
  }

  #note(facts: IndexedFacts): void {
    const group = groupOf(facts);
    let offsets = this.#done.get(group);
    if (offsets === undefined) {
      offsets = [];
      this.#done.set(group, offsets);
    }
    const before = offsets[facts.trial];
    if (before === undefined) this.#count += 1;
    else this.#superseded.add(before);
    offsets[facts.trial] = facts.offset;
    if (facts.verdict === 'void') this.#voids.add(keyText(facts));
    else this.#voids.delete(keyText(facts));
  }
}

/** Reads `run.json`. @throws UserError when there is none */
export async function readRunRecord(folder: string): Promise<RunRecord> {
  const path = join(folder, FILES.record);
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
    throw new UserError(`Cannot open run "${folder}": it has no run.json`, { at: path });
  });
  return parseJson(text, path) as unknown as RunRecord;
}

function groupOf({ task, persona }: TrialKey): string {
  return persona === null ? task : `${task}\0${persona}`;
}
