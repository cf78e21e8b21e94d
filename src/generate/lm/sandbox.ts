import type { Worker } from 'node:worker_threads';
import { startThread } from '../workers/start-thread.ts';
import {
  type InterpreterLimits,
  type SandboxResult,
  stoppedForMemory,
  stoppedForTime,
} from './interpreter.ts';

export type { SandboxResult } from './interpreter.ts';

export interface SandboxLimits {
  /** Milliseconds one call may take. */
  readonly milliseconds?: number;
  /** Bytes all values together may take. */
  readonly memory?: number;
}

/** JavaScript in a WASM interpreter in a thread of its own: no file, network, process, clock or chance. */
export interface Sandbox {
  /** Runs code and gives the string it evaluates to. After it was stopped once, it answers nothing else. */
  run(code: string): Promise<SandboxResult>;
  dispose(): Promise<void>;
}

/** Milliseconds the interpreter has to stop by itself, with the better message, before its thread is ended. */
const GRACE = 1000;

/** Bounds the thread's own heap: room for the texts that go in and out. WASM memory has a bound of its own. */
const HEAP = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 };

/**
 * Opens a sandbox. Code that does not end, or that is deep in an allocation and hears nothing, is stopped by ending its
 * thread at the deadline; what it held is gone with the thread.
 */
export async function openSandbox(limits: SandboxLimits = {}): Promise<Sandbox> {
  const all = { milliseconds: limits.milliseconds ?? 2000, memory: limits.memory ?? 48 * 1_048_576 };
  const thread = startThread(new URL('./sandbox-thread', import.meta.url), {
    workerData: all,
    resourceLimits: HEAP,
    env: {},
    stdin: false,
  });
  const opened = await answerOf<'ready'>(thread, all);
  if (opened !== 'ready') throw new Error(`Cannot open sandbox: ${opened.ok ? opened.text : opened.message}`);
  let stopped: SandboxResult | undefined;
  return {
    run: async (code) => {
      if (stopped !== undefined) return stopped;
      thread.postMessage(code);
      const { result, ended } = await within(thread, all);
      if (ended) stopped = result;
      return result;
    },
    dispose: async () => {
      await thread.terminate();
    },
  };
}

/** The thread's answer, or that it was ended because none came in time or its heap was full. */
async function within(
  thread: Worker,
  limits: InterpreterLimits,
): Promise<{ readonly result: SandboxResult; readonly ended: boolean }> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), limits.milliseconds + GRACE);
  });
  const first = await Promise.race([answerOf<SandboxResult>(thread, limits), deadline]);
  clearTimeout(timer);
  const result = first === 'late' ? stoppedForTime(limits) : first;
  const ended = !result.ok && result.reason !== 'error';
  if (ended) await thread.terminate();
  return { result, ended };
}

/** The next message of a thread; how it ended, if it ended instead. */
function answerOf<Message>(thread: Worker, limits: InterpreterLimits): Promise<Message | SandboxResult> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      thread.off('message', onMessage);
      thread.off('error', onError);
      thread.off('exit', onExit);
    };
    const onMessage = (message: Message): void => {
      stop();
      resolve(message);
    };
    const onError = (error: NodeJS.ErrnoException): void => {
      stop();
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') resolve(stoppedForMemory(limits));
      else reject(error);
    };
    const onExit = (): void => {
      stop();
      resolve(stoppedForTime(limits));
    };
    thread.on('message', onMessage);
    thread.on('error', onError);
    thread.on('exit', onExit);
  });
}
