import { open } from 'node:fs/promises';

const NEWLINE = 10;

/**
 * Cuts off what a killed writer left behind the last whole line: bytes without a closing newline, and last lines that
 * are no JSON (blocks a power cut left empty).
 * @returns how many bytes were cut off; 0 for a whole or absent file
 */
export async function repairTail(path: string): Promise<number> {
  const file = await open(path, 'r+').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (file === undefined) return 0;
  try {
    const { size } = await file.stat();
    let end = size;
    while (end > 0) {
      const line = await lastLine(file, end);
      if (line.closed && isJson(line.text)) break;
      end = line.start;
    }
    if (end < size) {
      await file.truncate(end);
      await file.datasync();
    }
    return size - end;
  } finally {
    await file.close();
  }
}

interface TailLine {
  readonly start: number;
  readonly text: string;
  readonly closed: boolean;
}

interface Readable {
  read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
  ): Promise<{ readonly bytesRead: number }>;
}

/** The line that ends at `end`, read backwards in blocks. */
async function lastLine(file: Readable, end: number): Promise<TailLine> {
  const parts: Buffer[] = [];
  let at = end;
  let closed = false;
  while (at > 0) {
    const length = Math.min(at, 65536);
    const block = Buffer.alloc(length);
    await file.read(block, 0, length, at - length);
    let stop = length;
    if (at === end && block[length - 1] === NEWLINE) {
      closed = true;
      stop -= 1;
    }
    const newline = block.subarray(0, stop).lastIndexOf(NEWLINE);
    if (newline >= 0) {
      parts.unshift(block.subarray(newline + 1, stop));
      return { start: at - length + newline + 1, text: Buffer.concat(parts).toString('utf8'), closed };
    }
    parts.unshift(block.subarray(0, stop));
    at -= length;
  }
  return { start: 0, text: Buffer.concat(parts).toString('utf8'), closed };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
