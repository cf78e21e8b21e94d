/** Files that survive a kill at any moment: append-only logs, whole files swapped in, and one writer at a time. */
export { AppendLog, type LogFile, type LogPosition, type OpenLogFile } from './append-log.ts';
export { type LogLine, readLines } from './read-lines.ts';
export { repairTail } from './repair-tail.ts';
export { replaceFile } from './replace-file.ts';
export { type LockHolder, WriterLock } from './writer-lock.ts';
