import { open } from 'node:fs/promises';

const CHUNK = 1 << 20;

/** Whether a file begins with the first `length` bytes of another. */
export async function sameStart(path: string, other: string, length: number): Promise<boolean> {
  const [left, right] = [await open(path), await open(other)];
  try {
    const one = Buffer.alloc(CHUNK);
    const two = Buffer.alloc(CHUNK);
    for (let at = 0; at < length; ) {
      const size = Math.min(CHUNK, length - at);
      const { bytesRead: first } = await left.read(one, 0, size, at);
      const { bytesRead: second } = await right.read(two, 0, size, at);
      if (first !== size || second !== size) return false;
      if (one.compare(two, 0, size, 0, size) !== 0) return false;
      at += size;
    }
    return true;
  } finally {
    await left.close();
    await right.close();
  }
}
