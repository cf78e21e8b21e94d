import type { Trial } from '../simulate/index.ts';
import type { TrialKey } from './trial-facts.ts';
import type { TrialMaker } from './trial-maker.ts';

/** What an engine is asked to do. */
export interface EngineWork {
  readonly run: string;
  /** Keys to make, in order; drawn one by one, so that a plan may decide late. */
  readonly keys: Iterable<TrialKey>;
  /** Makes a trial in this process. Engines that hand work to others use their own copy of the setup. */
  readonly make: TrialMaker;
  readonly concurrency: number;
  /** Takes a finished trial; called at most once a key, awaited before more work is drawn. */
  readonly done: (trial: Trial) => Promise<void>;
  readonly signal?: AbortSignal;
}

/** Where trials run. */
export interface Engine {
  readonly name: string;
  /** Settles when every key is done, or soon after the signal: trials cut short by it are not handed over. */
  run(work: EngineWork): Promise<void>;
  close(): Promise<void>;
}
