import type { Alternative, AuditContext, AuditedTask } from '../types.ts';
import { polarityAt } from './polarity.ts';
import { readingOf } from './reading.ts';
import { findVerbs, verbsOf } from './verbs.ts';
import type { Testimony } from './verdict.ts';

/** Whether the scenario asks for a gold write at all: without it, leaving the write out is as good. */
export function testifyOnDeed(
  alternative: Alternative,
  audited: AuditedTask,
  context: AuditContext,
): Testimony[] {
  const reading = readingOf(audited);
  const tool = context.domain.tool(alternative.tool);
  const verbs = tool === undefined ? new Set<string>() : verbsOf(tool);
  if (verbs.size === 0)
    return [{ side: 'gold', strength: 0.4, reason: 'what the tool does has no usual words' }];
  const places = findVerbs(reading, verbs);
  const asked = places.find((at) => polarityAt(reading, { first: at, last: at + 1 }) === 'for');
  const named = asked ?? places[0];
  if (named === undefined) return [{ side: 'open', strength: 0.6, reason: 'no words ask for it' }];
  const token = reading.tokens[named];
  return [
    {
      side: 'gold',
      strength: asked === undefined ? 0.5 : 0.75,
      extent: token,
      reason: 'the user asks for it',
    },
  ];
}
