import type { Action } from '../../src/define/index.ts';

/** One recorded trial, as the recordings write it; only what a replay reads. */
export interface Line {
  readonly source: string;
  readonly benchmark: 'tau1' | 'tau2';
  readonly domain: string;
  readonly agent: string;
  readonly model: string;
  readonly task_id: string;
  readonly task_key?: string;
  readonly trial_uid: number;
  readonly termination: string | null;
  readonly reward: number | null;
  readonly instruction_or_task_ref: { readonly instruction?: string } | null;
  readonly gold_actions: readonly RecordedCall[] | null;
  readonly gold_outputs: readonly string[] | null;
  readonly replay: RecordedReplay | null;
  readonly messages: readonly Message[];
}

/** What the original tools made of the recorded calls. */
export interface RecordedReplay {
  readonly engine: string;
  readonly db_match: boolean;
  readonly obs_equal: number;
  readonly obs_total: number;
  readonly unknown_tool_calls: number;
  readonly reward?: number;
  readonly reward_agrees?: boolean;
}

export interface RecordedCall {
  readonly id?: string;
  readonly name: string;
  readonly arguments: Action['args'] | null;
  readonly requestor?: string;
}

export interface Message {
  readonly role: string;
  readonly content: string | null;
  readonly tool_calls?: readonly RecordedCall[];
  readonly tool_call_id?: string;
  readonly requestor?: string;
  readonly text_protocol?: boolean;
  readonly respond?: string;
  readonly action_unparsed?: boolean;
}

/** Why a line is not replayed, or undefined when it is. */
export function whyLeftOut(line: Line): string | undefined {
  if (line.domain !== 'retail' && line.domain !== 'airline') return `domain ${line.domain}`;
  if (line.messages.length === 0) return 'crashed: no messages recorded';
  return line.gold_actions === null ? 'no task recorded' : undefined;
}
