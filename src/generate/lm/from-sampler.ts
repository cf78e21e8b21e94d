import type { Generator, Measure } from '../define-generator.ts';
import type { Link } from '../links/link.ts';
import type { ReferenceKeys } from './check-rows.ts';
import type { Sampler } from './sampler.ts';

export interface SamplerUse {
  /** Ties to other tables: the keys at their ends are the references the sampler picks from. */
  readonly links?: Readonly<Record<string, Link>>;
  // biome-ignore lint/suspicious/noExplicitAny: rows of the named table
  readonly measures?: Readonly<Record<string, Measure<any>>>;
}

type Tied = { readonly key: string } | readonly { readonly key: string }[] | undefined;

/**
 * A generator from a sampler that a model wrote: the sampler makes key and row, links say which rows it may refer to.
 * @param version rises whenever the sampler is edited so that its rows change
 */
export function fromSampler(
  table: string,
  version: number,
  sampler: Sampler,
  { links = {}, measures = {} }: SamplerUse = {},
): Generator {
  return {
    table,
    version,
    links,
    measures,
    identity: ({ index }) => ({ key: sampler.key(index) }),
    row: ({ random, index, key, links: tied }) =>
      sampler.row(random, { index, key, references: referencesOf(links, tied as Record<string, Tied>) }),
  };
}

function referencesOf(
  links: Readonly<Record<string, Link>>,
  tied: Readonly<Record<string, Tied>>,
): ReferenceKeys {
  const references: Record<string, string[]> = {};
  for (const [name, { table }] of Object.entries(links)) {
    const ends = [tied[name] ?? []].flat() as readonly { readonly key: string }[];
    references[table] = [...(references[table] ?? []), ...ends.map(({ key }) => key)];
  }
  return references;
}
