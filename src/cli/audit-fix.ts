import { join } from 'node:path';
import type { Task } from '../annotate/index.ts';
import { type RepairedTask, repairTask, type TaskEdit } from '../audit/index.ts';
import { type Finding, UserError } from '../base/finding/index.ts';
import { replaceFile } from '../base/store/index.ts';
import { editTaskText, readText, type TaskFileEdit } from '../formats/index.ts';
import { assertOwnTasks, tasksFolderOf } from './audit-files.ts';
import type { GlobalArguments } from './command.ts';
import type { Output } from './output.ts';
import type { Project, ProjectArguments } from './project.ts';

/**
 * Puts what findings suggest into the task files, keeps what helps, and shows each change.
 * @param audit findings of one task as it then is
 * @returns the tasks as their files now are
 * @throws UserError when the tasks are not in JSON files of this project's own form
 */
export async function fixTasks(
  args: ProjectArguments & GlobalArguments,
  project: Project,
  output: Output,
  audit: (task: Task) => readonly Finding[],
): Promise<readonly Task[]> {
  const where = args.tasks ?? project.tasksFolder;
  const folder = tasksFolderOf(args, project);
  if (project.format !== 'taskwright' || (folder === undefined && !where.endsWith('.json'))) {
    throw new UserError(
      `Cannot fix tasks "${where}": only JSON files of this project's own form are changed`,
      {
        hint: `bring them into a workspace first: taskwright import ${project.format} ${where}`,
      },
    );
  }
  assertOwnTasks(args, project, 'fix tasks', 'make a workspace of your own first: taskwright init');
  const fixed: Task[] = [];
  for (const task of project.tasks) {
    const repaired = repairTask(task, audit);
    const file = folder === undefined ? where : join(folder, `${task.id}.json`);
    if (repaired.edits.length > 0) {
      const before = readText(file);
      const edits = repaired.edits.map(fileEdit);
      const after = editTaskText(before, edits, { before: task, after: repaired.task, file });
      await replaceFile(file, after);
      output.line(`mended ${file}`);
      for (const line of changedLines(before, after)) output.line(paint(line, output));
    }
    explain(task, repaired, output);
    fixed.push(repaired.task);
  }
  return fixed;
}

/** What was tried and not kept: its finding stands below. */
function explain({ id }: Task, { tried }: RepairedTask, output: Output): void {
  for (const { finding, refused } of tried) {
    if (refused === undefined) continue;
    const place = [id, finding.code, finding.argument].filter((part) => part !== undefined).join(' ');
    output.line(output.color.dim(`left alone: ${place}: with its hint applied, ${refused}`));
  }
}

function fileEdit(edit: TaskEdit): TaskFileEdit {
  return edit.kind === 'set-scenario'
    ? { path: ['scenario', edit.field], text: edit.text }
    : { path: ['goldActions', edit.index] };
}

function paint(line: string, { color }: Output): string {
  if (line.startsWith('-')) return color.red(line);
  return line.startsWith('+') ? color.green(line) : color.dim(line);
}

/** Lines that differ, with `-` and `+`, and where they begin; unchanged stretches at both ends are left out. */
export function changedLines(before: string, after: string): readonly string[] {
  const [old, now] = [before.split('\n'), after.split('\n')];
  let first = 0;
  while (first < old.length && old[first] === now[first]) first += 1;
  let end = 0;
  while (end < old.length - first && end < now.length - first && old.at(-1 - end) === now.at(-1 - end))
    end += 1;
  const [removed, added] = [old.slice(first, old.length - end), now.slice(first, now.length - end)];
  if (removed.length === 0 && added.length === 0) return [];
  return [
    `@@ line ${first + 1} @@`,
    ...removed.map((line) => `-${line}`),
    ...added.map((line) => `+${line}`),
  ];
}
