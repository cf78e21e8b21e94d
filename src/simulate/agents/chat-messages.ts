import type { ModelCall, ModelMessage } from '../../base/model/index.ts';
import type { Call, Transcript } from '../../define/index.ts';

/** The conversation as a model with tools reads it: calls and results in their own messages. */
export function chatMessages(system: string, transcript: Transcript): ModelMessage[] {
  const messages: ModelMessage[] = [{ role: 'system', content: system }];
  const waiting = new Set<string>();
  for (const turn of transcript) {
    if (turn.role === 'user') messages.push({ role: 'user', content: turn.text });
    else if (turn.role === 'tool') {
      // A result without a call is a word of the loop itself, about an empty reply.
      const answers = waiting.delete(turn.call);
      messages.push(
        answers
          ? { role: 'tool', call: turn.call, content: turn.observation.text }
          : { role: 'user', content: turn.observation.text },
      );
    } else if ((turn.calls ?? []).length > 0) {
      for (const call of turn.calls ?? []) waiting.add(call.id);
      messages.push({
        role: 'assistant',
        content: turn.text ?? null,
        calls: (turn.calls ?? []).map(writtenCall),
      });
    } else if (turn.text !== undefined && turn.text !== '') {
      messages.push({ role: 'assistant', content: turn.text });
    }
  }
  return messages;
}

/** Arguments that could not be read are sent back as `{}`: many servers refuse a history that is no JSON. */
function writtenCall({ id, tool, args, unreadable }: Call): ModelCall {
  return { id, name: tool, arguments: unreadable === undefined ? JSON.stringify(args) : '{}' };
}
