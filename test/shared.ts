import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { describe, type SuiteFactory } from 'vitest';

const ROOT = fileURLToPath(new URL('../../shared/', import.meta.url));

/** Whether the reference data (recorded outputs of public implementations) lies beside the checkout. */
export const hasShared = existsSync(ROOT);

/** Absolute path of a file of the reference data. */
export function sharedPath(path: string): string {
  return ROOT + path;
}

/** Text of a reference file; `.gz` is unpacked. */
export function readShared(path: string): string {
  const bytes = readFileSync(sharedPath(path));
  return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
}

/** Rows of a reference JSONL file. The caller names the shape it was recorded in. */
export function readSharedLines<Row>(path: string): Row[] {
  return readShared(path)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row);
}

/** A suite that needs the reference data: counted as skipped, with the reason in its title, where that is absent. */
export function describeWithShared(title: string, factory: SuiteFactory): void {
  if (hasShared) describe(title, factory);
  else describe.skip(`${title} (skipped: reference data is not beside this checkout)`, factory);
}
