import type { JsonObject } from '../../base/json/index.ts';
import { authoredTask, publicTask } from '../pack/files.ts';
import type { PackContent } from '../pack/pack.ts';

/** The tasks a server is started with: with gold in the sealed variant, so that it can grade. */
export function servedTasks({ tasks, variant }: PackContent): JsonObject[] {
  return tasks.map((task) =>
    variant === 'sealed' ? authoredTask(task) : { ...publicTask(task), goldActions: [] },
  );
}
