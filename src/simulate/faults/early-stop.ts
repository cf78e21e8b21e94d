import type { FaultRule } from './fault.ts';

const ASKS_CONSENT =
  /\b(do you (confirm|agree|consent|want me to|wish to|approve|still want)|would you like (me )?to (proceed|go ahead|continue|cancel|book|update|exchange|return)|(shall|should|may|can) i (proceed|go ahead|continue|cancel|book)|please (confirm|reply|respond|type|say)[^.?!]{0,60}\b(yes|proceed|confirm)|is (this|that|everything) (correct|okay|ok|right)|\(yes\/no\)|confirm\b[^.?!]{0,80}\?)/i;
const AGREES =
  /^\W*(yes|yep|yeah|sure|ok|okay|correct|confirmed?|i confirm|i agree|go ahead|please (do|proceed|go ahead)|proceed|that('s| is) (right|correct|fine)|sounds good|absolutely|of course)\b/i;

export const earlyStop: FaultRule = {
  code: 'early-stop',
  sentence:
    'the user agrees to what the agent asks consent for and stops in the same turn, before it can be done',
  check: ({ text, heard, stopped }) => {
    const asked = heard.at(-1) ?? '';
    if (
      !stopped ||
      /\b(transfer|human)\b/i.test(text) ||
      !AGREES.test(text) ||
      !ASKS_CONSENT.test(lastPart(asked))
    )
      return undefined;
    return `the user agreed and stopped before it was done: "${text.trim().slice(0, 60)}"`;
  },
};

/** The end of a message, where its question stands. */
function lastPart(message: string): string {
  return message.slice(-400);
}
