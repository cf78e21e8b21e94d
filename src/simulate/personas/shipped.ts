import { suggest, UserError } from '../../base/finding/index.ts';
import type { Persona } from './persona.ts';

const plain: Omit<Persona, 'name' | 'description'> = {
  knowledge: 'ordinary',
  disclosure: 'open',
  accuracy: 'exact',
  patience: 'patient',
  compliance: 'accepts',
  verbosity: 'plain',
  language: 'English',
};

/** The shipped personas by name. `expert` and `non-expert` match those of TED (arXiv 2603.15483). */
export const personas: Readonly<Record<string, Persona>> = byName([
  {
    ...plain,
    name: 'expert',
    description: 'knows the system, exact, gives what the step needs',
    knowledge: 'expert',
  },
  {
    ...plain,
    name: 'non-expert',
    description: 'knows little, casual, gives only what is asked',
    knowledge: 'novice',
    disclosure: 'when-asked',
    verbosity: 'terse',
  },
  {
    ...plain,
    name: 'reluctant',
    description: 'has to be asked twice before a detail is told',
    disclosure: 'asked-twice',
    compliance: 'objects-once',
  },
  {
    ...plain,
    name: 'hurried',
    description: 'short of time and of words',
    patience: 'short',
    verbosity: 'terse',
    compliance: 'objects-once',
  },
  { ...plain, name: 'insistent', description: 'presses when refused', compliance: 'presses' },
  { ...plain, name: 'talkative', description: 'writes at length and strays', verbosity: 'talkative' },
  {
    ...plain,
    name: 'forgetful',
    description: 'tells one number wrong first and puts it right',
    accuracy: 'slips',
    disclosure: 'when-asked',
  },
  {
    ...plain,
    name: 'second-language',
    description: 'writes simple, imperfect English',
    verbosity: 'terse',
    language: 'simple English with the small mistakes of someone whose first language it is not',
  },
]);

/** @throws UserError when no persona has that name */
export function findPersona(name: string): Persona {
  const persona = Object.hasOwn(personas, name) ? personas[name] : undefined;
  if (persona !== undefined) return persona;
  throw new UserError(`Cannot find persona "${name}": there is no such persona`, {
    hint: suggest(name, Object.keys(personas)),
  });
}

function byName(list: readonly Persona[]): Record<string, Persona> {
  return Object.fromEntries(list.map((persona) => [persona.name, persona]));
}
