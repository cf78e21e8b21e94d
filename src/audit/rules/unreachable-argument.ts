import type { JsonValue } from '../../base/json/index.ts';
import { leaves } from '../reach/reach.ts';
import { type Place, placesOf } from '../schema/places.ts';
import type { AuditedTask, RuleFinding, TaskRule } from '../types.ts';
import { shorten } from './describe.ts';

/**
 * Values of gold writes are compared with all that an agent can learn: the scenario's words, then every read tool with
 * every known value, to a fixed point. A gold list that merely omits the read is no finding.
 */
export const unreachableArgument: TaskRule = {
  scope: 'task',
  code: 'unreachable-argument',
  sentence: 'An agent can learn every value of a gold write from the user and the read tools',
  severity: 'error',
  check: (audited) => {
    const found: RuleFinding[] = [];
    const reported = new Set<string>();
    for (const write of audited.writes) {
      const tool = audited.start.domain.tool(write.action.tool);
      if (tool === undefined) continue;
      const siblings = leaves(write.action.args);
      for (const place of placesOf(tool, write.action.args)) {
        if (!isKey(place, audited) || reported.has(String(place.value))) continue;
        if (audited.reach.knows(place.value, siblings) || isMade(place.value, audited)) continue;
        reported.add(String(place.value));
        found.push({
          action: write.index,
          argument: place.argument,
          message: `argument "${place.argument}" of gold action ${write.index + 1} (${tool.name}) is ${shorten(JSON.stringify(place.value))}, which neither the scenario nor any read tool that its facts open gives an agent`,
          hint: `let the user know ${shorten(JSON.stringify(place.value))}, or something by which a read tool finds it`,
          evidence: {
            value: place.value,
            tried: [...audited.reach.rows].slice(0, 20),
          },
        });
        // One gap is reported once: what hangs on it is not.
        return found;
      }
    }
    return found;
  },
};

/** Only keys of rows and items must be learnt: names, addresses and free text may be said in any words. */
function isKey({ schema, value }: Place, audited: AuditedTask): boolean {
  if (typeof value !== 'string' || Array.isArray(schema.enum)) return false;
  if (typeof schema['x-references'] === 'string') return true;
  return Object.keys(audited.start.domain.tables).some((table) =>
    audited.start.state.base.rows(table).has(value),
  );
}

/** Keys of rows that gold itself has made before. */
function isMade(value: JsonValue, audited: AuditedTask): boolean {
  const text = String(value);
  return audited.gold.steps.some(
    ({ effect, observation }) => effect === 'write' && !observation.failed && observation.text.includes(text),
  );
}
