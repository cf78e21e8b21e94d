import { sha256 } from '../../base/json/index.ts';
import type { PromptMark } from '../prompts/index.ts';

/** How a user behaves, apart from what they want: any persona can play any scenario. */
export interface Persona {
  /** Kebab-case. */
  readonly name: string;
  readonly description: string;
  /** What they know of the company's ways and words. */
  readonly knowledge: 'expert' | 'ordinary' | 'novice';
  /** When a fact is told. Kept by code: a fact that is not released is not in the model's prompt. */
  readonly disclosure: 'open' | 'when-asked' | 'asked-twice';
  /** `slips`: one number is told wrong first and put right in the next message. */
  readonly accuracy: 'exact' | 'slips';
  readonly patience: 'patient' | 'short';
  /** What they do when something is refused. */
  readonly compliance: 'accepts' | 'objects-once' | 'presses';
  readonly verbosity: 'terse' | 'plain' | 'talkative';
  /** A language, or how it is spoken. */
  readonly language: string;
}

const SENTENCES = {
  knowledge: {
    expert:
      'You know how such services work: you say what you want exactly, in the right words and step by step.',
    ordinary: 'You know about as much of such services as most people do.',
    novice:
      'You do not know how such services work and which details matter; you describe things in everyday words and are unsure what can be done.',
  },
  disclosure: {
    open: 'You tell a detail when the step at hand needs it.',
    'when-asked': 'You tell a detail only when you are asked for it, and only that one.',
    'asked-twice':
      'You are reluctant to tell details; you ask what they are needed for before you tell them.',
  },
  accuracy: {
    exact: 'What you tell is right.',
    slips: 'You sometimes mix up a number; when your facts say that you did, put it right.',
  },
  patience: {
    patient: 'You wait calmly and answer every question.',
    short: 'You are in a hurry and say so when questions go on, but you still answer them.',
  },
  compliance: {
    accepts: 'When something is refused, you accept it and go on with what else you want.',
    'objects-once':
      'When something is refused, you object once, politely; when it is refused again, you accept it.',
    presses:
      'When something is refused, you press twice, with reasons of your own feeling but no made-up facts; then you accept it.',
  },
  verbosity: {
    terse: 'You write a few words, seldom a whole sentence.',
    plain: 'You write one or two sentences.',
    talkative: 'You write at length and stray to how your day went, without inventing names, numbers or ids.',
  },
} as const;

/** A persona's behaviour as instructions, one a line. */
export function personaLines(persona: Persona): string[] {
  return [
    SENTENCES.knowledge[persona.knowledge],
    SENTENCES.disclosure[persona.disclosure],
    SENTENCES.accuracy[persona.accuracy],
    SENTENCES.patience[persona.patience],
    SENTENCES.compliance[persona.compliance],
    SENTENCES.verbosity[persona.verbosity],
    `You write in ${persona.language}.`,
  ];
}

/** Identifies what a persona told the model, so that trials with other wording are told apart. */
export function personaMark(persona: Persona): PromptMark {
  const text = [persona.disclosure, persona.accuracy, ...personaLines(persona)].join('\n');
  return { name: `persona/${persona.name}`, version: '1', hash: sha256(text).slice(0, 16) };
}
