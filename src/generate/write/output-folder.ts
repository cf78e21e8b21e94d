import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { UserError } from '../../base/finding/index.ts';
import { formatJson, type JsonValue } from '../../base/json/index.ts';
import { MANIFEST } from '../manifest.ts';

/** How far an interrupted generation came. */
export interface Progress {
  /** Hash of everything the rows depend on; another one starts afresh. */
  readonly settings: string;
  /** The next shard to write. */
  readonly shard: number;
  /** Size of each text file, by `<table>.<format>`. */
  readonly files: Readonly<Record<string, { readonly bytes: number; readonly rows: number }>>;
}

const PROGRESS = 'progress.json';

/**
 * A folder that is filled beside its final place and then put there whole: readers see the old one or the new one.
 */
export class OutputFolder {
  readonly path: string;
  /** Where files are written until they are complete. */
  readonly work: string;

  constructor(path: string) {
    this.path = path;
    this.work = `${path}.partial`;
  }

  /** @throws UserError when something stands there that was not generated */
  refuseStrangers(): void {
    if (!existsSync(this.path) || readdirSync(this.path).length === 0) return;
    if (existsSync(join(this.path, MANIFEST))) return;
    throw new UserError(`Cannot write to folder "${this.path}": it holds files that were not generated`, {
      hint: 'name another folder with --out, or move the files away',
    });
  }

  /** Progress of an interrupted run with the same settings; everything else that was left is removed. */
  async begin(settings: string): Promise<Progress | undefined> {
    const found = this.#readProgress();
    if (found?.settings === settings) return found;
    await rm(this.work, { recursive: true, force: true });
    await mkdir(this.work, { recursive: true });
    return undefined;
  }

  async saveProgress(progress: Progress): Promise<void> {
    const path = join(this.work, PROGRESS);
    await writeFile(`${path}.tmp`, JSON.stringify(progress));
    await rename(`${path}.tmp`, path);
  }

  /** Puts the finished folder in its place. */
  async finish(manifest: JsonValue): Promise<void> {
    await writeFile(join(this.work, MANIFEST), formatJson(manifest));
    await rm(join(this.work, PROGRESS), { force: true });
    await mkdir(dirname(this.path), { recursive: true });
    const old = `${this.path}.old`;
    await rm(old, { recursive: true, force: true });
    if (existsSync(this.path)) await rename(this.path, old);
    await rename(this.work, this.path);
    await rm(old, { recursive: true, force: true });
  }

  async discard(): Promise<void> {
    await rm(this.work, { recursive: true, force: true });
  }

  #readProgress(): Progress | undefined {
    try {
      return JSON.parse(readFileSync(join(this.work, PROGRESS), 'utf8')) as Progress;
    } catch {
      // Nothing was left, or it was cut off while being written: there is nothing to go on from.
      return undefined;
    }
  }
}
