import { defineRule } from '../tables.ts';
import { PRIVATE_TOOLS } from './private-tools.ts';

export const oneCallAtATime = defineRule({
  id: 'one-call-at-a-time',
  clause: 'one-call',
  sentence: 'A turn of the agent is one tool call or one message, never both and never several calls.',
  needs: 'transcript',
  tools: [
    'calculate',
    'think',
    'transfer_to_human_agents',
    'find_user_id_by_email',
    'find_user_id_by_name_zip',
    'get_product_details',
    'get_item_details',
    'list_all_product_types',
    ...PRIVATE_TOOLS,
  ],
  check({ transcript }) {
    const turn = transcript.findLast((candidate) => candidate.role === 'agent');
    if (turn === undefined) return undefined;
    if ((turn.calls ?? []).length > 1) return 'one turn makes several calls';
    return turn.text !== undefined && turn.text.trim() !== ''
      ? 'one turn both calls a tool and talks to the user'
      : undefined;
  },
});
