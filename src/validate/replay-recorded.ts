import { type ReplayedTask, startEnvironment } from '../annotate/index.ts';
import { equalJson, type JsonValue } from '../base/json/index.ts';
import { NO_USAGE } from '../base/model/usage.ts';
import type { Call, Domain, Observation, OptionValues, PastAction, Turn } from '../define/index.ts';
import { brokenRules, type Database, type Environment, type Violation } from '../environment/index.ts';
import type { RecordedTrial } from '../formats/recorded.ts';
import { readStopToken, type StopReason, type TrialRun } from '../simulate/index.ts';

/** What replaying a recording gave, beside the trial. */
export interface Replay {
  readonly trial: TrialRun;
  /** Observations that say the same as the recorded ones, of all. */
  readonly equal: number;
  readonly total: number;
  /** Why calls were refused here, by cause. */
  readonly refused: Readonly<Record<string, number>>;
}

/**
 * Makes a recorded trial's calls again on a fresh database. Messages stay as recorded; where an observation differs, the
 * transcript keeps what the agent then read and the action keeps what came of it now.
 */
export function replayRecorded(
  recording: RecordedTrial,
  task: ReplayedTask,
  setting: {
    readonly domain: Domain;
    readonly database: Database;
    readonly options: OptionValues;
    readonly trial: number;
  },
): Replay {
  const { domain, database, options, trial } = setting;
  const replayer = new Replayer(
    domain,
    startEnvironment(domain, database, task, options),
    task.scenario.opening ?? '',
  );
  for (const turn of recording.transcript) replayer.turn(turn);
  return {
    trial: {
      task: task.id,
      trial,
      seed: recording.seed ?? 0,
      agent: recording.agent,
      user: recording.user,
      persona: null,
      transcript: replayer.transcript,
      actions: replayer.actions,
      outcome: replayer.environment.outcome(),
      violations: replayer.violations,
      stop: stopOf(recording, replayer),
      ...(recording.crash !== null && {
        fault: { code: 'recorded-crash', message: recording.crash.slice(0, 300) },
      }),
      mistakes: replayer.mistakes,
      usage: { agent: NO_USAGE, user: NO_USAGE },
    },
    equal: replayer.equal,
    total: replayer.total,
    refused: replayer.refused,
  };
}

class Replayer {
  readonly transcript: Turn[] = [];
  readonly actions: PastAction[] = [];
  readonly violations: Violation[] = [];
  readonly mistakes: Record<string, number> = {};
  readonly refused: Record<string, number> = {};
  readonly environment: Environment;
  equal = 0;
  total = 0;
  lastStop: 'stop' | 'transfer' | 'out-of-scope' | undefined;
  /** Whether the last call ended the conversation. */
  handedOver = false;
  readonly #domain: Domain;
  readonly #said: string[];
  readonly #open = new Map<string, Call>();

  constructor(domain: Domain, environment: Environment, opening: string) {
    this.#domain = domain;
    this.environment = environment;
    this.#said = [opening];
  }

  turn(turn: Turn): void {
    if (turn.role === 'tool') {
      const call = this.#open.get(turn.call);
      if (call !== undefined) this.#answer(call, turn.observation);
      return;
    }
    for (const call of turn.calls ?? []) this.#open.set(call.id, call);
    if (turn.role === 'agent') {
      this.transcript.push(turn);
      return;
    }
    const { text, stop } = turn.stop === undefined ? readStopToken(turn.text) : turn;
    this.lastStop = stop;
    this.#said.push(text);
    this.transcript.push({ ...turn, text, ...(stop !== undefined && { stop }) });
  }

  /** A call runs when its recorded answer comes: one without an answer never ran. */
  #answer(call: Call, recorded: Observation): void {
    this.#open.delete(call.id);
    const byUser = call.requestor === 'user';
    const effect = this.#domain.tool(call.tool)?.effect ?? 'unknown';
    const { observation, wrote } = call.unreadable === undefined ? this.#run(call, byUser) : unreadable(call);
    const same = sameObservation(observation, recorded);
    // Tools that a harness gave its simulated user are its own affair.
    const foreign = byUser && observation.cause === 'unknown-tool';
    if (!foreign) this.total += 1;
    if (!foreign && same) this.equal += 1;
    if (observation.cause !== undefined && !foreign) {
      this.refused[observation.cause] = (this.refused[observation.cause] ?? 0) + 1;
      if (observation.cause === 'unknown-tool') this.#count('unknown-tool');
      if (observation.cause === 'arguments') this.#count('wrong-arguments');
    }
    this.handedOver = !byUser && this.#domain.tool(call.tool)?.endsConversation === true;
    const requestor = byUser ? { requestor: 'user' as const } : {};
    this.actions.push({ tool: call.tool, args: call.args, observation, effect, ...requestor });
    this.transcript.push({
      role: 'tool',
      call: call.id,
      tool: call.tool,
      ...requestor,
      observation: same ? observation : recorded,
      changed: wrote,
    });
  }

  #run(call: Call, byUser: boolean): { readonly observation: Observation; readonly wrote: boolean } {
    const action = { tool: call.tool, args: call.args };
    if (!byUser) {
      this.violations.push(
        ...brokenRules(this.#domain, {
          state: this.environment.state,
          action,
          history: this.actions,
          transcript: this.transcript,
          said: this.#said.join('\n'),
          options: this.environment.options,
        }),
      );
    }
    return this.environment.call(action);
  }

  #count(mistake: string): void {
    this.mistakes[mistake] = (this.mistakes[mistake] ?? 0) + 1;
  }
}

function unreadable(call: Call): { readonly observation: Observation; readonly wrote: boolean } {
  const text = `Error: the arguments of "${call.tool}" are no JSON object`;
  return { observation: { text, failed: true, cause: 'arguments' }, wrote: false };
}

/** Equal as JSON values, or as text; two refusals are equal whatever their words. */
function sameObservation(mine: Observation, recorded: Observation): boolean {
  if (mine.failed || recorded.failed) return mine.failed === recorded.failed;
  if (mine.text.trim() === recorded.text.trim()) return true;
  const left = asJson(mine.text);
  const right = asJson(recorded.text);
  return left !== undefined && right !== undefined && equalJson(left, right);
}

function asJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

/** τ²-bench's reasons in our words; τ-bench recordings end with the user's token or a transfer. */
function stopOf(recording: RecordedTrial, replayer: Replayer): StopReason {
  if (recording.crash !== null && recording.transcript.length === 0) return 'infrastructure';
  if (replayer.lastStop !== undefined && replayer.transcript.at(-1)?.role === 'user') return 'user-stop';
  if (recording.termination === 'user_stop') return 'user-stop';
  if (recording.termination === 'agent_stop') return 'agent-stop';
  if (recording.benchmark === 'tau1' && replayer.handedOver) return 'transfer';
  return 'move-cap';
}
