import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import { UserError } from '../../base/finding/index.ts';
import { type PackFile, unsafePath } from './pack-file.ts';

export interface ArchiveLimits {
  readonly files: number;
  /** Bytes of all files together, unpacked. */
  readonly bytes: number;
}

export const ARCHIVE_LIMITS: ArchiveLimits = { files: 100_000, bytes: 2 * 1024 ** 3 };

/**
 * The files of a `.tar.gz`, in memory. Nothing is written: what is wrong is found before any file could be made.
 * @throws UserError for paths that leave the folder, links and devices, repeated paths, too many or too large files, torn data
 */
export async function readArchive(
  archive: Uint8Array,
  source: string,
  limits: ArchiveLimits = ARCHIVE_LIMITS,
): Promise<PackFile[]> {
  const files: PackFile[] = [];
  const seen = new Set<string>();
  let total = 0;
  const refuse = (state: string): never => {
    throw new UserError(`Cannot open pack "${source}": ${state}`, {
      hint: 'nothing was written; do not trust this archive',
    });
  };
  const entries = extract();
  const unzip = createGunzip();
  Readable.from([Buffer.from(archive)]).pipe(unzip);
  unzip.on('error', (error) => entries.destroy(error));
  unzip.pipe(entries);
  try {
    for await (const entry of entries) {
      const { name, type, size = 0 } = entry.header;
      if (type === 'directory') {
        entry.resume();
        continue;
      }
      if (type !== 'file' && type !== 'contiguous-file')
        refuse(`"${name}" is a ${type}, only plain files are allowed`);
      const unsafe = unsafePath(name);
      if (unsafe !== undefined) refuse(`path "${name}": ${unsafe}`);
      // Letter case is ignored, for file systems that do so too.
      if (seen.has(name.toLowerCase())) refuse(`path "${name}" occurs twice`);
      seen.add(name.toLowerCase());
      if (files.length >= limits.files) refuse(`more than ${limits.files} files`);
      total += size;
      if (total > limits.bytes) refuse(`more than ${limits.bytes} bytes unpacked`);
      const chunks: Buffer[] = [];
      for await (const chunk of entry as AsyncIterable<Buffer>) chunks.push(chunk);
      files.push({ path: name, bytes: Buffer.concat(chunks) });
    }
  } catch (error) {
    unzip.destroy();
    if (error instanceof UserError) throw error;
    const message = error instanceof Error ? error.message : String(error);
    throw new UserError(`Cannot open pack "${source}": not a readable .tar.gz (${message})`, {
      cause: error,
    });
  }
  if (files.length === 0) refuse('it holds no file');
  return files;
}
