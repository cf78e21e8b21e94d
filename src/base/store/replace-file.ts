import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Puts a whole new file in the place of an old one: readers see the old or the new one, never a half.
 * @param write fills the new file; the old one stays when it throws
 */
export async function replaceFile(
  path: string,
  content: string | ((append: (text: string | Uint8Array) => Promise<void>) => Promise<void>),
): Promise<void> {
  const fresh = `${path}.${process.pid}.new`;
  const file = await open(fresh, 'w');
  try {
    if (typeof content === 'string') await file.writeFile(content);
    else await content((text) => file.appendFile(text));
    await file.sync();
    await file.close();
    await rename(fresh, path);
    await syncFolder(dirname(path));
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(fresh, { force: true });
    throw error;
  }
}

/** A rename is safe from a power cut only when its folder is on the disk too. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
