import { isPartlyFlown } from '../itinerary.ts';
import { defineRule } from '../tables.ts';

const ASKS_FOR_PERSON =
  /\b(human|person|representative|supervisor|manager|someone else|live agent|transfer)\b/i;

/**
 * What is out of scope cannot be decided from data alone, so that the rule looks for any sign of it: the user asks for a
 * person, a tool has refused something, or a trip that was looked at has been flown in part.
 */
export const transferOutOfScope = defineRule({
  id: 'transfer-out-of-scope',
  clause: 'work.transfer',
  sentence: 'The user is handed over only when the request lies outside what the agent can do.',
  needs: 'transcript',
  tools: ['transfer_to_human_agents'],
  check({ database, history, said }) {
    if (ASKS_FOR_PERSON.test(said)) return undefined;
    if (history.some(({ observation }) => observation.failed)) return undefined;
    const flown = history.some(({ args }) => {
      const reservation =
        typeof args.reservation_id === 'string' ? database.reservations.get(args.reservation_id) : undefined;
      return reservation !== undefined && isPartlyFlown(database, reservation);
    });
    return flown ? undefined : 'nothing shows that the request is out of scope';
  },
});
