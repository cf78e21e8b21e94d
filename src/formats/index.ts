/**
 * Formats: one file per outside format, and the workspace's own files.
 * Reads: domains, databases and tasks from disk. Makes: Domain, Database, Task values.
 */
export { readDocument, readText } from './read-file.ts';
export { looksLikeTauTasks, readTauTasks } from './tau-bench.ts';
export { TauHash, tauPython } from './tau-bench-hash.ts';
export { writeTauTasks } from './tau-bench-write.ts';
export { checkTau2Folder, DEFAULT_SPLIT, type Tau2Folder } from './tau2-bench/check-folder.ts';
export { Tau2Hash } from './tau2-bench/database-hash.ts';
export { keyedRow } from './tau2-bench/keyed-row.ts';
export { looksLikeTau2Tasks, readTau2Task, readTau2Tasks } from './tau2-bench.ts';
export { tau2CriteriaFindings } from './tau2-bench-criteria.ts';
export { readTau2Splits, type Splits, tasksOfSplit } from './tau2-bench-splits.ts';
export { type WriteTau2Options, writeTau2Task, writeTau2Tasks } from './tau2-bench-write.ts';
export { editTaskText, type TaskFileEdit } from './workspace/edit-task.ts';
export { checkDatabase, type LoadOptions, loadDatabase, referenceKeys } from './workspace/load-database.ts';
export {
  type DomainPlace,
  findDomain,
  listDomains,
  loadDomain,
  loadModule,
  PACKAGE_ROOT,
} from './workspace/load-domain.ts';
export { type Region, type TaskPart, taskLocator } from './workspace/locate-task.ts';
export { readTasks, type TaskFormat, type TaskList } from './workspace/read-tasks.ts';
export { readOwnTask, TASK_SCHEMA } from './workspace/task-file.ts';
