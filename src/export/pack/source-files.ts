import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { UserError } from '../../base/finding/index.ts';
import { type PackFile, sortFiles } from '../archive/pack-file.ts';

/** The code a pack brings along. */
export interface SourceFiles {
  readonly files: readonly PackFile[];
  /** Packages the code imports that neither Node nor this package provides: who trusts the pack must install them. */
  readonly packages: readonly string[];
}

const FOLDERS = ['schemas', 'generators'];
const CODE = /\.[cm]?[jt]s$/;
/** Where a module names another file: static imports and re-exports, `import('…')`, and files beside it that it reads. */
const IMPORTS = [
  /^\s*(?:import|export)\s[^'"`;=()]*?\bfrom\s+['"]([^'"]+)['"]/gm,
  /^\s*import\s+['"]([^'"]+)['"]/gm,
  /\bimport\(\s*['"]([^'"]+)['"]/g,
  /\bnew URL\(\s*['"](\.[^'"]+)['"]\s*,\s*import\.meta\.url/g,
];

/**
 * Source files of a domain: all of its schemas and generators, and every file they reach by imports, so that the pack
 * stands alone. Paths are those of the workspace.
 * @throws UserError for an import of a file that is missing, or that lies outside the workspace's schemas and generators
 */
export function sourceFiles(root: string, domain: string): SourceFiles {
  const found = new Map<string, Uint8Array>();
  const packages = new Set<string>();
  const waiting = FOLDERS.flatMap((folder) => filesUnder(join(root, folder, domain)));
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    const path = relative(root, file).split(sep).join('/');
    if (found.has(path)) continue;
    const bytes = readFileSync(file);
    found.set(path, bytes);
    if (!CODE.test(file)) continue;
    for (const target of targetsOf(bytes.toString('utf8'))) {
      if (target.startsWith('.')) waiting.push(reached(root, file, target));
      else if (!target.startsWith('node:') && target !== 'taskwright') packages.add(target);
    }
  }
  return {
    files: sortFiles([...found].map(([path, bytes]) => ({ path, bytes }))),
    packages: [...packages].sort(),
  };
}

function filesUnder(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(tmp|new)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

function targetsOf(code: string): string[] {
  return IMPORTS.flatMap((pattern) => [...code.matchAll(pattern)].map(([, target]) => target as string));
}

/** The file an import reaches: as written, or TypeScript behind the name of its compiled form, or without an ending. */
function reached(root: string, from: string, target: string): string {
  const place = resolve(dirname(from), target);
  const candidates = [place, place.replace(/\.([cm]?)js$/, '.$1ts'), `${place}.ts`, join(place, 'index.ts')];
  const file = candidates.find((candidate) => existsSync(candidate) && statSync(candidate).isFile());
  const inside = FOLDERS.some((folder) => place.startsWith(join(resolve(root), folder) + sep));
  if (file !== undefined && inside) return file;
  throw new UserError(
    `Cannot export file "${relative(root, from)}": it imports "${target}", ${file === undefined ? 'and there is no such file' : 'which a pack cannot hold'}`,
    {
      at: from,
      hint: `shared code of a workspace lies in ${FOLDERS.map((name) => `${name}/shared/`).join(' or ')}`,
    },
  );
}
