import type { Comparison } from './compare.ts';
import type { Line } from './line.ts';
import type { Replayed } from './replay-line.ts';

/** Kinds of disagreement, each with its explanation. */
export const KINDS = {
  agrees: 'every message, call and observation as recorded',
  'other-tools-or-data':
    'observations differ where the original tools, run again on the published data, differ from the record too: recorded with other tools or other data',
  'stop-in-opening':
    'a stop token stands in the first message (a user that thinks aloud): honoured here, not looked for there by the original',
  'thoughts-aloud':
    'messages of the record hold the thoughts of a model (<think>…</think>): cut off here, sent to the other side there',
  'unknown-tools': 'the record calls tools the published domain does not have',
  'cut-off': 'the recording harness cut the trial off (its own errors or step limit)',
  'wrong-arguments':
    'the agent wrote arguments outside the schema: refused here, let through or met with an exception by the original',
  'error-text': 'only texts of refused calls differ: the wording of argument errors is not part of a tool',
  other: 'none of these',
} as const;
export type Kind = keyof typeof KINDS;

/** What explains the difference of one replayed trial. */
export function classify(line: Line, { run }: Replayed, comparison: Comparison): Kind {
  const { messages, observations, first } = comparison;
  if (messages.equal === messages.total && observations.equal === observations.total) return 'agrees';
  if (run.stop === 'user-stop' && run.transcript.length === 1) return 'stop-in-opening';
  const { replay } = line;
  if (replay !== null && replay.obs_equal < replay.obs_total) return 'other-tools-or-data';
  if (first !== undefined && messages.equal < messages.total && /<\/?think>/.test(first))
    return 'thoughts-aloud';
  if ((replay?.unknown_tool_calls ?? 0) > 0) return 'unknown-tools';
  if (first !== undefined && / \| observation Error: (argument |must )/.test(first)) return 'wrong-arguments';
  if (first !== undefined && /^\d+: observation Error/.test(first) && / \| observation Error/.test(first)) {
    return 'error-text';
  }
  const cut = ['max_steps', 'agent_error', 'too_many_errors', 'user_error'].includes(line.termination ?? '');
  return cut || run.stop === 'infrastructure' ? 'cut-off' : 'other';
}
