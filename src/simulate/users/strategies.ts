import type { ModelMessage } from '../../base/model/index.ts';
import type { Transcript } from '../../define/index.ts';
import { renderPrompt } from '../prompts/index.ts';
import type { Speaker } from './speaker.ts';

/**
 * How a user comes to its message: the four of τ-bench (arXiv 2406.12045) and TED's reflect-then-respond
 * (arXiv 2603.15483).
 */
export type UserStrategy = 'lm' | 'react' | 'verify' | 'reflection' | 'reflect-then-respond';

export const USER_STRATEGIES: readonly UserStrategy[] = [
  'lm',
  'react',
  'verify',
  'reflection',
  'reflect-then-respond',
];

/** What a strategy works with. */
export interface Occasion {
  readonly speaker: Speaker;
  /** The system prompt: scenario, released facts, rules and persona. */
  readonly instructions: string;
  readonly transcript: Transcript;
  readonly stop: string;
  readonly signal?: AbortSignal;
}

export interface Spoken {
  readonly text: string;
  readonly thought?: string;
}

/** Prompts of each strategy. */
export const PROMPTS_OF: Readonly<Record<UserStrategy, readonly string[]>> = {
  lm: ['user-lm'],
  react: ['user-react'],
  verify: ['user-lm', 'user-verify'],
  reflection: ['user-lm', 'user-verify', 'user-reflection'],
  'reflect-then-respond': ['user-lm', 'user-reflect', 'user-respond'],
};

export const STRATEGIES: Readonly<Record<UserStrategy, (occasion: Occasion) => Promise<Spoken>>> = {
  lm: answer,
  react,
  verify,
  reflection,
  'reflect-then-respond': reflectThenRespond,
};

/** Messages a `verify` user writes at most before one is sent as it is; rounds of `reflection` likewise. */
const VERIFY_ATTEMPTS = 3;
const REFLECTION_ROUNDS = 2;

async function answer(occasion: Occasion): Promise<Spoken> {
  const text = await draft(occasion);
  occasion.speaker.remember(text);
  return { text };
}

async function react(occasion: Occasion): Promise<Spoken> {
  const written = await draft(occasion);
  occasion.speaker.remember(written);
  const mark = /\bUser Response:\s*/gi;
  const found = [...written.matchAll(mark)].at(-1);
  if (found === undefined) return { text: written.replace(/^\s*Thought:\s*/i, '').trim() };
  const thought = written
    .slice(0, found.index)
    .replace(/^\s*Thought:\s*/i, '')
    .trim();
  const text = written.slice((found.index ?? 0) + found[0].length).trim();
  return thought === '' ? { text } : { text, thought };
}

async function verify(occasion: Occasion): Promise<Spoken> {
  let text = '';
  for (let attempt = 0; attempt < VERIFY_ATTEMPTS; attempt += 1) {
    text = await draft(occasion);
    if ((await problemOf(occasion, text)) === undefined) break;
  }
  occasion.speaker.remember(text);
  return { text };
}

async function reflection(occasion: Occasion): Promise<Spoken> {
  const { speaker, instructions, transcript, signal } = occasion;
  let text = await draft(occasion);
  let thought: string | undefined;
  for (let round = 0; round < REFLECTION_ROUNDS; round += 1) {
    const problem = await problemOf(occasion, text);
    if (problem === undefined) break;
    const prompt = renderPrompt('user-reflection', {
      instructions,
      conversation: conversationText(transcript),
      message: text,
      problem,
    });
    const written = await speaker.ask([{ role: 'user', content: prompt }], signal);
    const [before = '', ...after] = written.split(/^\s*Response:\s*/m);
    thought = before.replace(/^\s*Reflection:\s*/, '').trim();
    text = after.length === 0 ? written.trim() : after.join('').trim();
  }
  speaker.remember(text);
  return thought === undefined ? { text } : { text, thought };
}

async function reflectThenRespond(occasion: Occasion): Promise<Spoken> {
  const { speaker, instructions, transcript, stop, signal } = occasion;
  const conversation = conversationText(transcript);
  const system = { role: 'system' as const, content: instructions };
  const thought = await speaker.ask(
    [system, { role: 'user', content: renderPrompt('user-reflect', { conversation }) }],
    signal,
  );
  const prompt = renderPrompt('user-respond', { conversation, reflection: thought.trim(), stop });
  const text = (await speaker.ask([system, { role: 'user', content: prompt }], signal)).trim();
  speaker.remember(text);
  return { text, thought: thought.trim() };
}

function draft({ speaker, instructions, transcript, signal }: Occasion): Promise<string> {
  return speaker.ask(userMessages(instructions, transcript, speaker), signal);
}

/** What is wrong with a message, or undefined when it fits or no verdict was given. */
async function problemOf(occasion: Occasion, message: string): Promise<string | undefined> {
  const { speaker, instructions, transcript, signal } = occasion;
  const prompt = renderPrompt('user-verify', {
    instructions,
    conversation: conversationText(transcript),
    message,
  });
  const written = await speaker.ask([{ role: 'user', content: prompt }], signal);
  const verdict = [...written.matchAll(/verdict:\s*\**\s*(yes|no)\b/gi)].at(-1);
  return verdict?.[1]?.toLowerCase() === 'no' ? written.slice(0, verdict.index).trim() : undefined;
}

/** The conversation from the user's side: the representative asks, the model answers. */
function userMessages(instructions: string, transcript: Transcript, speaker: Speaker): ModelMessage[] {
  const messages: ModelMessage[] = [{ role: 'system', content: instructions }];
  if (transcript[0]?.role !== 'agent') messages.push({ role: 'user', content: GREETING });
  let turns = 0;
  for (const turn of transcript) {
    if (turn.role === 'agent') messages.push({ role: 'user', content: turn.text ?? '' });
    if (turn.role !== 'user') continue;
    messages.push({ role: 'assistant', content: speaker.written(turns) ?? turn.text });
    turns += 1;
  }
  return messages;
}

const GREETING = 'Hello! How can I help you today?';

function conversationText(transcript: Transcript): string {
  if (transcript.length === 0) return '(nothing has been said yet; you write first)';
  return transcript
    .flatMap((turn) => {
      if (turn.role === 'tool') return [];
      return [`${turn.role === 'agent' ? 'Representative' : 'Customer'}: ${turn.text ?? ''}`];
    })
    .join('\n');
}
