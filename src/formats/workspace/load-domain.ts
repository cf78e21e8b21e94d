import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createJiti } from 'jiti';
import { suggest, UserError } from '../../base/finding/index.ts';
import type { Domain } from '../../define/index.ts';

export interface DomainPlace {
  readonly name: string;
  /** The file that defines it. */
  readonly file: string;
  /** Whether it comes with this package rather than with the workspace. */
  readonly shipped: boolean;
  /** The workspace or package root its tasks and generators are found under. */
  readonly root: string;
}

/** The folder of this package: holds the shipped schemas, generators and tasks. */
export const PACKAGE_ROOT = findPackageRoot();

/** Folder of the shipped modules: `dist` when this code runs compiled, else the package itself. */
const MODULE_ROOT = import.meta.url.endsWith('.ts') ? PACKAGE_ROOT : join(PACKAGE_ROOT, 'dist');

/** Domains of a workspace, then shipped ones of other names. */
export function listDomains(workspace: string): DomainPlace[] {
  const own =
    resolve(workspace) === PACKAGE_ROOT ? [] : domainsIn(resolve(workspace), resolve(workspace), false);
  const names = new Set(own.map(({ name }) => name));
  return [...own, ...domainsIn(MODULE_ROOT, PACKAGE_ROOT, true).filter(({ name }) => !names.has(name))];
}

function domainsIn(folder: string, root: string, shipped: boolean): DomainPlace[] {
  const schemas = join(folder, 'schemas');
  if (!existsSync(schemas)) return [];
  return readdirSync(schemas, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => {
      const file = ['domain.ts', 'domain.js', 'domain.mjs']
        .map((candidate) => join(schemas, name, candidate))
        .find((candidate) => existsSync(candidate));
      return file === undefined ? [] : [{ name, file, shipped, root }];
    });
}

/** Where a domain is defined. @throws UserError when neither the workspace nor this package has it */
export function findDomain(name: string, workspace: string): DomainPlace {
  const places = listDomains(workspace);
  const place = places.find((candidate) => candidate.name === name);
  if (place !== undefined) return place;
  throw new UserError(`Cannot find domain "${name}": neither the workspace nor this package defines it`, {
    at: join(workspace, 'schemas', name),
    hint: suggest(
      name,
      places.map((candidate) => candidate.name),
    ),
  });
}

/**
 * Loads a domain: TypeScript of a workspace is run as it is, without a build step.
 * @throws UserError when the module cannot be loaded or exports no domain
 */
export async function loadDomain(
  name: string,
  { workspace = '.' }: { readonly workspace?: string } = {},
): Promise<Domain> {
  const place = findDomain(name, workspace);
  const exported = await loadModule(place.file);
  const domain = Object.values(exported).find(
    (value): value is Domain => isDomain(value) && value.name === name,
  );
  if (domain === undefined) {
    throw new UserError(`Cannot load domain "${name}": the module exports no domain of that name`, {
      at: place.file,
      hint: `export const ${name} = defineDomain({ name: '${name}', … })`,
    });
  }
  return domain;
}

function isDomain(value: unknown): value is Domain {
  return (
    typeof value === 'object' && value !== null && 'tools' in value && 'tables' in value && 'policy' in value
  );
}

/**
 * Imports a module of a workspace or of this package. `taskwright` inside it means this very package.
 * @throws UserError with the first line of what went wrong
 */
export async function loadModule(file: string): Promise<Record<string, unknown>> {
  try {
    // Compiled modules and modules under a TypeScript-aware runner need no translation.
    if (!file.endsWith('.ts') || (file.startsWith(PACKAGE_ROOT) && import.meta.url.endsWith('.ts'))) {
      return (await import(pathToFileURL(file).href)) as Record<string, unknown>;
    }
    const index = fileURLToPath(new URL('../../index.js', import.meta.url));
    const jiti = createJiti(import.meta.url, { alias: { taskwright: index }, fsCache: false });
    return await jiti.import<Record<string, unknown>>(file);
  } catch (error) {
    const [first] = (error instanceof Error ? error.message : String(error)).split('\n');
    throw new UserError(`Cannot load module "${file}": ${first}`, { at: file, cause: error });
  }
}

function findPackageRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder);
  return folder;
}
