import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../base/finding/index.ts';
import { parseJson } from '../base/json/index.ts';
import type { Counts } from './plan.ts';
import type { FileFacts } from './write/table-file.ts';

/** Rows that were planned together: a first generation, or one growth. */
export interface Segment {
  readonly counts: Counts;
  readonly blocks: number;
}

/** `manifest.json` of a generated folder: what it was made from and what is in it. */
export interface Manifest {
  readonly domain: string;
  readonly seed: number;
  /** Rows per table at scale 1 when it was made: the size of its blocks. */
  readonly unit: Counts;
  /** Versions of the generators by table. */
  readonly generators: Readonly<Record<string, number>>;
  readonly segments: readonly Segment[];
  readonly tables: Readonly<Record<string, { readonly rows: number; readonly files: readonly FileFacts[] }>>;
}

export const MANIFEST = 'manifest.json';

/** The manifest of a folder; undefined when it has none. @throws UserError when it cannot be read */
export function readManifest(folder: string): Manifest | undefined {
  const path = join(folder, MANIFEST);
  if (!existsSync(path)) return undefined;
  const document = parseJson(readFileSync(path, 'utf8'), path) as unknown as Partial<Manifest>;
  if (!Array.isArray(document.segments) || document.tables === undefined) {
    throw new UserError(`Cannot read manifest "${path}": it is not one of a generated database`);
  }
  return document as Manifest;
}
