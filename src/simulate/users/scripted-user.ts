import { scenarioText } from '../../annotate/index.ts';
import type { User, UserKind, UserMove, UserView } from '../user.ts';

/**
 * A user without a model: opens with all it wants, agrees when asked, and stops when the agent asks nothing more.
 * Fit for agents that follow a plan; it does not argue and does not change its mind.
 */
export function scriptedUser(): UserKind {
  return { name: 'scripted', persona: null, deterministic: true, start: () => new ScriptedUser() };
}

class ScriptedUser implements User {
  respond({ scenario, transcript }: UserView): UserMove {
    const last = transcript.at(-1);
    if (last === undefined) return { text: scenario.opening ?? scenarioText(scenario) };
    const message = last.role === 'agent' ? (last.text ?? '') : '';
    if (/\bconfirm\b|\(yes\/no\)|proceed\?/i.test(message)) return { text: 'Yes, please go ahead.' };
    if (message.includes('?')) return { text: scenarioText(scenario) };
    return { text: 'Thank you, that is all.', stop: 'stop' };
  }
}
