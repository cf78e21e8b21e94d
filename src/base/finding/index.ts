export { commandLine, quoteWord } from './command-line.ts';
export {
  assertNoErrors,
  bySeverity,
  type Finding,
  FindingsError,
  formatFinding,
  type Severity,
} from './finding.ts';
export { editDistance, nearMiss, suggest } from './near-miss.ts';
export { formatMessage, isUserError, type MessageDetails, UserError } from './user-error.ts';
