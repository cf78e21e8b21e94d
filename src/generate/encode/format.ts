import { UserError } from '../../base/finding/index.ts';

/** File formats of generated tables, as `--format` names them. */
export const FORMATS = ['json', 'json.gz', 'jsonl', 'jsonl.gz', 'parquet', 'sqlite'] as const;

export type Format = (typeof FORMATS)[number];

/** Reads the formats of `--format`. @throws UserError for one that is not known */
export function readFormats(names: readonly string[]): readonly Format[] {
  const list = [...new Set(names.flatMap((name) => name.split(',')).filter((name) => name !== ''))];
  for (const name of list) {
    if (FORMATS.includes(name as Format)) continue;
    throw new UserError(`Cannot write format "${name}": it is not known`, {
      hint: `choose of ${FORMATS.join(', ')}`,
    });
  }
  return list.length === 0 ? ['json'] : (list as Format[]);
}

/** Whether a format is text that grows at its end, so that an interrupted file can be gone on with. */
export function isText(format: Format): boolean {
  return format.startsWith('json');
}
