import type { ReplayedTask, Task } from '../../src/annotate/index.ts';
import { replayTask, startEnvironment } from '../../src/annotate/index.ts';
import type { JsonObject } from '../../src/base/json/index.ts';
import { createModel, type LanguageModel, type ModelConfig } from '../../src/base/model/index.ts';
import {
  type AgentKind,
  runTrial,
  type ScriptRule,
  scriptBrain,
  serveModel,
  type TrialRun,
  type TrialSetting,
  type UserKind,
} from '../../src/simulate/index.ts';
import { shop, shopDatabase } from '../fixtures/shop.ts';

/** In gold and nowhere else: must never be sent to a model. */
export const CANARY = 'canary-7d1e';

export const closeTask: Task = {
  id: 'close-one',
  scenario: {
    reason: 'You want purchase p100 closed for 5.',
    known: 'Your e-mail address is ada@example.com.',
    unknown: 'You do not know your customer number.',
  },
  goldActions: [
    { tool: 'find_customer', args: { email: 'ada@example.com' }, because: CANARY },
    { tool: 'close_purchase', args: { purchase: 'p100', charge: 5 } },
  ],
  outputs: [],
  notes: [{ id: 'n', text: CANARY, kind: 'final' }],
  tags: [CANARY],
};

const act = (name: string, args: JsonObject): string =>
  `Thought:\nnext step\nAction:\n${JSON.stringify({ name, arguments: args })}`;
const find = { tool: 'find_customer', args: { email: '$1' } };
const close = { tool: 'close_purchase', args: { purchase: 'p100', charge: 5 } };
const question = 'Shall I close p100 for 5? Please confirm (yes/no).';

/** Plays both sides of `closeTask`, for agents with tools, agents in text, and every user strategy. */
export const CLOSE_SCRIPT: readonly ScriptRule[] = [
  // The user's side: checks first, then what is said.
  { role: 'user', says: 'Does the message fit\\?', answer: { text: 'It fits.\nVerdict: yes' } },
  { role: 'user', says: 'Before you write, take stock', answer: { text: 'I want p100 closed.' } },
  ...[
    ['closed now.*write your next', '###STOP###'],
    ['confirm.*write your next', 'Yes, please.'],
  ].map(([says = '', text = '']): ScriptRule => ({ role: 'user', says, answer: { text } })),
  {
    role: 'user',
    system: 'User Response:',
    says: 'confirm',
    answer: { text: 'Thought:\nfine\nUser Response:\nYes, please.' },
  },
  {
    role: 'user',
    system: 'User Response:',
    says: 'closed now',
    answer: { text: 'Thought:\ndone\nUser Response:\n###STOP###' },
  },
  {
    role: 'user',
    system: 'User Response:',
    answer: { text: 'Thought:\nstart\nUser Response:\nPlease close p100 for 5, I am ada@example.com.' },
  },
  { role: 'user', says: 'confirm', answer: { text: 'Yes, please.' } },
  { role: 'user', says: 'closed now', answer: { text: '###STOP###' } },
  { role: 'user', answer: { text: 'Please close p100 for 5, I am ada@example.com.' } },
  // The agent's side, in text.
  {
    role: 'agent',
    system: 'write each turn in exactly this form',
    says: 'API output:.*closed',
    answer: { text: act('respond', { content: 'It is closed now.' }) },
  },
  {
    role: 'agent',
    system: 'write each turn in exactly this form',
    says: 'API output',
    answer: { text: act('respond', { content: question }) },
  },
  {
    role: 'agent',
    system: 'write each turn in exactly this form',
    says: '^yes',
    answer: { text: act('close_purchase', close.args) },
  },
  {
    role: 'agent',
    system: 'write each turn in exactly this form',
    says: '([\\w.]+@[\\w.]+\\w)',
    answer: { text: act('find_customer', find.args) },
  },
  // The agent's side, with tools.
  { role: 'agent', says: '"closed"', answer: { text: 'It is closed now.' } },
  { role: 'agent', says: '^ada$', answer: { text: question } },
  { role: 'agent', says: '^yes', answer: { calls: [close] } },
  { role: 'agent', says: '([\\w.]+@[\\w.]+\\w)', answer: { calls: [find] } },
];

/** A request as it went over the wire. */
export interface Sent {
  readonly role: string;
  readonly body: JsonObject;
  readonly system: string;
  readonly text: string;
}

export interface Stage {
  readonly model: LanguageModel;
  readonly sent: Sent[];
  readonly url: string;
  readonly counts: Readonly<Record<string, number>>;
  close(): Promise<void>;
}

/** A served script and a model that speaks to it, with every request kept. */
export async function openStage(
  rules: readonly ScriptRule[] = CLOSE_SCRIPT,
  options: Partial<Parameters<typeof serveModel>[0]> & { readonly config?: Partial<ModelConfig> } = {},
): Promise<Stage> {
  const sent: Sent[] = [];
  const { config, ...server } = options;
  const served = await serveModel({
    brain: scriptBrain(rules),
    onRequest: (body, headers) => {
      const messages = body.messages as readonly JsonObject[];
      const system = messages.find(({ role }) => role === 'system')?.content;
      sent.push({
        role: String(headers['x-taskwright-role']),
        body,
        system: typeof system === 'string' ? system : '',
        text: JSON.stringify(body),
      });
    },
    ...server,
  });
  return {
    sent,
    url: served.url,
    counts: served.counts,
    close: () => served.close(),
    model: createModel(
      { name: 'm', baseUrl: served.url, keyEnv: null, sendTrial: true, backoffMs: 1, ...config },
      { env: {} },
    ),
  };
}

export function play(
  agent: AgentKind,
  user: UserKind,
  changes: Partial<TrialSetting> = {},
  task: Task = closeTask,
): Promise<TrialRun> {
  return runTrial({
    task: task.id,
    trial: 0,
    seed: 1,
    scenario: task.scenario,
    environment: startEnvironment(shop, shopDatabase(), task),
    agent,
    user,
    ...changes,
  });
}

export function replayed(task: Task = closeTask): ReplayedTask {
  const result = replayTask(shop, shopDatabase(), task);
  if (!result.ok) throw new Error(result.failures.map(({ message }) => message).join('; '));
  return result.task;
}
