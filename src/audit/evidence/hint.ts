import type { JsonValue } from '../../base/json/index.ts';
import type { Alternative, FieldDifference } from '../types.ts';
import { fieldWords } from './spellings.ts';

/** Fields that users do not speak of. */
const SILENT = new Set(['id', 'item_id', 'available', 'key']);

/** The sentence to add to the scenario so that only gold fits. */
export function repairSentence(alternative: Alternative): string {
  const { argument, goldValue, kind } = alternative;
  const what = fieldWords(argument ?? alternative.tool)
    .join(' ')
    .replace(/ id$/, '');
  if (kind === 'extra-write' || kind === 'superset') return 'add: "Nothing else is to be changed."';
  if (kind === 'dropped-write')
    return `add a sentence that asks for it, or drop the ${alternative.tool} action from gold`;
  const telling = tellingFields(alternative.differing);
  if (telling.length > 0) {
    const words = telling
      .slice(0, 3)
      .map((field) => `${fieldWords(field.path.at(-1) ?? '').join(' ')} ${say(field.gold)}`);
    return `add: "You want the one with ${words.join(' and ')}."`;
  }
  return `add: "For the ${what === '' ? 'choice' : what}, you want ${say(goldValue)}."`;
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
