import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  type AuditScope,
  type Baseline,
  baselineOf,
  type Compared,
  compareWith,
  readBaseline,
} from '../audit/index.ts';
import { type Finding, UserError } from '../base/finding/index.ts';
import { formatJson, type JsonValue } from '../base/json/index.ts';
import { replaceFile } from '../base/store/index.ts';
import { readDocument } from '../formats/index.ts';
import { assertOwnTasks, besideTasks, tasksFolderOf } from './audit-files.ts';
import type { GlobalArguments } from './command.ts';
import type { Project, ProjectArguments } from './project.ts';

/** Findings beside the baseline; all of them are new where there is none. */
export interface AgainstBaseline extends Compared {
  readonly file: string | undefined;
  /** Findings written to it just now. */
  readonly written?: number;
}

type Arguments = ProjectArguments &
  GlobalArguments & { readonly baseline: string | undefined; readonly updateBaseline: boolean };

/** Compares findings with the baseline, or makes them the baseline with `--update-baseline`. */
export async function baselineFor(
  args: Arguments,
  project: Project,
  findings: readonly Finding[],
  scope: AuditScope,
): Promise<AgainstBaseline> {
  if (args.updateBaseline) return await update(args, project, findings, scope);
  const file = args.baseline ?? besideTasks(args, project, 'baseline.json');
  if (file === undefined) return { file, fresh: findings, known: [], gone: [] };
  if (!existsSync(file)) {
    throw new UserError(`Cannot read baseline "${file}": there is no such file`, {
      hint: 'write it first: add --update-baseline',
    });
  }
  return { file, ...compareWith(readBaseline(readDocument(file), file), findings, scope) };
}

async function update(
  args: Arguments,
  project: Project,
  findings: readonly Finding[],
  scope: AuditScope,
): Promise<AgainstBaseline> {
  const file = args.baseline ?? defaultFile(args, project);
  const before: Baseline = existsSync(file) ? readBaseline(readDocument(file), file) : { findings: [] };
  const baseline = baselineOf(findings, scope, before);
  await replaceFile(file, formatJson(baseline as unknown as JsonValue));
  const { gone } = compareWith(before, findings, scope);
  return { file, ...compareWith(baseline, findings, scope), gone, written: baseline.findings.length };
}

function defaultFile(args: Arguments, project: Project): string {
  const hint = 'say where: --baseline FILE';
  assertOwnTasks(args, project, 'write a baseline', hint);
  const folder = tasksFolderOf(args, project);
  if (folder !== undefined) return join(folder, 'baseline.json');
  throw new UserError(`Cannot write a baseline for "${args.tasks}": its folder may hold other tasks`, {
    hint,
  });
}
