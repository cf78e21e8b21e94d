// Imports in src point down this list only: a folder may import from itself and from folders above it here.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const LAYERS = [
  'base',
  'define',
  'environment',
  'annotate',
  'grade',
  'formats',
  'generate',
  'audit',
  'simulate',
  'metrics',
  'validate',
  'diagnose',
  'export',
  'engine',
  'studio',
  'cli',
];

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const src = join(root, 'src');
const problems = [];
const files = readdirSync(src, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
  .map((entry) => join(entry.parentPath, entry.name));

for (const file of files) {
  const from = relative(src, file).split('/');
  const rank = from.length === 1 ? LAYERS.length : LAYERS.indexOf(from[0]);
  if (rank < 0) {
    problems.push(`${relative(root, file)}: folder "${from[0]}" has no place in the layers`);
    continue;
  }
  for (const [, target] of readFileSync(file, 'utf8').matchAll(
    /\bfrom\s+'(\.[^']+)'|\bimport\('(\.[^']+)'\)/g,
  )) {
    if (!target) continue;
    const to = relative(src, resolve(dirname(file), target)).split('/');
    if (to[0] === '..') continue;
    const toRank = to.length === 1 ? LAYERS.length : LAYERS.indexOf(to[0]);
    if (toRank > rank)
      problems.push(`${relative(root, file)} (${from[0]}) imports ${target}, which lies above it`);
  }
}

if (problems.length > 0) {
  console.error(problems.map((problem) => `× ${problem}`).join('\n'));
  process.exit(1);
}
console.log(`layers: ${files.length} files, imports point down`);
