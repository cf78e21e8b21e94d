import { existsSync } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { AppendLog, readLines, repairTail } from '../base/store/index.ts';
import type { Trial } from '../simulate/index.ts';
import type { IndexedFacts, TrialFacts } from './trial-facts.ts';

/** Makes the facts of a trial. */
export type FactsOf = (trial: Trial) => TrialFacts;

/** Paths of a run's trials and of the index beside them. */
export interface IndexedFiles {
  readonly trials: string;
  readonly index: string;
}

/** Lines written to the index before they are waited for. */
const BATCH = 1000;

/** Adds to the index what the trials hold beyond it; an index that points outside the trials is made anew. */
export async function catchUpIndex({ trials, index }: IndexedFiles, factsOf: FactsOf): Promise<void> {
  await repairTail(index);
  const { size } = await stat(trials);
  let end = 0;
  if (existsSync(index)) {
    for await (const { text } of readLines(index)) end = Math.max(end, endOf(JSON.parse(text)));
    if (end > size) {
      await rm(index);
      end = 0;
    }
  }
  if (end === size && existsSync(index)) return;
  const log = await AppendLog.open(index);
  const pending: Promise<unknown>[] = [];
  for await (const line of readLines(trials, { from: end })) {
    pending.push(log.append(JSON.stringify(factsOfLine(line, factsOf))));
    if (pending.length >= BATCH) await Promise.all(pending.splice(0));
  }
  await Promise.all(pending);
  await log.close();
}

/** Lines of the index, then of trials the index does not have yet (a run that is being written, or was killed). */
export async function* readIndex(
  { trials, index }: IndexedFiles,
  factsOf: FactsOf,
): AsyncGenerator<IndexedFacts> {
  let end = 0;
  if (existsSync(index)) {
    for await (const { text } of readLines(index)) {
      const facts = JSON.parse(text) as IndexedFacts;
      end = Math.max(end, endOf(facts));
      yield facts;
    }
  }
  if (!existsSync(trials) || (await stat(trials)).size <= end) return;
  for await (const line of readLines(trials, { from: end })) yield factsOfLine(line, factsOf);
}

/** Byte after a trial's line, its newline included. */
function endOf({ offset, length }: IndexedFacts): number {
  return offset + length + 1;
}

function factsOfLine(
  { text, offset, length }: { readonly text: string; readonly offset: number; readonly length: number },
  factsOf: FactsOf,
): IndexedFacts {
  return { ...factsOf(JSON.parse(text) as Trial), offset, length };
}
