import { isJsonObject, type JsonValue } from '../../base/json/index.ts';
import { pairedMembers } from '../alternatives/composites.ts';
import { spellingsOf } from '../evidence/spellings.ts';
import { type Place, placesOfWrite } from '../schema/places.ts';
import type { AuditedTask, GoldWrite, TaskRule } from '../types.ts';

/** Arguments named in one message. */
const NAMED = 6;

interface Untried {
  readonly action: number;
  readonly tool: string;
  /** `items[].note` for a member of a list's items. */
  readonly argument: string;
  /** Whether the scenario's text holds every value that gold gives it. */
  readonly said: boolean;
}

export const untriedArgument: TaskRule = {
  scope: 'task',
  code: 'untried-argument',
  sentence: 'The audit knows other values to try for every argument of every gold write',
  severity: 'note',
  check: (audited) => {
    const untried = audited.writes.flatMap((write) => untriedOf(write, audited));
    if (untried.length === 0) return [];
    const unsaid = untried.filter(({ said }) => !said);
    const names = (list: readonly Untried[]): string => {
      const shown = list.slice(0, NAMED).map(({ action, argument }) => `${argument} of action ${action + 1}`);
      return [...shown, ...(list.length > NAMED ? [`${list.length - NAMED} more`] : [])].join(', ');
    };
    const message =
      unsaid.length === 0
        ? `no other value could be tried for ${names(untried)}; the scenario says what gold gives`
        : `no other value could be tried for ${names(unsaid)}, and the scenario does not say what gold gives: that nothing is found there proves nothing`;
    return [
      {
        message,
        hint: 'give the parameter an enum, "x-references" or "x-candidates", or read by eye whether the scenario settles it',
        evidence: { untried: untried.map((item): JsonValue => ({ ...item })) },
      },
    ];
  },
};

function untriedOf(write: GoldWrite, audited: AuditedTask): Untried[] {
  const places = placesOfWrite(write);
  const byArgument = new Map<string, boolean>();
  for (const place of places) {
    if (
      !isLeaf(place) ||
      places.some((outer) => holds(outer, place) && isTried(outer, place, write, audited))
    )
      continue;
    const argument = place.path.map((step) => (typeof step === 'number' ? '[]' : `.${step}`)).join('');
    const said = isSaid(place, audited);
    byArgument.set(argument.slice(1), said && (byArgument.get(argument.slice(1)) ?? true));
  }
  return [...byArgument].map(([argument, said]) => ({
    action: write.index,
    tool: write.action.tool,
    argument,
    said,
  }));
}

/** Whether the scenario holds a value, in words that people use for it too. */
function isSaid({ path, schema, value }: Place, audited: AuditedTask): boolean {
  const text = audited.text.toLowerCase();
  const name = path.findLast((step) => typeof step === 'string') ?? '';
  return (
    text.includes(String(value).toLowerCase()) ||
    spellingsOf(value, { name, schema }).some(({ phrase }) => text.includes(phrase.toLowerCase()))
  );
}

/** A text, number or the like, and a list of which nothing is known, empty as it is. */
function isLeaf({ value }: Place): boolean {
  return value !== null && (typeof value !== 'object' || (Array.isArray(value) && value.length === 0));
}

function holds(outer: Place, inner: Place): boolean {
  return outer.path.every((step, at) => inner.path[at] === step);
}

/** Whether something says which values a place, or one around it, could take. */
function isTried(outer: Place, { path }: Place, write: GoldWrite, audited: AuditedTask): boolean {
  const { schema } = outer;
  const items = isJsonObject(schema.items) ? schema.items : {};
  const listed = [schema, items].some(
    (node) =>
      typeof node['x-references'] === 'string' ||
      typeof node['x-candidates'] === 'string' ||
      Array.isArray(node.enum) ||
      node.type === 'boolean',
  );
  const member = path[outer.path.length];
  return listed || (typeof member === 'string' && pairedMembers(outer, write, audited).has(member));
}
