import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

export interface LogLine {
  readonly text: string;
  /** First byte of the line in the (unpacked) file. */
  readonly offset: number;
  /** Bytes, without the newline. */
  readonly length: number;
}

/**
 * The lines of a file, one at a time and never all in memory; `.gz` is unpacked on the way.
 * A last line without newline is given only with `torn: true`, for files that others wrote.
 */
export async function* readLines(
  path: string,
  { from = 0, torn = false }: { readonly from?: number; readonly torn?: boolean } = {},
): AsyncGenerator<LogLine> {
  const source = createReadStream(path, { start: from });
  const bytes = path.endsWith('.gz') ? source.pipe(createGunzip()) : source;
  if (bytes !== source) source.on('error', (error) => bytes.destroy(error));
  let rest: Buffer = Buffer.alloc(0);
  let offset = from;
  for await (const chunk of Readable.from(bytes) as AsyncIterable<Buffer>) {
    let block = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (let end = block.indexOf(10); end >= 0; end = block.indexOf(10)) {
      yield { text: block.toString('utf8', 0, end), offset, length: end };
      offset += end + 1;
      block = block.subarray(end + 1);
    }
    rest = block;
  }
  if (torn && rest.length > 0) yield { text: rest.toString('utf8'), offset, length: rest.length };
}
