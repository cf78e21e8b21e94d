import { defineTool } from '../tables.ts';

/** Ends the conversation, also when the call is refused for its arguments. */
export const transferToHumanAgents = defineTool({
  name: 'transfer_to_human_agents',
  effect: 'read',
  standalone: true,
  endsConversation: true,
  description:
    'Hands the user over to a person and ends the conversation. Only for users who ask for a person, or whose request these tools cannot handle.',
  parameters: {
    type: 'object',
    properties: { summary: { type: 'string', description: "Short account of the user's request." } },
    required: ['summary'],
  },
  run: () => 'Transfer successful',
});
