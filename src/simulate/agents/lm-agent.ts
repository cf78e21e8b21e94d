import { isJsonObject } from '../../base/json/index.ts';
import type { LanguageModel, ModelCall, ModelMessage, ModelReply } from '../../base/model/index.ts';
import type { Call } from '../../define/index.ts';
import type { Agent, AgentKind, AgentMove, AgentSetting, AgentView } from '../agent.ts';
import { traceReply } from '../model-trace.ts';
import { promptMark, renderPrompt } from '../prompts/index.ts';
import { chatMessages } from './chat-messages.ts';
import type { Plan } from './plan-agent.ts';
import { type Reading, readAction, textMessages } from './text-protocol.ts';

/** How an agent talks to its model (τ-bench, arXiv 2406.12045, §5). `react` and `act` need no tool support. */
export const AGENT_STRATEGIES = ['tool-calling', 'react', 'act'] as const;
export type AgentStrategy = (typeof AGENT_STRATEGIES)[number];

export interface LmAgentOptions {
  /** The model, or the model of each trial. */
  readonly model: LanguageModel | ((setting: AgentSetting) => LanguageModel);
  readonly strategy: AgentStrategy;
  /** Default 0, as in the paper; `null` sends none. */
  readonly temperature?: number | null;
  /** How `react` and `act` read text that is not quite in form (default `tolerant`). */
  readonly reading?: Reading;
  /** Gives the agent the right actions: an ablation that shows what is lost in carrying them out. */
  readonly plan?: (task: string) => Plan | undefined;
  /** Name in records; the strategy when absent. */
  readonly name?: string;
}

/** An agent behind a language model. */
export function lmAgent(options: LmAgentOptions): AgentKind {
  const { strategy, plan } = options;
  return {
    name: options.name ?? `${strategy}${plan === undefined ? '' : '+plan'}`,
    deterministic: false,
    prompts: [promptMark(`agent-${strategy}`)],
    start: (setting) => new LmAgent(options, setting),
  };
}

class LmAgent implements Agent {
  readonly #options: LmAgentOptions;
  readonly #model: LanguageModel;
  readonly #setting: AgentSetting;
  /** What the model wrote, turn by turn: goes back to it word for word. */
  readonly #written: string[] = [];
  #system: string | undefined;

  constructor(options: LmAgentOptions, setting: AgentSetting) {
    this.#options = options;
    this.#setting = setting;
    this.#model = typeof options.model === 'function' ? options.model(setting) : options.model;
  }

  async respond(view: AgentView): Promise<AgentMove> {
    const { strategy, temperature = 0, reading = 'tolerant' } = this.#options;
    const withTools = strategy === 'tool-calling';
    this.#system ??= this.#instructions(view);
    const messages: ModelMessage[] = withTools
      ? chatMessages(this.#system, view.transcript)
      : textMessages(this.#system, view.transcript, this.#written);
    const { task, trial } = this.#setting;
    const reply = await this.#model.complete(
      { messages, temperature, ...(withTools && { tools: view.tools }) },
      { role: 'agent', scope: `${task}#${trial}`, ...(view.signal && { signal: view.signal }) },
    );
    this.#written.push(reply.text ?? '');
    const move = withTools ? readReply(reply) : readAction(reply.text ?? '', reading);
    return {
      ...move,
      ...(move.thought === undefined && reply.thought !== undefined && { thought: reply.thought }),
      usage: reply.usage,
      replies: [traceReply(this.#model.model, reply)],
    };
  }

  #instructions(view: AgentView): string {
    const { strategy, plan: planOf } = this.#options;
    const plan = planOf?.(this.#setting.task);
    return renderPrompt(`agent-${strategy}`, {
      policy: view.policy.trim(),
      tools: strategy === 'tool-calling' ? undefined : JSON.stringify(view.tools),
      plan: plan?.actions.map(({ tool, args }) => ({ tool, args: JSON.stringify(args) })),
      tell: plan === undefined || plan.outputs.length === 0 ? undefined : plan.outputs.join('; '),
    });
  }
}

function readReply(reply: ModelReply): AgentMove {
  return {
    ...(reply.text !== null && { text: reply.text }),
    ...(reply.calls.length > 0 && { calls: reply.calls.map(readCall) }),
    ...(reply.finish === 'length' && { mistakes: ['cut-off'] }),
  };
}

function readCall({ id, name, arguments: written }: ModelCall): Call {
  const text = written.trim() === '' ? '{}' : written;
  try {
    const args: unknown = JSON.parse(text);
    if (isJsonObject(args)) return { id, tool: name, args };
  } catch {
    // Falls through: the text is kept, and the agent is told.
  }
  return { id, tool: name, args: {}, unreadable: written };
}
