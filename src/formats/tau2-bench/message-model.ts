import { z } from 'zod';
import { anything, float, integer, optional, text, truth } from './fields.ts';

const requestor = z.enum(['user', 'assistant']);

export const toolCall = z.object({
  id: text.default(''),
  name: text,
  arguments: anything,
  requestor: requestor.default('assistant'),
});

const when = { turn_idx: optional(integer), timestamp: optional(text) };

const participant = {
  content: optional(text),
  tool_calls: optional(z.array(toolCall)),
  ...when,
  cost: optional(float),
  usage: optional(anything),
  raw_data: optional(anything),
};

const toolMessage = z.object({
  id: text,
  role: z.literal('tool'),
  content: optional(text),
  requestor: requestor.default('assistant'),
  error: truth.default(false),
  ...when,
});

/** One message of a conversation, text only: τ²-bench's fields for sound are not read. */
export const message = z.union([
  z.object({ role: z.literal('system'), content: optional(text), ...when }),
  z.object({ role: z.literal('assistant'), ...participant }),
  z.object({ role: z.literal('user'), ...participant }),
  toolMessage,
  z.object({ role: z.literal('tool'), tool_messages: z.array(toolMessage) }),
]);
