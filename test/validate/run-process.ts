// Makes or goes on with a run in a process of its own, to be killed. Argument: the run's folder.
import { existsSync } from 'node:fs';
import { localEngine } from '../../src/engine/local.ts';
import { RunStore, runValidation } from '../../src/validate/index.ts';
import { createStore, maker, plan, storeOptions } from './fixture-run.ts';

const folder = String(process.argv[2]);
const store = existsSync(`${folder}/run.json`)
  ? await RunStore.open(folder, { ...storeOptions, write: true })
  : await createStore(folder);
const make = maker();
await runValidation({
  store,
  plan: plan(12),
  engine: localEngine(),
  concurrency: 3,
  make: async (key, signal) => {
    await new Promise((resolve) => setTimeout(resolve, 60));
    return make(key, signal);
  },
  onProgress: ({ done }) => console.log(`done ${done}`),
});
await store.close();
