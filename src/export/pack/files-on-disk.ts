import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { UserError } from '../../base/finding/index.ts';
import { type PackFile, sortFiles } from '../archive/pack-file.ts';
import { ARCHIVE_LIMITS, type ArchiveLimits, readArchive } from '../archive/read-archive.ts';
import { writeArchive } from '../archive/write-archive.ts';

const ARCHIVE = /\.(tar\.gz|tgz)$/;

/**
 * Writes a pack to a folder or a `.tar.gz`: beside its place first, then moved there, so that no half pack is left.
 * @throws UserError when the place holds something
 */
export async function writePack(files: readonly PackFile[], out: string): Promise<void> {
  if (existsSync(out) && !(statSync(out).isDirectory() && readdirSync(out).length === 0)) {
    throw new UserError(`Cannot write pack "${out}": the place is taken`, {
      hint: 'name another place with --out',
    });
  }
  mkdirSync(dirname(out), { recursive: true });
  const draft = `${out}.tmp`;
  rmSync(draft, { recursive: true, force: true });
  if (ARCHIVE.test(out)) writeFileSync(draft, await writeArchive(files));
  else for (const { path, bytes } of files) writeInto(draft, path, bytes);
  if (existsSync(out)) rmSync(out, { recursive: true });
  renameSync(draft, out);
}

function writeInto(folder: string, path: string, bytes: Uint8Array): void {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, bytes);
}

/** Reads a pack from a folder or a `.tar.gz`. @throws UserError for what may not stand in one */
export async function readPack(path: string, limits: ArchiveLimits = ARCHIVE_LIMITS): Promise<PackFile[]> {
  if (!existsSync(path)) throw new UserError(`Cannot open pack "${path}": there is no such file or folder`);
  if (!statSync(path).isDirectory()) return readArchive(readFileSync(path), path, limits);
  const files: PackFile[] = [];
  for (const entry of readdirSync(path, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory()) continue;
    const file = join(entry.parentPath, entry.name);
    if (!entry.isFile()) throw new UserError(`Cannot open pack "${path}": "${file}" is no plain file`);
    files.push({ path: relative(path, file).split(sep).join('/'), bytes: readFileSync(file) });
  }
  return sortFiles(files);
}
