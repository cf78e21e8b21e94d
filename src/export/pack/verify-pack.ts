import { replayTask, type Task } from '../../annotate/index.ts';
import type { Finding } from '../../base/finding/index.ts';
import { isJsonObject, type JsonObject, parseJson, sha256 } from '../../base/json/index.ts';
import type { Domain, OptionValues } from '../../define/index.ts';
import { Database } from '../../environment/index.ts';
import { readOwnTask } from '../../formats/index.ts';
import type { PackFile } from '../archive/pack-file.ts';
import type { PackManifest } from './build-pack.ts';
import { SIGNATURE } from './signature.ts';

/** Reads a JSON file of a pack. @throws UserError when it is missing or no JSON */
export function packJson(files: readonly PackFile[], path: string): JsonObject | undefined {
  const file = files.find((candidate) => candidate.path === path);
  if (file === undefined) return undefined;
  const document = parseJson(Buffer.from(file.bytes).toString('utf8'), path);
  return isJsonObject(document) ? document : undefined;
}

/** Checks every file against the manifest: nothing changed, nothing missing, nothing added. */
export function verifyFiles(files: readonly PackFile[]): {
  readonly manifest: PackManifest | undefined;
  readonly findings: Finding[];
} {
  const manifest = packJson(files, 'manifest.json') as unknown as PackManifest | undefined;
  const error = (code: string, message: string, at?: string): Finding => ({
    code,
    severity: 'error',
    message,
    ...(at !== undefined && { at }),
  });
  if (manifest === undefined || typeof manifest.files !== 'object') {
    return {
      manifest: undefined,
      findings: [error('pack-without-manifest', 'the pack has no manifest.json')],
    };
  }
  const findings: Finding[] = [];
  const present = new Map(files.map(({ path, bytes }) => [path, bytes]));
  for (const [path, hash] of Object.entries(manifest.files)) {
    const bytes = present.get(path);
    if (bytes === undefined) findings.push(error('pack-file-missing', `file "${path}" is missing`, path));
    else if (sha256(bytes) !== hash)
      findings.push(error('pack-file-changed', `file "${path}" is not the one the manifest names`, path));
  }
  for (const path of present.keys()) {
    if (path !== 'manifest.json' && path !== SIGNATURE && !Object.hasOwn(manifest.files, path)) {
      findings.push(error('pack-file-added', `file "${path}" is not in the manifest`, path));
    }
  }
  return { manifest, findings };
}

/** The database inside a native pack. @throws UserError when a table is missing */
export function packDatabase(domain: Domain, files: readonly PackFile[]): Database {
  const tables = Object.keys(domain.tables).map(
    (table) => [table, packJson(files, `database/${table}.json`) ?? {}] as const,
  );
  return new Database(domain, Object.fromEntries(tables));
}

/** The tasks inside a native pack. @throws UserError for one that is malformed */
export function packTasks(files: readonly PackFile[], manifest: PackManifest): Task[] {
  return manifest.tasks.flatMap((id) => {
    const path = `tasks/${id}.json`;
    const document = packJson(files, path);
    return document === undefined ? [] : [readOwnTask(document, path)];
  });
}

/**
 * Replays the gold of a sealed native pack on its own database with a domain at hand (shipped, or of the workspace:
 * code inside the pack is not run), and compares with the outcomes it was locked with.
 * @param rebuilt the database made again from the generators' seed, to compare with the one inside
 */
export function verifyGold(
  domain: Domain,
  files: readonly PackFile[],
  rebuilt: Database | undefined,
): { readonly findings: readonly Finding[]; readonly replayed: number; readonly rebuilt: boolean | null } {
  const findings: Finding[] = [];
  const lock = packJson(files, 'gold.lock.json');
  const options = (packJson(files, 'domain.json')?.options ?? {}) as OptionValues;
  const database = packDatabase(domain, files);
  if (lock === undefined) return { findings, replayed: 0, rebuilt: null };
  if (lock.database !== database.hash()) {
    findings.push({
      code: 'pack-database-changed',
      severity: 'error',
      message: 'the database is not the one gold was locked on',
    });
  }
  const locked = lock.tasks as JsonObject;
  for (const [id, hash] of Object.entries(locked)) {
    const path = `tasks/${id}.json`;
    const document = packJson(files, path);
    if (document === undefined) continue;
    const result = replayTask(domain, database, readOwnTask(document, path), options);
    const outcome = result.ok ? result.task.gold.outcome.hash : undefined;
    if (outcome === hash) continue;
    findings.push({
      code: 'pack-gold-differs',
      severity: 'error',
      task: id,
      message: result.ok
        ? `gold of task "${id}" ends in another outcome than it was locked with`
        : `gold of task "${id}" does not replay`,
      at: path,
    });
  }
  const same = rebuilt === undefined ? null : rebuilt.hash() === database.hash();
  if (same === false) {
    findings.push({
      code: 'pack-database-not-rebuilt',
      severity: 'note',
      message: 'the generators here make another database than the one inside the pack',
    });
  }
  return { findings, replayed: Object.keys(locked).length, rebuilt: same };
}
