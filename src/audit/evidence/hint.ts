import { isJsonObject, type JsonValue } from '../../base/json/index.ts';
import type { Alternative, Entity, FieldDifference } from '../types.ts';
import { toolsOf } from './remaking.ts';

/** Fields that users do not speak of. */
const SILENT = new Set(['id', 'item_id', 'available', 'key']);

/** Fields named in one sentence. */
const NAMED = 3;

/** Letters beyond which nobody would say a value in a sentence. */
const SAYABLE = 160;

/** What to add to the scenario so that only gold fits; `add: "…"` where it is a sentence ready to be put in. */
export function repairSentence(alternative: Alternative): string {
  switch (alternative.kind) {
    case 'path':
      return pathHint(alternative);
    case 'extra-write':
    case 'superset':
      return 'add: "Nothing else is to be changed."';
    case 'dropped-write':
      return `add a sentence that asks for it, or drop the ${alternative.tool} action from gold`;
    case 'row':
      return `add: "You mean the ${thing(alternative)} ${String(alternative.goldValue)}."`;
    default:
      return choiceHint(alternative);
  }
}

/** What to do where the words speak for the alternative: which side is wrong, the author must say, so that nothing is ready to be put in. */
export function hintAgainstGold(alternative: Alternative): string {
  if (alternative.kind === 'extra-write' || alternative.kind === 'superset')
    return 'let gold do it too, or take the words that ask for it out of the scenario';
  if (alternative.kind === 'dropped-write' || alternative.kind === 'subset')
    return 'take it out of gold, or let the scenario ask for it';
  const sentence = /^add: (".+")$/.exec(repairSentence(alternative))?.[1];
  return sentence === undefined
    ? 'let gold take the other value, or change the words that speak for it'
    : `let gold take the other value, or let the scenario say: ${sentence}`;
}

/** Nobody says in the scenario which calls to make, but the user can say what comes first or goes together. */
function pathHint({ path, argument, goldValue, otherValue }: Alternative): string {
  switch (path) {
    case 'order':
      return 'say in the scenario which of the two the user wants first, or let the tools end in one state either way';
    case 'list-order':
      return `mark the field with "x-unordered": true if its order means nothing, or name the items of "${argument}" in order in the scenario`;
    case 'merge':
      return 'say in the scenario that the user asks for one thing, and for the next when that is done';
    case 'split':
      return 'say in the scenario that the user wants all of it in one change';
    case 'skip-step':
      return 'say in the scenario that the user wants the first change done before asking for the next';
    default:
      return `add: "You want to ${deeds(goldValue)}, not to ${deeds(otherValue)}."`;
  }
}

function choiceHint(alternative: Alternative): string {
  const { goldValue, otherValue, differing } = alternative;
  const kind = kindOf(alternative);
  if (kind !== undefined) return `add: "For the ${thing(alternative)}, you want to use your ${kind}."`;
  const telling = tellingFields(differing);
  if (telling.length > 0) {
    const words = telling.map(({ path, gold }) => `${label(path.at(-1) ?? '')} ${say(gold)}`);
    return `add: "You want the one with ${words.join(' and ')}."`;
  }
  const what = thing(alternative);
  if (typeof goldValue === 'number') return `add: "You want ${goldValue} ${what}."`;
  const said = sayItems(goldValue, otherValue);
  if (said.length > SAYABLE) return `let the scenario say which ${what} the user wants`;
  return Array.isArray(goldValue) && goldValue.some(isJsonObject)
    ? `let the scenario say which ${what} the user wants: ${said}`
    : `add: "If asked for the ${what}, you say: ${said}${notThat(said, otherValue)}."`;
}

/** Where the words for one value are part of the words for another: `economy, not basic economy`. */
function notThat(said: string, other: JsonValue): string {
  return typeof other === 'string' && say(other).includes(said) ? `, not ${say(other)}` : '';
}

/** What an argument names, in words: `reservation` for `reservation_id`. */
function thing({ argument, tool }: Alternative): string {
  const words = label(argument ?? tool).replace(/ ids?$/, '');
  return words === '' ? 'choice' : words;
}

function label(name: string): string {
  return name
    .replaceAll('_', ' ')
    .replaceAll(/(\p{Ll})(\p{Lu}|\d)/gu, '$1 $2')
    .toLowerCase();
}

/** "Cancel reservation and book reservation": the tools of a way, in words. */
function deeds(way: JsonValue): string {
  return [...new Set(toolsOf(way))].map((tool) => tool.replaceAll('_', ' ')).join(' and ');
}

/** What a means of payment or the like is called: its kind, and its last digits where another has the same kind. */
function kindOf({ differing, goldEntity }: Alternative): string | undefined {
  const find = (name: string) => differing.find(({ path }) => path.at(-1) === name);
  const [source, digits] = [find('source'), find('last_four')?.gold];
  if (typeof source?.gold === 'string')
    return source.other === source.gold ? undefined : call(source.gold, goldEntity);
  return typeof digits === 'string' ? `card ending in ${digits}` : undefined;
}

/** A kind as its schema says that people call it. */
function call(kind: string, entity: Entity | undefined): string {
  const properties = entity?.schema.properties;
  const field = isJsonObject(properties) ? properties.source : undefined;
  const synonyms = isJsonObject(field) ? field['x-synonyms'] : undefined;
  const words = isJsonObject(synonyms) ? synonyms[kind] : undefined;
  const [first] = Array.isArray(words) ? words : [];
  return typeof first === 'string' ? first : say(kind);
}

/** Fields a user would tell it by: words before numbers, since a price follows from the choice. */
function tellingFields(differing: readonly FieldDifference[]): readonly FieldDifference[] {
  const fields = differing.filter(({ path, gold }) => {
    const name = path.at(-1);
    return name !== undefined && !SILENT.has(name) && gold !== undefined && typeof gold !== 'object';
  });
  const words = fields.filter(({ gold }) => typeof gold !== 'number');
  return (words.length > 0 ? words : fields).slice(0, NAMED);
}

/** A value as one says it; of two lists, the items that only gold's has. */
function sayItems(gold: JsonValue, other: JsonValue): string {
  if (!Array.isArray(gold)) return say(gold);
  const others = new Set(Array.isArray(other) ? other.map((item) => JSON.stringify(item)) : []);
  const own = gold.filter((item) => !others.has(JSON.stringify(item)));
  return (own.length > 0 ? own : gold).map((item: JsonValue) => say(item)).join(', ');
}

function say(value: JsonValue | undefined): string {
  if (typeof value === 'string') return value.replaceAll('_', ' ');
  if (Array.isArray(value)) return value.map((item: JsonValue) => say(item)).join(', ');
  // Ids inside lists are said as they stand: with blanks they would name nothing.
  if (isJsonObject(value))
    return Object.values(value)
      .map((part) => (typeof part === 'string' ? part : say(part)))
      .join(' ');
  return JSON.stringify(value);
}
