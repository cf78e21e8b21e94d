import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { localEngine } from '../../src/engine/local.ts';
import { runValidation } from '../../src/validate/index.ts';
import { createStore, maker, plan } from './fixture-run.ts';

it('a run killed with SIGKILL twice ends with the bytes of an undisturbed one', {
  timeout: 240_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kill-'));
  try {
    const whole = await createStore(join(folder, 'whole'));
    await runValidation({
      store: whole,
      plan: plan(12),
      make: maker(),
      engine: localEngine(),
      concurrency: 1,
    });
    await whole.close();
    const told = [
      await runUntil(join(folder, 'killed'), 7),
      await runUntil(join(folder, 'killed'), 20),
      await runUntil(join(folder, 'killed'), Number.POSITIVE_INFINITY),
    ];
    expect(told[0]).toBeGreaterThanOrEqual(7);
    expect(told[1]).toBeGreaterThanOrEqual(20);
    expect(told[2]).toBe(36);
    const bytes = (name: string): string => readFileSync(join(folder, name, 'trials.jsonl'), 'utf8');
    expect(bytes('killed')).toBe(bytes('whole'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

/** Runs in another process and kills it once so many trials are told of. @returns how many were */
async function runUntil(folder: string, trials: number): Promise<number> {
  const script = new URL('run-process.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, ['--import', 'tsx', script, folder]);
  let done = 0;
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors += String(chunk);
  });
  child.stdout.on('data', (chunk) => {
    for (const [, count] of String(chunk).matchAll(/done (\d+)/g)) done = Number(count);
    if (done >= trials) child.kill('SIGKILL');
  });
  const code = await new Promise((resolve) => child.on('exit', resolve));
  if (code !== 0 && done < trials) throw new Error(errors);
  return done;
}
