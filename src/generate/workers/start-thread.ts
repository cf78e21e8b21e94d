import { fileURLToPath } from 'node:url';
import { Worker, type WorkerOptions } from 'node:worker_threads';

/**
 * Starts a module of this package as a thread, compiled or not.
 * @param module its address without ending, for example `new URL('./thread', import.meta.url)`
 */
export function startThread(module: URL, options: WorkerOptions = {}): Worker {
  // What the main thread was told to preload is of no use here, and slow to load.
  const setting = { execArgv: [], ...options };
  const here = import.meta.url;
  if (!here.endsWith('.ts')) return new Worker(new URL(`${module.href}.js`), setting);
  // Uncompiled, as in development: the thread translates what it loads.
  const source = `const { createJiti } = require('jiti');
    createJiti(${JSON.stringify(here)}, {
      alias: { taskwright: ${JSON.stringify(fileURLToPath(new URL('../../index.ts', here)))} },
    }).import(${JSON.stringify(`${fileURLToPath(module)}.ts`)});`;
  return new Worker(source, { ...setting, eval: true });
}
