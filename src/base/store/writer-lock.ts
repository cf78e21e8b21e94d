import { readFileSync } from 'node:fs';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { UserError } from '../finding/index.ts';

/** Who holds a lock. */
export interface LockHolder {
  readonly pid: number;
  readonly host: string;
  /** When the process started, in clock ticks since boot; tells a reused process id apart. Absent where unknown. */
  readonly started?: string;
}

/** A file that one process at a time can hold. A holder that was killed does not block the next one. */
export class WriterLock {
  readonly #path: string;

  private constructor(path: string) {
    this.#path = path;
  }

  /** @throws UserError when a living process holds the lock */
  static async take(path: string, thing: string): Promise<WriterLock> {
    const me: LockHolder = { pid: process.pid, host: hostname(), ...startOf(process.pid) };
    const mine = `${path}.${process.pid}.${Math.random().toString(36).slice(2)}`;
    await writeFile(mine, JSON.stringify(me));
    try {
      for (let attempt = 0; attempt < 5; attempt += 1) {
        if (await tryLink(mine, path)) return new WriterLock(path);
        const holder = await readHolder(path);
        if (holder !== undefined && isAlive(holder)) {
          throw new UserError(
            `Cannot write ${thing}: process ${holder.pid} on ${holder.host} is writing it`,
            {
              at: path,
              hint: `wait for it, or end it; when no such process exists on ${holder.host}, remove the lock file`,
            },
          );
        }
        await takeAway(path, holder);
      }
    } finally {
      await rm(mine, { force: true });
    }
    throw new UserError(`Cannot write ${thing}: other processes take its lock again and again`, { at: path });
  }

  async release(): Promise<void> {
    await rm(this.#path, { force: true });
  }
}

/** The link appears with its content or not at all, so no reader meets an empty lock. */
async function tryLink(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function readHolder(path: string): Promise<LockHolder | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as LockHolder;
  } catch {
    return undefined;
  }
}

/** Removes a dead holder's lock, unless another process was quicker and holds it by now. */
async function takeAway(path: string, dead: LockHolder | undefined): Promise<void> {
  const aside = `${path}.${process.pid}.dead`;
  try {
    await rename(path, aside);
  } catch {
    return;
  }
  const moved = await readHolder(aside);
  if (JSON.stringify(moved) !== JSON.stringify(dead)) await tryLink(aside, path);
  await rm(aside, { force: true });
}

/** A process of another machine counts as living: it cannot be asked. */
function isAlive(holder: LockHolder): boolean {
  if (holder.host !== hostname()) return true;
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  const { started } = startOf(holder.pid);
  return holder.started === undefined || started === undefined || started === holder.started;
}

function startOf(pid: number): { readonly started?: string } {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const started = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    return started === undefined ? {} : { started };
  } catch {
    return {};
  }
}
