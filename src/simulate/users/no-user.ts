import { scenarioText } from '../../annotate/index.ts';
import { promptMark, renderPrompt } from '../prompts/index.ts';
import type { User, UserKind, UserMove, UserView } from '../user.ts';

/** Messages of the agent that are answered before the conversation is ended. */
const PATIENCE = 2;

/**
 * No user at all: the agent is given the scenario itself, as one text, and nobody answers. An ablation that shows what
 * is lost in the conversation.
 */
export function noUser(): UserKind {
  return {
    name: 'none',
    persona: null,
    deterministic: true,
    prompts: [promptMark('user-none'), promptMark('user-nobody')],
    start: () => new NoUser(),
  };
}

class NoUser implements User {
  respond({ scenario, transcript }: UserView): UserMove {
    const said = transcript.filter((turn) => turn.role === 'user').length;
    if (said === 0) {
      const situation = [scenario.opening ?? '', scenarioText(scenario)].join('\n').trim();
      return { text: renderPrompt('user-none', { situation }) };
    }
    const last = transcript.at(-1);
    const asks = last?.role === 'agent' && (last.text ?? '').includes('?');
    if (asks && said <= PATIENCE) return { text: renderPrompt('user-nobody', {}) };
    return { text: '', stop: 'stop' };
  }
}
