import { defineTool } from '../tables.ts';

/** A place for the agent's own reasoning. τ²-bench does not offer it. */
export const think = defineTool({
  name: 'think',
  effect: 'read',
  standalone: true,
  onlyWith: { dialect: ['own', 'tau1'] },
  description:
    'Writes down a thought. Nothing is looked up and nothing changes; use it for complex reasoning or to remember something.',
  parameters: {
    type: 'object',
    properties: { thought: { type: 'string', description: 'The thought.' } },
    required: ['thought'],
  },
  run: () => '',
});
