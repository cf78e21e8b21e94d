import { agnes } from 'ml-hclust';
import type { Interval } from '../metrics/bootstrap.ts';
import { wilsonInterval } from '../metrics/proportion.ts';
import type { LowLevelError } from './low-level-error.ts';
import { cosine, termVectors, wordsOf } from './tf-idf.ts';

/** A category of errors. Every error is in exactly one. */
export interface ErrorGroup {
  readonly label: string;
  readonly errors: readonly string[];
  /** Trials with at least one of these errors, and their share of the failed trials with an interval. */
  readonly trials: number;
  readonly share: number;
  readonly interval: Interval;
  /** The errors nearest to the middle of the group. */
  readonly exemplars: readonly string[];
  readonly tools: readonly string[];
  readonly clauses: readonly string[];
  readonly personas: readonly string[];
  readonly tasks: readonly string[];
}

export interface GroupOptions {
  /** Errors farther apart than this (1 - cosine, average linkage) are never of one group; 0.55 when absent. */
  readonly apart?: number;
  /** At most this many groups: the nearest are joined further; 12 when absent. */
  readonly most?: number;
}

/**
 * Groups errors by their words: TF-IDF over label and explanation, cosine distance, average linkage.
 * Depends on the errors alone, not on their order.
 * @returns for each error the number of its group, groups numbered by size, the largest 0
 */
export function groupByWords(
  errors: readonly Pick<LowLevelError, 'id' | 'label' | 'explanation' | 'tool'>[],
  { apart = 0.55, most = 12 }: GroupOptions = {},
): ReadonlyMap<string, number> {
  // Equal labels are one kind of error: they are grouped once, whatever their number.
  const labels = [...new Set(errors.map(({ label }) => label))].sort();
  const vectors = termVectors(labels.map(labelWords));
  const members = cut(vectors, apart, most).map((indices) => indices.map((index) => labels[index] as string));
  const count = (group: readonly string[]): number =>
    errors.filter(({ label }) => group.includes(label)).length;
  members.sort(
    (left, right) => count(right) - count(left) || ((left[0] as string) < (right[0] as string) ? -1 : 1),
  );
  const groupOf = new Map(members.flatMap((group, index) => group.map((label) => [label, index] as const)));
  return new Map(errors.map(({ id, label }) => [id, groupOf.get(label) ?? 0]));
}

/** The tool weighs as much as the rest of the label: errors of different tools have different remedies. */
function labelWords(label: string): string[] {
  const [head = '', ...rest] = label.split(': ');
  if (rest.length === 0) return wordsOf(label);
  return [head, head, ...wordsOf(rest.join(' '))];
}

function cut(vectors: readonly ReadonlyMap<string, number>[], apart: number, most: number): number[][] {
  if (vectors.length < 2) return vectors.map((_, index) => [index]);
  const distances = vectors.map((left) => vectors.map((right) => 1 - cosine(left, right)));
  const tree = agnes(distances, { method: 'average', isDistanceMatrix: true });
  const groups = tree.cut(apart).map((cluster) => cluster.indices());
  if (groups.length <= most) return groups;
  return tree.group(most).children.map((cluster) => cluster.indices());
}

/** Describes groups: label, counts, exemplars, and what they touch. */
export function describeGroups(
  errors: readonly LowLevelError[],
  groupOf: ReadonlyMap<string, number>,
  failedTrials: number,
  labels: readonly string[] = [],
): ErrorGroup[] {
  const numbers = [...new Set(groupOf.values())].sort((left, right) => left - right);
  return numbers
    .map((number): ErrorGroup => {
      const members = errors.filter(({ id }) => groupOf.get(id) === number);
      const trials = new Set(
        members.map(({ task, persona, trial }) => JSON.stringify([task, persona, trial])),
      );
      return {
        label: labels[number] ?? commonLabel(members),
        errors: members.map(({ id }) => id),
        trials: trials.size,
        share: failedTrials === 0 ? 0 : trials.size / failedTrials,
        interval: wilsonInterval(Math.min(trials.size, failedTrials), failedTrials),
        exemplars: middle(members),
        tools: ranked(members.map(({ tool }) => tool)),
        clauses: ranked(members.map(({ clause }) => clause)),
        personas: ranked(members.map(({ persona }) => persona ?? undefined)),
        tasks: ranked(members.map(({ task }) => task)),
      };
    })
    .sort((left, right) => right.trials - left.trials);
}

/** The most frequent label; with others, how many more there are. */
function commonLabel(members: readonly LowLevelError[]): string {
  const labels = ranked(members.map(({ label }) => label));
  return labels.length > 1 ? `${labels[0]} (and ${labels.length - 1} like it)` : (labels[0] ?? 'no error');
}

function middle(members: readonly LowLevelError[]): string[] {
  const vectors = termVectors(members.map(({ label, explanation }) => wordsOf(`${label} ${explanation}`)));
  const closeness = vectors.map((vector) => vectors.reduce((sum, other) => sum + cosine(vector, other), 0));
  return members
    .map(({ id }, index) => ({ id, close: closeness[index] as number }))
    .sort((left, right) => right.close - left.close || (left.id < right.id ? -1 : 1))
    .slice(0, 3)
    .map(({ id }) => id);
}

/** Distinct values, the most frequent first. */
function ranked(values: readonly (string | undefined)[]): string[] {
  const counts = new Map<string, number>();
  for (const value of values) if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts]
    .sort(([left, many], [right, more]) => more - many || (left < right ? -1 : 1))
    .map(([value]) => value);
}
