/**
 * Stage III begins, annotate. Replays gold actions on a fresh database.
 * Reads: a Domain, a Database, Tasks. Makes: ReplayedTasks with gold outcomes, or findings that say why not.
 * Next: audit looks for other outcomes, simulate runs trials.
 */
export { checkTasks, TASK_RULES, type TaskRule } from './check/check-tasks.ts';
export { type GoldLock, readGoldLock, staleTasks, writeGoldLock } from './gold-lock.ts';
export {
  type AcceptedOutcome,
  type GoldReplay,
  type GoldStep,
  type ReplayedTask,
  type ReplayResult,
  replayActions,
  replayTask,
  startEnvironment,
} from './replay.ts';
export {
  type AcceptedAlternative,
  type Criterion,
  type GoldAction,
  type InitialState,
  type Note,
  type Scenario,
  scenarioText,
  type Task,
  type TaskSource,
  taskToJson,
} from './task.ts';
