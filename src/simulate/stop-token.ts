import type { UserTurn } from '../define/index.ts';

const TOKENS = [
  ['###STOP###', 'stop'],
  ['###TRANSFER###', 'transfer'],
  ['###OUT-OF-SCOPE###', 'out-of-scope'],
] as const;

/** Takes stop tokens off a user's message; text glued to a token is kept. */
export function readStopToken(message: string): Pick<UserTurn, 'text' | 'stop'> {
  let text = message;
  let stop: UserTurn['stop'];
  for (const [token, kind] of TOKENS) {
    if (!text.includes(token)) continue;
    stop ??= kind;
    text = text.replaceAll(token, ' ');
  }
  return stop === undefined ? { text } : { text: text.trim(), stop };
}
