import { open } from 'node:fs/promises';
import { UserError } from '../finding/index.ts';
import { repairTail } from './repair-tail.ts';

/** The part of a file handle that a log needs; passed in so that a full disk can be tried out. */
export interface LogFile {
  write(bytes: Uint8Array, offset: number, length: number): Promise<{ readonly bytesWritten: number }>;
  datasync(): Promise<void>;
  truncate(length: number): Promise<void>;
  stat(): Promise<{ readonly size: number }>;
  close(): Promise<void>;
}

export type OpenLogFile = (path: string) => Promise<LogFile>;

/** Where a line lies in the log, in bytes; the closing newline is not counted. */
export interface LogPosition {
  readonly offset: number;
  readonly length: number;
}

interface Waiting {
  readonly bytes: Buffer;
  readonly resolve: (position: LogPosition) => void;
  readonly reject: (error: unknown) => void;
}

const openAppending: OpenLogFile = (path) => open(path, 'a');

/**
 * An append-only file of lines. `append` settles when its line is on the disk; lines that wait at the same time share
 * one `fdatasync` (group commit). A line that could not be written whole is taken back, so that the file always ends
 * with a whole line.
 */
export class AppendLog {
  readonly #path: string;
  readonly #file: LogFile;
  #size: number;
  #waiting: Waiting[] = [];
  #working: Promise<void> | undefined;
  #broken: UserError | undefined;

  private constructor(path: string, file: LogFile, size: number) {
    this.#path = path;
    this.#file = file;
    this.#size = size;
  }

  /** Opens a log for appending, made when absent; a torn last line is cut off first. */
  static async open(path: string, openFile: OpenLogFile = openAppending): Promise<AppendLog> {
    await repairTail(path);
    const file = await openFile(path);
    const { size } = await file.stat();
    return new AppendLog(path, file, size);
  }

  /** Bytes known to be on the disk. */
  get size(): number {
    return this.#size;
  }

  /** Writes one line. @throws UserError when the disk is full or the file cannot be written */
  append(line: string): Promise<LogPosition> {
    if (this.#broken) return Promise.reject(this.#broken);
    const position = new Promise<LogPosition>((resolve, reject) => {
      this.#waiting.push({ bytes: Buffer.from(`${line}\n`), resolve, reject });
    });
    this.#working ??= this.#work();
    return position;
  }

  /** Settles when nothing waits to be written. */
  async flush(): Promise<void> {
    while (this.#working) await this.#working;
  }

  async close(): Promise<void> {
    await this.flush();
    await this.#file.close();
  }

  async #work(): Promise<void> {
    // One turn of the event loop gathers the lines of trials that finish together.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#waiting.length > 0) {
      const batch = this.#waiting;
      this.#waiting = [];
      await this.#commit(batch);
    }
    this.#working = undefined;
  }

  async #commit(batch: readonly Waiting[]): Promise<void> {
    if (this.#broken) {
      for (const { reject } of batch) reject(this.#broken);
      return;
    }
    try {
      await this.#write(Buffer.concat(batch.map(({ bytes }) => bytes)));
      await this.#file.datasync();
    } catch (error) {
      this.#broken = describe(this.#path, error);
      // The next opening repairs the tail where even this fails.
      await this.#file.truncate(this.#size).catch(() => undefined);
      for (const { reject } of batch) reject(this.#broken);
      return;
    }
    for (const { bytes, resolve } of batch) {
      const offset = this.#size;
      this.#size += bytes.length;
      resolve({ offset, length: bytes.length - 1 });
    }
  }

  async #write(bytes: Buffer): Promise<void> {
    let done = 0;
    while (done < bytes.length) {
      const { bytesWritten } = await this.#file.write(bytes, done, bytes.length - done);
      done += bytesWritten;
    }
  }
}

function describe(path: string, error: unknown): UserError {
  const code = (error as { code?: unknown } | null)?.code;
  const state =
    code === 'ENOSPC' ? 'the disk is full' : error instanceof Error ? error.message : String(error);
  return new UserError(`Cannot write file "${path}": ${state}`, {
    at: path,
    hint:
      code === 'ENOSPC'
        ? 'free some space; what was reported as done is safe, and a resumed run goes on from there'
        : 'see that the folder can be written; a resumed run goes on from the last finished trial',
    cause: error,
  });
}
