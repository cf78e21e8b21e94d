import { setMaxListeners } from 'node:events';
import { Queue, QueueEvents, Worker } from 'bullmq';
import { UserError } from '../base/finding/index.ts';
import { type JsonValue, sha256 } from '../base/json/index.ts';
import type { Trial } from '../simulate/index.ts';
import { type Engine, type EngineWork, keyText, type TrialKey, type TrialMaker } from '../validate/index.ts';
import { checkRedis, connectionTo, redisUrl } from './redis.ts';

/** Name of the queue that coordinators and workers share. */
export const QUEUE = 'taskwright-trials';

/** Seconds for which Redis keeps a finished trial that no coordinator fetches: a week. */
const KEPT_SECONDS = 7 * 24 * 3600;

interface TrialJob {
  readonly run: string;
  readonly key: TrialKey;
  /** What workers make the trial from. */
  readonly setup: JsonValue;
}

export interface BullmqOptions {
  readonly setup: JsonValue;
  readonly url?: string;
  readonly queue?: string;
  /** Jobs handed out at a time; more than workers can take keeps them busy. */
  readonly ahead?: number;
  /** Milliseconds between looks at jobs whose events may have been missed. */
  readonly pollMs?: number;
  /** Trials begun in a minute, over all workers together; no limit when absent. */
  readonly perMinute?: number;
}

/**
 * Runs trials on workers that share a Redis: on any number of machines, each job at least once, each result once.
 * Jobs are named by run and trial, so that a coordinator that was killed finds what was made without it.
 */
export function bullmqEngine(options: BullmqOptions): Engine {
  const { setup, queue: name = QUEUE, ahead = 256, pollMs = 2000, perMinute } = options;
  const url = redisUrl(options.url);
  const open: (() => Promise<unknown>)[] = [];
  return {
    name: 'bullmq',
    run: async (work) => {
      await checkRedis(url);
      const queue = new Queue<TrialJob, Trial>(name, { connection: connectionTo(url) });
      const events = new QueueEvents(name, { connection: connectionTo(url) });
      open.push(
        () => events.close(),
        () => queue.close(),
      );
      await events.waitUntilReady();
      // Kept in Redis beside the queue, so that every worker is bound by it and none sets its own.
      if (perMinute === undefined) await queue.removeGlobalRateLimit();
      else await queue.setGlobalRateLimit(perMinute, 60_000);
      await new Coordinator(queue, events, { setup, ahead, pollMs, work }).run();
    },
    close: async () => {
      for (const close of open.splice(0)) await close();
    },
  };
}

interface CoordinatorSetting extends Required<Pick<BullmqOptions, 'ahead' | 'pollMs'>> {
  readonly setup: JsonValue;
  readonly work: EngineWork;
}

class Coordinator {
  readonly #queue: Queue<TrialJob, Trial>;
  readonly #events: QueueEvents;
  readonly #setting: CoordinatorSetting;
  readonly #open = new Set<string>();
  readonly #ready: string[] = [];
  #wake: () => void = () => undefined;

  constructor(queue: Queue<TrialJob, Trial>, events: QueueEvents, setting: CoordinatorSetting) {
    this.#queue = queue;
    this.#events = events;
    this.#setting = setting;
  }

  async run(): Promise<void> {
    const { work, ahead, pollMs } = this.#setting;
    const source = work.keys[Symbol.iterator]();
    const onEnd = ({ jobId }: { readonly jobId: string }): void => {
      if (this.#open.has(jobId)) this.#ready.push(jobId);
      this.#wake();
    };
    const onAbort = (): void => this.#wake();
    this.#events.on('completed', onEnd);
    this.#events.on('failed', onEnd);
    work.signal?.addEventListener('abort', onAbort);
    let empty = false;
    let looked = Date.now();
    try {
      while (!(empty && this.#open.size === 0)) {
        if (work.signal?.aborted === true) return await this.#withdraw();
        while (!empty && this.#open.size < ahead) {
          const { value: key, done } = source.next();
          if (done === true) empty = true;
          else await this.#hand(key);
        }
        if (Date.now() - looked >= pollMs) {
          this.#ready.push(...this.#open);
          looked = Date.now();
        }
        const ready = new Set(this.#ready.splice(0));
        if (ready.size === 0) await this.#sleep(Math.min(pollMs, 500));
        else await Promise.all([...ready].map((id) => this.#collect(id)));
      }
    } finally {
      this.#events.off('completed', onEnd);
      this.#events.off('failed', onEnd);
      work.signal?.removeEventListener('abort', onAbort);
    }
  }

  /** Adding a job that is there already changes nothing, so a resumed run meets its old jobs. */
  async #hand(key: TrialKey): Promise<void> {
    const { run } = this.#setting.work;
    const id = jobName(run, key, this.#setting.setup);
    this.#open.add(id);
    await this.#queue.add(
      'trial',
      { run, key, setup: this.#setting.setup },
      {
        jobId: id,
        attempts: 3,
        backoff: { type: 'exponential', delay: 500 },
        // A coordinator killed between the disk and Redis leaves finished jobs behind: they go after a while.
        removeOnComplete: { age: KEPT_SECONDS },
      },
    );
    this.#ready.push(id);
  }

  /** Takes a finished job's trial; the job leaves Redis only when the trial is on the disk. */
  async #collect(id: string): Promise<void> {
    if (!this.#open.has(id)) return;
    const job = await this.#queue.getJob(id);
    if (job === undefined) {
      // Two looks may cross: the other one has taken the trial by now.
      if (!this.#open.has(id)) return;
      throw new Error(`Cannot find job "${id}": it left the queue before its trial was taken`);
    }
    // Set when a job ends for good; one that is tried again keeps the reason of its last failure.
    if (job.finishedOn === undefined || !this.#open.has(id)) return;
    if (job.failedReason !== undefined && (await job.isFailed())) {
      await job.remove();
      throw new UserError(
        `Cannot make trial ${job.data.key.trial} of task "${job.data.key.task}": ${job.failedReason}`,
        {
          hint: 'see that workers have the same version, workspace and files as this machine',
        },
      );
    }
    this.#open.delete(id);
    await this.#setting.work.done(job.returnvalue);
    await job.remove();
  }

  /** After Ctrl-C: jobs nobody has begun are taken back. */
  async #withdraw(): Promise<void> {
    for (const id of this.#open) {
      const job = await this.#queue.getJob(id);
      await job?.remove().catch(() => undefined);
    }
  }

  async #sleep(ms: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

export interface WorkerOptions {
  /** Opens what a job's setup names; asked once for each setup and run. */
  readonly open: (setup: JsonValue, run: string) => Promise<TrialMaker>;
  readonly url?: string;
  readonly queue?: string;
  readonly concurrency?: number;
  /** Milliseconds after which a silent worker's job is given to another. */
  readonly lockMs?: number;
  readonly onDone?: (key: TrialKey) => void;
  readonly signal?: AbortSignal;
}

/** Takes jobs until it is closed. A worker that is killed loses its locks, and its jobs go to others. */
export async function startWorker(options: WorkerOptions): Promise<{ close(): Promise<void> }> {
  const { open, queue = QUEUE, concurrency = 1, lockMs = 30_000, onDone, signal } = options;
  const url = redisUrl(options.url);
  await checkRedis(url);
  // Each trial at work listens for the interruption.
  if (signal !== undefined) setMaxListeners(4 * concurrency + 16, signal);
  const makers = new Map<string, Promise<TrialMaker>>();
  const worker = new Worker<TrialJob, Trial>(
    queue,
    async ({ data }) => {
      const id = sha256(JSON.stringify([data.run, data.setup]));
      let maker = makers.get(id);
      if (maker === undefined) {
        maker = open(data.setup, data.run);
        makers.set(id, maker);
      }
      const make = await maker;
      const trial = await make(data.key, signal);
      if (trial.stop === 'interrupted') throw new Error('the worker is stopping');
      onDone?.(data.key);
      return trial;
    },
    {
      connection: connectionTo(url),
      concurrency,
      lockDuration: lockMs,
      stalledInterval: Math.max(500, lockMs / 2),
      // Workers may be killed any number of times: only thrown errors use up attempts.
      maxStalledCount: 1000,
    },
  );
  worker.on('error', () => undefined);
  await worker.waitUntilReady();
  return { close: () => worker.close() };
}

/** A run of the same name with another setup has other jobs. */
function jobName(run: string, key: TrialKey, setup: JsonValue): string {
  return sha256(JSON.stringify([run, keyText(key), setup])).slice(0, 40);
}
