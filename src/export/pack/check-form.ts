import type { Finding } from '../../base/finding/index.ts';
import type { Domain } from '../../define/index.ts';
import type { PackFile } from '../archive/pack-file.ts';
import type { PackManifest } from './build-pack.ts';
import { PACK_FORMATS } from './formats.ts';
import { GOLD_STATES, hasTargetGold, targetGold, targetGoldOf } from './target-gold.ts';

/** What the published rules of a pack's form would not accept of its files. */
export function checkForm(files: readonly PackFile[], { form, domain }: PackManifest): readonly Finding[] {
  return PACK_FORMATS.find(({ name }) => name === form)?.check?.(files, domain) ?? [];
}

/**
 * Replays the gold of a sealed pack for another harness from its files, and compares the end states, by that harness's
 * own hash, with those it was written with.
 * @returns undefined for a pack that holds no such states
 */
export function verifyTargetGold(
  domain: Domain,
  files: readonly PackFile[],
  { form, tasks }: PackManifest,
): { readonly findings: readonly Finding[]; readonly agree: number } | undefined {
  const locked = targetGoldOf(files);
  if (locked === undefined || !hasTargetGold(form)) return undefined;
  const found = targetGold(form, domain, files, tasks);
  const differ = (task: string): boolean => found.tasks[task] !== locked.tasks[task];
  const findings: Finding[] = tasks.filter(differ).map((task) => ({
    code: 'pack-gold-differs',
    severity: 'error',
    task,
    message: `gold of task "${task}" ends in another state, by the hash of ${form}, than it was locked with`,
    at: GOLD_STATES,
  }));
  if (found.database !== locked.database) {
    findings.unshift({
      code: 'pack-database-changed',
      severity: 'error',
      message: `the database is not the one gold was locked on, by the hash of ${form}`,
      at: GOLD_STATES,
    });
  }
  return { findings, agree: tasks.filter((task) => !differ(task)).length };
}
