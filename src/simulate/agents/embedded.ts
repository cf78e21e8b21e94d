import type { GoldAction, ReplayedTask, Task } from '../../annotate/index.ts';
import type { JsonValue } from '../../base/json/index.ts';
import type { RandomStream } from '../../base/random/index.ts';
import type { Domain, Effect } from '../../define/index.ts';
import type { Agent, AgentKind, AgentMove, AgentSetting, AgentView } from '../agent.ts';
import { type Plan, PlanAgent } from './plan-agent.ts';

/** What agents that know the annotation are made from. `runTrial` never sees it. */
export interface GoldKnowledge {
  readonly domain: Domain;
  readonly tasks: readonly (Task | ReplayedTask)[];
}

/** Plans that lead to other outcomes than gold, by task. The audit supplies them. */
export type AlternativePlans = (task: string) => readonly Plan[];

/** Carries out the annotation: must pass every task, or the task or the grader is broken. */
export function goldAgent(knowledge: GoldKnowledge): AgentKind {
  return planKind('gold', knowledge, (task) => ({ actions: task.goldActions, outputs: task.outputs }));
}

/**
 * Carries out gold or one of the alternatives nothing rules out, each with equal chance:
 * stands in for the reference agent where no model is at hand.
 */
export function explorerAgent(knowledge: GoldKnowledge, alternatives: AlternativePlans): AgentKind {
  return planKind('explorer', knowledge, (task, random) =>
    random.pick([{ actions: task.goldActions, outputs: task.outputs }, ...alternatives(task.id)]),
  );
}

export interface Noise {
  /** Chance that an action is dropped. */
  readonly drop: number;
  /** Chance that an action changes places with the next one. */
  readonly swap: number;
  /** Chance that one argument of an action is altered. */
  readonly alter: number;
}

const NOISE: Noise = { drop: 0.05, swap: 0.05, alter: 0.1 };

/** Carries out the annotation with mistakes: tests whether graders notice. */
export function noisyAgent(knowledge: GoldKnowledge, noise: Noise = NOISE): AgentKind {
  return planKind('noisy', knowledge, (task, random) => ({
    actions: disturb(task.goldActions, noise, random),
    outputs: task.outputs.filter(() => !random.chance(noise.drop)),
  }));
}

/** Says goodbye at once: a task it passes asks for nothing. */
export function nullAgent(): AgentKind {
  const agent: Agent = { respond: () => ({ text: 'I am sorry, I cannot help with that.' }) };
  return { name: 'null', deterministic: true, start: () => agent };
}

/** Reads whatever the user's words let it read and prints all of it: a task it passes has outputs that prove nothing. */
export function spamAgent(domain: Domain): AgentKind {
  return { name: 'spam', deterministic: true, start: () => new SpamAgent(domain) };
}

function planKind(
  name: string,
  knowledge: GoldKnowledge,
  plan: (task: Task, random: RandomStream) => Plan,
): AgentKind {
  const tasks = new Map(knowledge.tasks.map((task) => [task.id, task]));
  const effectOf = (tool: string): Effect | 'unknown' => knowledge.domain.tool(tool)?.effect ?? 'unknown';
  return {
    name,
    deterministic: true,
    start: ({ task: id, random }: AgentSetting) => {
      const task = tasks.get(id);
      if (task === undefined) throw new Error(`Cannot start agent "${name}": it knows no task "${id}"`);
      return new PlanAgent(plan(task, random), effectOf);
    },
  };
}

function disturb(actions: readonly GoldAction[], noise: Noise, random: RandomStream): GoldAction[] {
  const kept = actions.filter(() => !random.chance(noise.drop));
  for (let index = 0; index + 1 < kept.length; index += 1) {
    if (!random.chance(noise.swap)) continue;
    [kept[index], kept[index + 1]] = [kept[index + 1] as GoldAction, kept[index] as GoldAction];
  }
  return kept.map((action) => (random.chance(noise.alter) ? alterOne(action, random) : action));
}

function alterOne(action: GoldAction, random: RandomStream): GoldAction {
  const names = Object.keys(action.args);
  if (names.length === 0) return action;
  const name = random.pick(names);
  return { ...action, args: { ...action.args, [name]: alterValue(action.args[name] as JsonValue, random) } };
}

function alterValue(value: JsonValue, random: RandomStream): JsonValue {
  if (typeof value === 'number') return value + random.pick([-1, 1]);
  if (typeof value === 'boolean') return !value;
  if (Array.isArray(value) && value.length > 0) return value.slice(0, -1);
  if (typeof value === 'string' && /\d$/.test(value)) {
    return `${value.slice(0, -1)}${(Number(value.at(-1)) + random.int(1, 9)) % 10}`;
  }
  return typeof value === 'string' ? `${value}x` : value;
}

/** Calls every read tool whose string parameters can be filled from words seen so far, then prints what it saw. */
class SpamAgent implements Agent {
  readonly #domain: Domain;
  readonly #queue: { tool: string; args: Record<string, JsonValue> }[] = [];
  readonly #tried = new Set<string>();
  #read = 0;
  #printed = false;

  constructor(domain: Domain) {
    this.#domain = domain;
  }

  respond(view: AgentView): AgentMove {
    if (this.#printed) return { text: 'Goodbye.' };
    this.#learn(view);
    const call = view.movesLeft > 2 ? this.#queue.shift() : undefined;
    if (call !== undefined) return { calls: [{ id: '', ...call }] };
    this.#printed = true;
    const seen = view.transcript.flatMap((turn) => (turn.role === 'tool' ? [turn.observation.text] : []));
    const words = view.transcript.flatMap((turn) => (turn.role === 'user' ? [turn.text] : []));
    return { text: [...seen, ...words].join('\n') };
  }

  #learn(view: AgentView): void {
    for (const turn of view.transcript.slice(this.#read)) {
      const text = turn.role === 'tool' ? turn.observation.text : turn.role === 'user' ? turn.text : '';
      const words = new Set(text.match(/[#\w@.+-]*\w/g)?.filter((word) => /[\d@_]/.test(word)) ?? []);
      for (const tool of view.tools) this.#enqueue(tool.name, [...words].slice(0, 60));
    }
    this.#read = view.transcript.length;
  }

  #enqueue(name: string, words: readonly string[]): void {
    const tool = this.#domain.tool(name);
    if (tool?.effect !== 'read' || tool.endsConversation === true || tool.standalone === true) return;
    const parameters = Object.keys(tool.parameters.properties as object);
    const choices =
      parameters.length === 0 ? [[]] : parameters.length === 1 ? words.map((word) => [word]) : [];
    for (const choice of choices) {
      const args = Object.fromEntries(parameters.map((parameter, index) => [parameter, choice[index] ?? '']));
      const key = `${name} ${JSON.stringify(args)}`;
      if (this.#tried.has(key)) continue;
      this.#tried.add(key);
      this.#queue.push({ tool: name, args });
    }
  }
}
