import { defineRule } from '../tables.ts';

const REASONS = ['no longer needed', 'ordered by mistake'] as const;

export const cancelReason = defineRule({
  id: 'cancel-reason',
  clause: 'cancel.reason',
  sentence: 'An order is cancelled for one of the two accepted reasons.',
  needs: 'state',
  tools: ['cancel_pending_order'],
  argument: 'reason',
  check: ({ args }) =>
    REASONS.some((reason) => reason === args.reason)
      ? undefined
      : `"${String(args.reason)}" is no accepted reason`,
});
