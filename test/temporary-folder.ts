import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Gives the whole run one folder for temporary files, which goes with it: tests need not clean up after themselves. */
export default function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'taskwright-tests-'));
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
