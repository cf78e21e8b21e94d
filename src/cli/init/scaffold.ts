import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import Handlebars from 'handlebars';
import { UserError } from '../../base/finding/index.ts';
import { replaceFile } from '../../base/store/index.ts';
import { rowTypes } from '../../define/index.ts';
import { loadDomain, PACKAGE_ROOT } from '../../formats/index.ts';

const TEMPLATES = fileURLToPath(new URL('template', import.meta.url));
const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

/**
 * Writes a new workspace with one sample domain. Refuses a folder that holds anything.
 * @returns paths of the files written
 */
export async function scaffoldWorkspace(folder: string, domain: string): Promise<string[]> {
  const root = resolve(folder);
  if (existsSync(root) && readdirSync(root).length > 0) {
    throw new UserError(`Cannot make workspace "${folder}": the folder is not empty`, {
      hint: 'name a new folder; to add a domain to a workspace, run taskwright init --domain NAME in it',
    });
  }
  const written: string[] = [];
  for (const [path, text] of render('workspace', namesOf(domain, basename(root)))) {
    // Publishing a package drops files of this name.
    const file = join(root, path === 'gitignore' ? '.gitignore' : path);
    await write(file, text);
    written.push(file);
  }
  return [...written, ...(await scaffoldDomain(root, domain))];
}

/**
 * Writes a sample domain into a workspace: schemas, generators and tasks that pass `check` and `run` at once.
 * @returns paths of the files written
 */
export async function scaffoldDomain(workspace: string, domain: string): Promise<string[]> {
  const root = resolve(workspace);
  const names = namesOf(domain, basename(root));
  for (const folder of ['schemas', 'generators', 'tasks']) {
    if (existsSync(join(root, folder, domain))) {
      throw new UserError(`Cannot make domain "${domain}": it exists already`, {
        at: join(root, folder, domain),
      });
    }
  }
  const written: string[] = [];
  for (const [path, text] of render('domain', names)) {
    const [folder = '', ...rest] = path.split('/');
    const file = join(root, folder, domain, ...rest);
    await write(file, text);
    written.push(file);
  }
  // Types come from the schemas just written; until they exist the modules load, for types are not looked at when running.
  const types = join(root, 'schemas', domain, 'types.generated.ts');
  await write(types, await rowTypes(await loadDomain(domain, { workspace: root })));
  return [...written, types];
}

function namesOf(name: string, workspace: string): Record<string, string> {
  if (!NAME.test(name)) {
    throw new UserError(`Cannot use "${name}" as the name of a domain: not a name in kebab-case`, {
      hint: 'use small letters, digits and hyphens, beginning with a letter',
    });
  }
  const camel = name.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());
  const { version, devDependencies } = JSON.parse(
    readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8'),
  ) as {
    readonly version: string;
    readonly devDependencies: Readonly<Record<string, string>>;
  };
  return {
    ...{ name, camel, pascal: camel.slice(0, 1).toUpperCase() + camel.slice(1), workspace, version },
    // What this package itself is checked with: its types use those of Node.
    nodeTypes: devDependencies['@types/node'] ?? '*',
    typescript: devDependencies.typescript ?? '*',
  };
}

function render(
  template: 'workspace' | 'domain',
  names: Record<string, string>,
): (readonly [string, string])[] {
  const root = join(TEMPLATES, template);
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((file) => {
      const fill = Handlebars.compile(readFileSync(file, 'utf8'), { noEscape: true, strict: true });
      return [relative(root, file).replace(/\.hbs$/, ''), fill(names)] as const;
    });
}

async function write(file: string, text: string): Promise<void> {
  mkdirSync(dirname(file), { recursive: true });
  await replaceFile(file, text);
}
