import type { AuditedTask, MutationScore } from './types.ts';

export function mutationScore(_audited: AuditedTask): MutationScore | null {
  return null;
}
