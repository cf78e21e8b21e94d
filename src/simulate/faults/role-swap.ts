import type { FaultRule } from './fault.ts';

/** What only the representative says. */
const PHRASES: readonly RegExp[] = [
  /\bhow (can|may) i (help|assist) you\b/i,
  /\bi('d| would) be (happy|glad) to (help|assist) you\b/i,
  /\b(is|was) there anything else i can (help|assist|do for) (you|with)\b/i,
  /\bthank you for (contacting|calling|reaching out to)\b/i,
  /\b(could|can|may) you please (provide|confirm|verify) your (user id|account|email|full name|order|reservation|zip)/i,
  /\bi('ve| have) (successfully )?(processed|cancelled|canceled|updated|modified|refunded|booked) your\b/i,
  /\byour (order|reservation|account|refund|exchange|return) (has been|was) (successfully )?(processed|cancelled|canceled|updated|modified|exchanged|booked|issued)\b/i,
  /\blet me (look up|check|pull up|retrieve) your (order|account|reservation|profile|details)\b/i,
];

export const roleSwap: FaultRule = {
  code: 'role-swap',
  sentence: 'the user speaks as the representative',
  check: ({ text }) => {
    for (const phrase of PHRASES) {
      const found = phrase.exec(text)?.[0];
      if (found !== undefined) return `the user speaks as the representative: "${found}"`;
    }
    return undefined;
  },
};
