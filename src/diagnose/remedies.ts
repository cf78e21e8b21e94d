import { z } from 'zod';
import type { LanguageModel } from '../base/model/index.ts';
import type { ErrorGroup } from './group.ts';
import type { JudgeJournal } from './judge/journal.ts';
import type { LowLevelError } from './low-level-error.ts';

/** A sentence to add to what the agent reads, against one category of errors. */
export interface Remedy {
  readonly group: string;
  readonly text: string;
  readonly by: 'code' | 'model';
}

/** Remedies from the labels of the groups alone: what to check before which call. */
export function remediesByCode(groups: readonly ErrorGroup[], errors: readonly LowLevelError[]): Remedy[] {
  return groups.map((group) => {
    const members = errors.filter(({ id }) => group.errors.includes(id));
    return { group: group.label, text: sentenceFor(members[0]?.label ?? group.label), by: 'code' };
  });
}

const SENTENCES: readonly (readonly [RegExp, (tool: string, rest: string) => string])[] = [
  [
    /^wrong (.+)$/,
    (tool, what) =>
      `Before you call ${tool}, compare ${what} with what the user said and with what the tools showed, and work out amounts anew.`,
  ],
  [
    /^not called, agent (?:handed over|refused)$/,
    (tool) =>
      `Do not refuse or hand over what ${tool} can do: look up the data it needs and check the policy word for word before you say no.`,
  ],
  [
    /^not called$/,
    (tool) =>
      `Before you close the conversation, go through all the user asked for and make each call of ${tool} that is still due.`,
  ],
  [
    /^change beyond the task$/,
    (tool) =>
      `Call ${tool} only when the policy allows it for this very case; when it does not, say so and change nothing.`,
  ],
  [
    /^refused by the tool$/,
    (tool) =>
      `When ${tool} answers with an error, find out which argument is wrong and call it again with the right one.`,
  ],
];

function sentenceFor(label: string): string {
  const [tool = '', rest = ''] = label.split(': ');
  for (const [pattern, sentence] of SENTENCES) {
    const found = pattern.exec(rest);
    if (found) return sentence(tool, found[1] ?? '');
  }
  if (label.startsWith('policy broken')) return `Keep to the policy rule "${rest}" before each change.`;
  if (/told to the user/.test(label)) {
    return 'Before you close the conversation, tell the user every number asked for, worked out with a tool.';
  }
  return `Take care to avoid this mistake: ${label}.`;
}

const REPLY = z.object({
  remedies: z.array(z.object({ group: z.string(), text: z.string().min(10).max(500) })).min(1),
});

/** Asks a model for one remedy per category; categories it leaves out get the one by code. */
export async function remediesByModel(
  groups: readonly ErrorGroup[],
  errors: readonly LowLevelError[],
  { model, journal }: { readonly model: LanguageModel; readonly journal: JudgeJournal },
): Promise<Remedy[]> {
  const byCode = remediesByCode(groups, errors);
  const list = groups.map((group, index) => {
    const examples = errors
      .filter(({ id }) => group.exemplars.includes(id))
      .map(({ explanation }) => explanation);
    return `g${index + 1}: ${JSON.stringify({ category: group.label, examples })}`;
  });
  const reply = await journal.ask(
    model,
    {
      messages: [
        { role: 'system', content: SYSTEM },
        { role: 'user', content: list.join('\n') },
      ],
      temperature: 0,
      maxTokens: 3000,
    },
    { seat: 'remedy/0', role: 'diagnosis' },
  );
  let read: z.infer<typeof REPLY> | undefined;
  try {
    const parsed = REPLY.safeParse(JSON.parse(reply.text ?? ''));
    read = parsed.success ? parsed.data : undefined;
  } catch {
    read = undefined;
  }
  return groups.map((group, index): Remedy => {
    const found = read?.remedies.find((remedy) => remedy.group === `g${index + 1}`);
    return found === undefined
      ? (byCode[index] as Remedy)
      : { group: group.label, text: found.text, by: 'model' };
  });
}

const SYSTEM = [
  'You write one instruction for an agent against each category of its errors: what to check or do, and when.',
  'Instructions hold for any user and task: no names, numbers or ids of the examples.',
  'Answer with one JSON object and nothing else, no code fence: {"remedies":[{"group":"g1","text":"…"}]}',
].join('\n');
