import type { Scenario } from '../annotate/index.ts';
import { addUsage, NO_USAGE, type Usage } from '../base/model/usage.ts';
import { RandomStream } from '../base/random/index.ts';
import {
  type AnyTool,
  type Call,
  describeTool,
  offeredTools,
  type PastAction,
  type ToolDescription,
  type Turn,
} from '../define/index.ts';
import { brokenRules, type Environment, type Violation } from '../environment/index.ts';
import type { Agent, AgentKind, AgentMove } from './agent.ts';
import { type ReplyTrace, traceModel } from './model-trace.ts';
import { nonexistentIds } from './nonexistent-ids.ts';
import type { StopReason, TrialRun } from './trial.ts';
import type { User, UserKind, UserMove } from './user.ts';
import { agentsView, saidBy, usersView } from './views.ts';

/** Moves an agent has in one trial, as in τ-bench (arXiv 2406.12045, §5). */
export const MOVE_CAP = 30;

export interface TrialSetting {
  readonly task: string;
  readonly trial: number;
  readonly seed: number;
  readonly scenario: Scenario;
  /** A fresh environment of this trial alone. */
  readonly environment: Environment;
  readonly agent: AgentKind;
  readonly user: UserKind;
  readonly moveCap?: number;
  /** `first`: of several calls in one move only the first runs, as in τ-bench. `all`: all run, in order. */
  readonly parallelCalls?: 'first' | 'all';
  /** Replaces the policy the agent reads (for ablations). */
  readonly policy?: string;
  /** The agent's first line, said before the user's, for agents that greet. */
  readonly greeting?: string;
  /** `error`: the agent is told and moves again. `pass`: the user reads an empty message, as in τ-bench. */
  readonly emptyReply?: 'error' | 'pass';
  /** Whether handing over to a person ends the trial (default), or the user still answers, as in τ²-bench. */
  readonly handoverEnds?: boolean;
  /** Told of each turn as it happens. */
  readonly onTurn?: (turn: Turn) => void;
  readonly signal?: AbortSignal;
}

/**
 * Runs one trial: user and agent take turns until one of them stops.
 * The agent never sees the scenario, the user never sees tools; neither sees any annotation, for none is given here.
 */
export async function runTrial(setting: TrialSetting): Promise<TrialRun> {
  return new Conversation(setting).run();
}

class Conversation {
  readonly #setting: TrialSetting;
  readonly #agent: Agent;
  readonly #user: User;
  readonly #transcript: Turn[] = [];
  readonly #actions: PastAction[] = [];
  readonly #violations: Violation[] = [];
  readonly #mistakes: Record<string, number> = {};
  #agentUsage: Usage = NO_USAGE;
  #userUsage: Usage = NO_USAGE;
  readonly #ids = new Set<string>();
  readonly #agentReplies: ReplyTrace[] = [];
  readonly #userReplies: ReplyTrace[] = [];
  readonly #disclosures: { turn: number; facts: readonly string[] }[] = [];
  readonly #tools: readonly ToolDescription[];
  #fault: TrialRun['fault'];
  #calls = 0;
  #userTurns = 0;

  constructor(setting: TrialSetting) {
    const { task, trial, seed, scenario } = setting;
    this.#setting = setting;
    const stream = (role: string): RandomStream => new RandomStream(seed, 'trial', task, trial, role);
    this.#agent = setting.agent.start({ task, trial, seed, random: stream('agent') });
    this.#user = setting.user.start({ scenario, task, trial, seed, random: stream('user') });
    const { domain, options } = setting.environment;
    this.#tools = offeredTools(domain, options).map(described);
  }

  async run(): Promise<TrialRun> {
    const stop = await this.#converse();
    const { task, trial, seed, agent, user, environment } = this.#setting;
    const models = { agent: traceModel(this.#agentReplies), user: traceModel(this.#userReplies) };
    const prompts = [...(agent.prompts ?? []), ...(user.prompts ?? [])];
    return {
      task,
      trial,
      seed,
      agent: agent.name,
      user: user.name,
      persona: user.persona,
      transcript: this.#transcript,
      actions: this.#actions,
      outcome: environment.outcome(),
      violations: this.#violations,
      stop,
      ...(this.#fault !== undefined && { fault: this.#fault }),
      mistakes: this.#mistakes,
      usage: { agent: this.#agentUsage, user: this.#userUsage },
      ...(prompts.length > 0 && { prompts }),
      ...((models.agent ?? models.user) !== undefined && {
        models: {
          ...(models.agent !== undefined && { agent: models.agent }),
          ...(models.user !== undefined && { user: models.user }),
        },
      }),
      ...(this.#disclosures.length > 0 && { disclosures: this.#disclosures }),
    };
  }

  async #converse(): Promise<StopReason> {
    try {
      const { greeting } = this.#setting;
      if (greeting !== undefined) this.#add({ role: 'agent', text: greeting });
      const opening = await this.#userTurn();
      if (opening !== undefined) return opening;
      const cap = this.#setting.moveCap ?? MOVE_CAP;
      for (let move = 0; move < cap; move += 1) {
        this.#setting.signal?.throwIfAborted();
        const stop = await this.#agentTurn(cap - move);
        if (stop !== undefined) return stop;
      }
      return 'move-cap';
    } catch (error) {
      const aborted = this.#setting.signal?.aborted === true;
      this.#fault = { code: aborted ? 'interrupted' : faultCode(error), message: messageOf(error) };
      return aborted ? 'interrupted' : 'infrastructure';
    }
  }

  async #agentTurn(movesLeft: number): Promise<StopReason | undefined> {
    const { environment, policy, signal, emptyReply = 'error' } = this.#setting;
    const move: AgentMove = await this.#agent.respond({
      policy: policy ?? environment.domain.policy.text,
      tools: this.#tools,
      transcript: agentsView(this.#transcript),
      movesLeft,
      ...(signal && { signal }),
    });
    if (move.usage) this.#agentUsage = addUsage(this.#agentUsage, move.usage);
    this.#agentReplies.push(...(move.replies ?? []));
    for (const mistake of move.mistakes ?? []) this.#count(mistake);
    if (isEmpty(move) && emptyReply === 'error') return this.#rejectEmpty(move);
    const calls = this.#admit(move.calls ?? []);
    this.#add({
      role: 'agent',
      ...(move.text !== undefined && { text: move.text }),
      ...(calls.length > 0 && { calls }),
      ...(move.thought !== undefined && { thought: move.thought }),
    });
    for (const call of calls) if (this.#call(call)) return 'transfer';
    if (move.stop === true) return 'agent-stop';
    return calls.length > 0 ? undefined : this.#userTurn();
  }

  /** An empty reply costs the agent a move: it is told, and the user reads nothing. */
  #rejectEmpty(move: AgentMove): undefined {
    this.#count('empty-reply');
    this.#calls += 1;
    this.#add({ role: 'agent', text: '', ...(move.thought !== undefined && { thought: move.thought }) });
    const text = 'Error: the reply was empty; call a tool or write a message to the user';
    const observation = { text, failed: true, cause: 'arguments' as const };
    this.#add({ role: 'tool', call: `empty-${this.#calls}`, tool: '', observation, changed: false });
    return undefined;
  }

  /** Of several calls only the first runs unless asked otherwise; ids are made unique inside the trial. */
  #admit(calls: readonly Call[]): Call[] {
    const admitted = this.#setting.parallelCalls === 'all' ? calls : calls.slice(0, 1);
    if (admitted.length < calls.length) this.#count('dropped-call', calls.length - admitted.length);
    return admitted.map((call) => {
      this.#calls += 1;
      const id = call.id === '' || this.#ids.has(call.id) ? `call-${this.#calls}` : call.id;
      this.#ids.add(id);
      return { ...call, id };
    });
  }

  /** Runs one call; true when it ends the conversation. */
  #call(call: Call): boolean {
    const { environment, scenario } = this.#setting;
    const { domain } = environment;
    const action = { tool: call.tool, args: call.args };
    if (call.unreadable !== undefined) {
      const text = `Error: the arguments of "${call.tool}" are no JSON object`;
      this.#count('unreadable-arguments');
      this.#observe(call, { observation: { text, failed: true, cause: 'arguments' }, wrote: false });
      return false;
    }
    const unknown = nonexistentIds(environment, action);
    if (unknown.length > 0) this.#count('nonexistent-id');
    this.#violations.push(
      ...brokenRules(domain, {
        state: environment.state,
        action,
        history: this.#actions,
        transcript: this.#transcript,
        said: saidBy(this.#transcript, scenario.opening),
        options: environment.options,
      }),
    );
    const { observation, wrote } = environment.call(action);
    if (observation.cause === 'unknown-tool') this.#count('unknown-tool');
    if (observation.cause === 'arguments') this.#count('wrong-arguments');
    this.#observe(call, { observation, wrote });
    return domain.tool(call.tool)?.endsConversation === true && this.#setting.handoverEnds !== false;
  }

  #observe(
    call: Call,
    { observation, wrote }: { observation: PastAction['observation']; wrote: boolean },
  ): void {
    const effect = this.#setting.environment.domain.tool(call.tool)?.effect ?? 'unknown';
    this.#actions.push({ tool: call.tool, args: call.args, observation, effect });
    this.#add({ role: 'tool', call: call.id, tool: call.tool, observation, changed: wrote });
  }

  async #userTurn(): Promise<StopReason | undefined> {
    const { scenario, signal } = this.#setting;
    const move: UserMove = await this.#user.respond({
      scenario,
      transcript: usersView(this.#transcript),
      ...(signal && { signal }),
    });
    const { usage, fault, replies, disclosed, ...turn } = move;
    if (usage) this.#userUsage = addUsage(this.#userUsage, usage);
    this.#userReplies.push(...(replies ?? []));
    if ((disclosed ?? []).length > 0) {
      this.#disclosures.push({ turn: this.#userTurns, facts: disclosed ?? [] });
    }
    this.#userTurns += 1;
    this.#add({ role: 'user', ...turn });
    if (fault !== undefined) {
      this.#fault = fault;
      return 'user-fault';
    }
    return turn.stop === undefined ? undefined : 'user-stop';
  }

  #add(turn: Turn): void {
    this.#transcript.push(turn);
    this.#setting.onTurn?.(turn);
  }

  #count(mistake: string, times = 1): void {
    this.#mistakes[mistake] = (this.#mistakes[mistake] ?? 0) + times;
  }
}

function isEmpty(move: AgentMove): boolean {
  return (move.calls ?? []).length === 0 && (move.text ?? '').trim() === '' && move.stop !== true;
}

const descriptions = new WeakMap<AnyTool, ToolDescription>();

function described(tool: AnyTool): ToolDescription {
  let description = descriptions.get(tool);
  if (description === undefined) {
    description = describeTool(tool);
    descriptions.set(tool, description);
  }
  return description;
}

function faultCode(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : 'error';
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
