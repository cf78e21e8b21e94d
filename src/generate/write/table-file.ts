import type { TablePiece } from '../make-shard.ts';

/** A finished file of a table. */
export interface FileFacts {
  readonly file: string;
  readonly format: string;
  readonly bytes: number;
  /** SHA-256 of the file. */
  readonly hash: string;
}

/** One file that shards are written to, in order. */
export interface TableFile {
  write(pieces: readonly TablePiece[]): Promise<void>;
  /** Where the file stands, to go on from; undefined when it can only be started again. */
  mark(): Promise<{ readonly bytes: number; readonly rows: number } | undefined>;
  close(): Promise<readonly { readonly table: string; readonly facts: FileFacts }[]>;
  /** Lets go of the file without finishing it. */
  abandon(): Promise<void>;
}
