import type { JsonValue } from '../../base/json/index.ts';
import type { Alternative, FieldDifference } from '../types.ts';
import { fieldWords } from './spellings.ts';

/** Fields that users do not speak of. */
const SILENT = new Set(['id', 'item_id', 'available', 'key']);

/** The sentence to add to the scenario so that only gold fits. */
export function repairSentence(alternative: Alternative): string {
  const { argument, goldValue } = alternative;
  const what = fieldWords(argument ?? alternative.tool)
    .join(' ')
    .replace(/ id$/, '');
  if (alternative.kind === 'extra-write' || alternative.kind === 'superset')
    return 'add: "Nothing else is to be changed."';
  if (alternative.kind === 'dropped-write')
    return `add a sentence that asks for it, or drop the ${alternative.tool} action from gold`;
  const kind = kindOf(alternative.differing);
  if (kind !== undefined) return `add: "For the ${what}, you want to use your ${kind}."`;
  const telling = tellingFields(alternative.differing);
  if (telling.length > 0) {
    const words = telling
      .slice(0, 3)
      .map((field) => `${fieldWords(field.path.at(-1) ?? '').join(' ')} ${say(field.gold)}`);
    return `add: "You want the one with ${words.join(' and ')}."`;
  }
  return `add: "If asked for the ${what === '' ? 'choice' : what}, you say: ${say(goldValue)}."`;
}

/** What a means of payment or the like is called: its kind, and its last digits where another has the same kind. */
function kindOf(differing: readonly FieldDifference[]): string | undefined {
  const gold = (name: string): JsonValue | undefined =>
    differing.find(({ path }) => path.at(-1) === name)?.gold;
  const [source, digits] = [gold('source'), gold('last_four')];
  if (typeof source === 'string') return say(source);
  return typeof digits === 'string' ? `card ending in ${digits}` : undefined;
}

function tellingFields(differing: readonly FieldDifference[]): FieldDifference[] {
  return differing.filter(({ path, gold }) => {
    const name = path.at(-1);
    return name !== undefined && !SILENT.has(name) && gold !== undefined && typeof gold !== 'object';
  });
}

function say(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value.replaceAll('_', ' ') : JSON.stringify(value);
}
