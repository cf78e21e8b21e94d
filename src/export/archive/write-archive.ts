import { constants, gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';
import { type PackFile, sortFiles } from './pack-file.ts';

/** A fixed date for every entry, so that the same files always give the same bytes. */
const EPOCH = new Date(0);
const OS_BYTE = 9;
const UNKNOWN_OS = 255;

/** A `.tar.gz` of files: sorted, without owner, date or machine in it. Same files, same bytes. */
export async function writeArchive(files: readonly PackFile[]): Promise<Uint8Array> {
  const tar = pack();
  const chunks: Buffer[] = [];
  const done = (async () => {
    for await (const chunk of tar as AsyncIterable<Buffer>) chunks.push(chunk);
  })();
  for (const { path, bytes } of sortFiles(files)) {
    tar.entry(
      { name: path, mtime: EPOCH, mode: 0o644, uid: 0, gid: 0, uname: '', gname: '' },
      Buffer.from(bytes),
    );
  }
  tar.finalize();
  await done;
  const zipped = gzipSync(Buffer.concat(chunks), { level: 9, strategy: constants.Z_DEFAULT_STRATEGY });
  zipped[OS_BYTE] = UNKNOWN_OS;
  return zipped;
}
