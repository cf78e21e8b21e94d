import { hashJson, type JsonValue, sha256 } from '../../base/json/index.ts';
import { describeTool } from '../../define/index.ts';
import { type PackFile, sortFiles, textFile, unsafePath } from '../archive/pack-file.ts';
import { jsonFile } from './files.ts';
import type { PackBuild, PackContent, PackFormat } from './pack.ts';
import { packReadme } from './pack-readme.ts';
import { GOLD_STATES, hasTargetGold, targetGold } from './target-gold.ts';

/** `manifest.json`: what a pack is, the hash of each of its files, and what its scores may be compared with. */
export interface PackManifest {
  readonly format: 1;
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  readonly authors: readonly string[];
  readonly canary: string;
  readonly software: string;
  readonly form: string;
  readonly variant: 'public' | 'sealed';
  readonly domain: string;
  /** What makes the database again, and what the evidence was made with. */
  readonly build: PackBuild;
  readonly tasks: readonly string[];
  readonly splits: Readonly<Record<string, readonly string[]>>;
  /** Packs with the same mark give comparable scores: same database, policy, tools, rules, tasks and grading. */
  readonly comparable: string;
  /** Hashes of the parts behind the mark, so that two packs show which part differs. */
  readonly parts: Readonly<Record<string, string>>;
  /** SHA-256 by path. */
  readonly files: Readonly<Record<string, string>>;
}

/**
 * Writes a pack: the format's files, `README.md`, `LICENSE`, `CHANGELOG.md` and `manifest.json`; in the sealed variant
 * the evidence too, and for harnesses whose rule is known their own hashes of the gold states.
 * Same content, same bytes.
 * @throws Error when a format writes a path that may not stand in a pack
 */
export async function buildPack(format: PackFormat, content: PackContent): Promise<PackFile[]> {
  const { meta, domain, tasks, splits, variant } = content;
  const written = [...(await format.write(content))];
  const add = (file: PackFile): void => {
    if (!written.some(({ path }) => path === file.path)) written.push(file);
  };
  add(
    textFile('LICENSE', `SPDX-License-Identifier: ${meta.licence}\n\nCopyright ${meta.authors.join(', ')}\n`),
  );
  if (variant === 'sealed') {
    if (hasTargetGold(format.name)) {
      const ids = tasks.map(({ id }) => id);
      add(jsonFile(GOLD_STATES, targetGold(format.name, domain, written, ids)));
    }
    add(jsonFile('evidence.json', Object.fromEntries(tasks.map((task) => [task.id, task.evidence]))));
  }
  add(textFile('README.md', packReadme(format, content)));
  add(textFile('CHANGELOG.md', `# Changelog\n\n## ${meta.version}\n\n${meta.changelog}\n`));
  for (const { path } of written) {
    const unsafe = unsafePath(path);
    if (unsafe !== undefined) throw new Error(`Cannot write "${path}" into a pack: ${unsafe}`);
  }
  const parts = partsOf(content);
  const files = sortFiles(written);
  const manifest: PackManifest = {
    format: 1,
    name: meta.name,
    version: meta.version,
    licence: meta.licence,
    authors: meta.authors,
    canary: meta.canary,
    software: meta.software,
    form: format.name,
    variant,
    domain: domain.name,
    build: content.build,
    tasks: tasks.map(({ id }) => id),
    splits,
    comparable: hashJson(parts as unknown as JsonValue).slice(0, 16),
    parts,
    files: Object.fromEntries(files.map(({ path, bytes }) => [path, sha256(bytes)])),
  };
  return sortFiles([...files, jsonFile('manifest.json', manifest)]);
}

/** Hashes of all that scores depend on. The tasks' part is salted by the canary, so that it cannot be guessed from. */
function partsOf({ meta, domain, database, tasks }: PackContent): Record<string, string> {
  return {
    database: database.hash(),
    policy: sha256(domain.policy.text),
    tools: hashJson(
      domain.tools.map((tool) => [describeTool(tool) as unknown as JsonValue, tool.run.toString()]),
    ),
    rules: hashJson(domain.rules.map((rule) => [rule.id, rule.check.toString()])),
    tasks: hashJson([
      meta.canary,
      tasks.map((task) => [
        task.id,
        task.scenario as unknown as JsonValue,
        task.accepted.map(({ outcome, outputs }) => [outcome.hash, outputs as JsonValue]),
        (task.criteria ?? null) as JsonValue,
      ]),
    ]),
  };
}

/** Which parts differ between two packs: empty when their scores may be compared. */
export function differingParts(left: PackManifest, right: PackManifest): string[] {
  return Object.keys(left.parts).filter((part) => left.parts[part] !== right.parts[part]);
}
