import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Format } from '../encode/format.ts';
import { closeText } from '../encode/text.ts';
import type { TableFile } from './table-file.ts';

export interface TextFilePlace {
  readonly folder: string;
  readonly table: string;
  readonly format: Format;
  /** How far an interrupted run came; what lies behind is cut off. */
  readonly from?: { readonly bytes: number; readonly rows: number } | undefined;
}

/** A table as JSON or JSONL. */
export async function openTextFile({ folder, table, format, from }: TextFilePlace): Promise<TableFile> {
  const file = `${table}.${format}`;
  const path = join(folder, file);
  const handle = await open(path, from === undefined ? 'w' : 'r+');
  const hash = createHash('sha256');
  if (from !== undefined) {
    await handle.truncate(from.bytes);
    await hashFile(path, hash);
  }
  const state = { bytes: from?.bytes ?? 0, rows: from?.rows ?? 0 };
  return {
    write: async (pieces) => {
      const piece = pieces.find((candidate) => candidate.table === table);
      if (piece === undefined) return;
      for (const bytes of piece.text[format] ?? []) await append(handle, hash, state, bytes);
      state.rows += piece.rows;
    },
    mark: async () => ({ ...state }),
    close: async () => {
      await append(handle, hash, state, closeText(format, state.rows));
      await handle.sync();
      await handle.close();
      return [{ table, facts: { file, format, bytes: state.bytes, hash: hash.digest('hex') } }];
    },
    abandon: () => handle.close(),
  };
}

async function append(
  handle: FileHandle,
  hash: Hash,
  state: { bytes: number },
  bytes: Uint8Array,
): Promise<void> {
  if (bytes.length === 0) return;
  hash.update(bytes);
  for (let at = 0; at < bytes.length; ) {
    const { bytesWritten } = await handle.write(bytes, at, bytes.length - at, state.bytes + at);
    at += bytesWritten;
  }
  state.bytes += bytes.length;
}

async function hashFile(path: string, hash: Hash): Promise<void> {
  for await (const chunk of createReadStream(path)) hash.update(chunk as Uint8Array);
}

/** SHA-256 of a file, read in pieces. */
export async function fileHash(path: string): Promise<string> {
  const hash = createHash('sha256');
  await hashFile(path, hash);
  return hash.digest('hex');
}
