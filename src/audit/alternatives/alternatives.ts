import type { Alternative, AuditedTask } from '../types.ts';
import { argumentAlternatives } from './arguments.ts';
import { listAlternatives } from './lists.ts';
import { pathAlternatives } from './paths.ts';
import { remadeRows } from './undo-and-redo.ts';
import { droppedWrites, writesBesideNone } from './whole-writes.ts';

/**
 * Other plans near gold that tools and policy accept and that end in another outcome.
 * Candidates come from the task's own rows and from indexes, so that the cost does not grow with the database.
 */
export function findAlternatives(audited: AuditedTask): Alternative[] {
  const seen = new Set<string>();
  return [
    ...audited.writes.flatMap((write) => [
      ...argumentAlternatives(write, audited),
      ...listAlternatives(write, audited),
    ]),
    ...pathAlternatives(audited),
    ...remadeRows(audited),
    ...droppedWrites(audited),
    ...writesBesideNone(audited),
  ].filter((alternative) => {
    if (seen.has(alternative.id)) return false;
    seen.add(alternative.id);
    return true;
  });
}
