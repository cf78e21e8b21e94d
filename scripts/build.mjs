// Compiles src, schemas and generators into dist, and copies what is not TypeScript beside it.
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');

if (process.argv.includes('--clean')) rmSync(join(root, 'dist'), { recursive: true, force: true });
execFileSync(process.execPath, [tsc, '-p', join(root, 'scripts/tsconfig.build.json')], {
  stdio: 'inherit',
});
for (const folder of ['src', 'schemas', 'generators']) {
  const from = join(root, folder);
  if (!existsSync(from)) continue;
  cpSync(from, join(root, 'dist', folder), {
    recursive: true,
    filter: (source) => !source.endsWith('.ts'),
  });
}
const main = join(root, 'dist/src/cli/main.js');
if (existsSync(main)) chmodSync(main, 0o755);
