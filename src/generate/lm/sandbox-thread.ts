import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { type InterpreterLimits, openInterpreter } from './interpreter.ts';

async function serve(limits: InterpreterLimits): Promise<void> {
  const run = await openInterpreter(limits);
  parentPort?.on('message', (code: string) => parentPort?.postMessage(run(code)));
  parentPort?.postMessage('ready');
}

if (!isMainThread) await serve(workerData as InterpreterLimits);
