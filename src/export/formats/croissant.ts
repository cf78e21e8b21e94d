import { sha256 } from '../../base/json/index.ts';
import type { PackFile } from '../archive/pack-file.ts';
import { jsonFile } from '../pack/files.ts';
import type { PackFormat } from '../pack/pack.ts';
import { huggingfaceFormat } from './huggingface.ts';

/** The Hugging Face files with Croissant metadata (MLCommons, JSON-LD) that names and hashes each of them. */
export const croissantFormat: PackFormat = {
  name: 'croissant',
  describe: 'Croissant metadata over the Hugging Face files',
  use: '`croissant.json` describes the files; the Parquet files read as they are.',
  async write(content): Promise<PackFile[]> {
    const files = await huggingfaceFormat.write(content);
    const { meta, domain } = content;
    const lines = files.filter(({ path }) => path.endsWith('.jsonl'));
    const idOf = (path: string): string => path.replaceAll('/', '-');
    return [
      ...files,
      jsonFile('croissant.json', {
        '@context': {
          '@language': 'en',
          '@vocab': 'https://schema.org/',
          sc: 'https://schema.org/',
          cr: 'http://mlcommons.org/croissant/',
          dct: 'http://purl.org/dc/terms/',
          conformsTo: 'dct:conformsTo',
          field: 'cr:field',
          recordSet: 'cr:recordSet',
          source: 'cr:source',
          fileObject: 'cr:fileObject',
          extract: 'cr:extract',
          jsonPath: 'cr:jsonPath',
          dataType: { '@id': 'cr:dataType', '@type': '@vocab' },
        },
        '@type': 'sc:Dataset',
        conformsTo: 'http://mlcommons.org/croissant/1.0',
        name: meta.name,
        description: domain.description,
        version: meta.version,
        license: `https://spdx.org/licenses/${meta.licence}`,
        creator: meta.authors.map((name) => ({ '@type': 'sc:Person', name })),
        distribution: files.map(({ path, bytes }) => ({
          '@type': 'cr:FileObject',
          '@id': idOf(path),
          name: path,
          contentUrl: path,
          encodingFormat: encodingOf(path),
          contentSize: `${bytes.length} B`,
          sha256: sha256(bytes),
        })),
        recordSet: lines.map(({ path, bytes }) => ({
          '@type': 'cr:RecordSet',
          '@id': `records-${idOf(path)}`,
          name: path.replace(/\.jsonl$/, ''),
          field: Object.entries(firstRow(bytes)).map(([name, value]) => ({
            '@type': 'cr:Field',
            '@id': `${idOf(path)}-${name}`,
            name,
            dataType: typeof value === 'number' ? 'sc:Float' : 'sc:Text',
            source: { fileObject: { '@id': idOf(path) }, extract: { jsonPath: `$.${name}` } },
          })),
        })),
      }),
    ];
  },
};

function firstRow(bytes: Uint8Array): Record<string, unknown> {
  const [line = ''] = Buffer.from(bytes).toString('utf8').split('\n');
  return line === '' ? {} : (JSON.parse(line) as Record<string, unknown>);
}

function encodingOf(path: string): string {
  if (path.endsWith('.jsonl')) return 'application/jsonlines';
  return path.endsWith('.parquet') ? 'application/vnd.apache.parquet' : 'text/markdown';
}
