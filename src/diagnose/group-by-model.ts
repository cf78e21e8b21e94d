import { z } from 'zod';
import type { LanguageModel } from '../base/model/index.ts';
import { type GroupOptions, groupByWords } from './group.ts';
import type { JudgeJournal } from './judge/journal.ts';
import type { LowLevelError } from './low-level-error.ts';
import { cosine, termVectors, wordsOf } from './tf-idf.ts';

export interface ModelGrouping {
  /** For each error the number of its group; every error has exactly one. */
  readonly groupOf: ReadonlyMap<string, number>;
  /** Label of each group. */
  readonly labels: readonly string[];
  /** Labels the model left out, put into two groups, or made up, and which were put right. */
  readonly repaired: { readonly omitted: number; readonly doubled: number; readonly unknown: number };
  /** `words` when no usable answer could be had and errors were grouped by their words instead. */
  readonly by: 'model' | 'words';
}

const REPLY = z.object({
  groups: z.array(z.object({ label: z.string().min(2).max(90), members: z.array(z.string()) })).min(1),
});

/** Labels put to the model at once, so that a question stays small whatever the number of errors. */
const CHUNK = 60;

/**
 * Asks a model to sort the errors' labels into few categories. Only labels go out and only their numbers come back, in chunks that
 * build on the categories found so far; what is left out, doubled or made up is repaired, so that each error ends in one group.
 */
export async function groupByModel(
  errors: readonly LowLevelError[],
  {
    model,
    journal,
    signal,
    ...options
  }: GroupOptions & {
    readonly model: LanguageModel;
    readonly journal: JudgeJournal;
    readonly signal?: AbortSignal;
  },
): Promise<ModelGrouping> {
  const labels = [...new Set(errors.map(({ label }) => label))].sort();
  const groups: { label: string; members: string[] }[] = [];
  const placed = new Set<string>();
  const repaired = { omitted: 0, doubled: 0, unknown: 0 };
  for (let at = 0; at < labels.length; at += CHUNK) {
    const chunk = labels.slice(at, at + CHUNK);
    const names = new Map(chunk.map((label, index) => [`e${index + 1}`, label]));
    const reply = await journal.ask(
      model,
      {
        messages: [
          { role: 'system', content: SYSTEM },
          {
            role: 'user',
            content: ask(
              names,
              groups.map(({ label }) => label),
            ),
          },
        ],
        temperature: 0,
        maxTokens: 4000,
      },
      { seat: 'group/0', role: 'diagnosis', ...(signal && { signal }) },
    );
    const read = readGroups(reply.finish === 'length' ? null : reply.text);
    if (read === undefined) continue;
    for (const { label, members } of read.groups) {
      let group = groups.find((candidate) => candidate.label.toLowerCase() === label.toLowerCase());
      for (const name of members) {
        const member = names.get(name);
        if (member === undefined) repaired.unknown += 1;
        else if (placed.has(member)) repaired.doubled += 1;
        else {
          if (group === undefined) {
            group = { label, members: [] };
            groups.push(group);
          }
          group.members.push(member);
          placed.add(member);
        }
      }
    }
  }
  if (groups.length === 0) {
    return { groupOf: groupByWords(errors, options), labels: [], repaired, by: 'words' };
  }
  for (const label of labels) {
    if (placed.has(label)) continue;
    repaired.omitted += 1;
    groups[
      nearest(
        label,
        groups.map(({ members }) => members),
      )
    ]?.members.push(label);
  }
  const numberOf = new Map(
    groups.flatMap(({ members }, index) => members.map((label) => [label, index] as const)),
  );
  return {
    groupOf: new Map(errors.map(({ id, label }) => [id, numberOf.get(label) as number])),
    labels: groups.map(({ label }) => label),
    repaired,
    by: 'model',
  };
}

/** The group whose members share most words with a label. */
function nearest(label: string, groups: readonly (readonly string[])[]): number {
  const vectors = termVectors([wordsOf(label), ...groups.map((members) => members.flatMap(wordsOf))]);
  const [own, ...others] = vectors as [ReadonlyMap<string, number>, ...ReadonlyMap<string, number>[]];
  const closeness = others.map((other) => cosine(own, other));
  return closeness.indexOf(Math.max(...closeness));
}

const SYSTEM = [
  'You sort short labels of errors into as few categories as make sense for someone who wants to mend an agent.',
  'Errors of different tools stay apart; name the tool in the category. Every label goes into exactly one category.',
  'Answer with one JSON object and nothing else, no code fence:',
  '{"groups":[{"label":"name of the category","members":["e1","e4"]}]}',
].join('\n');

function ask(names: ReadonlyMap<string, string>, known: readonly string[]): string {
  const list = [...names].map(([name, label]) => `${name}: ${JSON.stringify(label)}`).join('\n');
  const before =
    known.length === 0 ? '' : `Categories so far, use them where they fit: ${JSON.stringify(known)}\n\n`;
  return `${before}${list}`;
}

function readGroups(text: string | null): z.infer<typeof REPLY> | undefined {
  try {
    const read = REPLY.safeParse(JSON.parse(text ?? ''));
    return read.success ? read.data : undefined;
  } catch {
    return undefined;
  }
}
