import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sourceFiles } from '../../src/export/index.ts';
import { PACKAGE_ROOT } from '../../src/formats/index.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'taskwright-sources-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

describe('sourceFiles', () => {
  it('holds a domain’s folders and whatever they reach by imports', () => {
    write({
      'schemas/zoo/domain.ts': `import {\n  feed,\n} from '../shared/feed.ts';\nexport const told = "taken from 'elsewhere'";\n`,
      'schemas/zoo/policy.md': 'Feed the lions.',
      'schemas/shared/feed.ts': `export { more } from './more.js';\nconst text = new URL('./words.txt', import.meta.url);\n`,
      'schemas/shared/more.ts': `const later = () => import('./later');\n`,
      'schemas/shared/later.ts': `import 'node:fs';\nimport { z } from 'zod';\n`,
      'schemas/shared/words.txt': 'words',
      'schemas/shared/unused.ts': '',
      'schemas/other/domain.ts': '',
      'generators/zoo/lions.ts': `import { x } from 'taskwright';\n`,
    });
    const { files, packages } = sourceFiles(root, 'zoo');
    expect(files.map(({ path }) => path)).toEqual([
      'generators/zoo/lions.ts',
      'schemas/shared/feed.ts',
      'schemas/shared/later.ts',
      'schemas/shared/more.ts',
      'schemas/shared/words.txt',
      'schemas/zoo/domain.ts',
      'schemas/zoo/policy.md',
    ]);
    expect(packages).toEqual(['zod']);
  });
  it.each([
    ['../../lib/helper.ts', 'which a pack cannot hold'],
    ['./missing.ts', 'there is no such file'],
  ])('refuses an import of %s', (target, message) => {
    write({ 'schemas/zoo/domain.ts': `import { x } from '${target}';\n`, 'lib/helper.ts': '' });
    expect(() => sourceFiles(root, 'zoo')).toThrow(message);
  });
  it.each(['retail', 'airline'])(
    'of the shipped domain %s are complete and name no other domain',
    (domain) => {
      const { files, packages } = sourceFiles(PACKAGE_ROOT, domain);
      expect(packages).toEqual([]);
      const folders = new Set(files.map(({ path }) => path.split('/').slice(0, 2).join('/')));
      expect([...folders].sort()).toEqual([`generators/${domain}`, `schemas/${domain}`, 'schemas/shared']);
    },
  );
});
