/**
 * Formats: one file per outside format, and the workspace's own files.
 * Reads: domains, databases and tasks from disk. Makes: Domain, Database, Task values.
 */
export { readDocument, readText } from './read-file.ts';
export { looksLikeTauTasks, readTauTasks } from './tau-bench.ts';
export { checkDatabase, type LoadOptions, loadDatabase, referenceKeys } from './workspace/load-database.ts';
export {
  type DomainPlace,
  findDomain,
  listDomains,
  loadDomain,
  loadModule,
  PACKAGE_ROOT,
} from './workspace/load-domain.ts';
export { readTasks, type TaskFormat, type TaskList } from './workspace/read-tasks.ts';
export { readOwnTask, TASK_SCHEMA } from './workspace/task-file.ts';
