import { type Case, show } from './choice-case.ts';
import type { Hit } from './phrases.ts';
import { polarityAt } from './polarity.ts';
import { spellingsOf } from './spellings.ts';
import type { Testimony } from './verdict.ts';

const ID = /"([a-z]+(?:_[a-z]+)*)_\d{4,}"/g;

/** Lists of ids that tell their kind ("certificate_12", "credit_card_7"): a kind that only one list holds, and the user names. */
export function byKinds({ alternative, reading }: Case): Testimony[] {
  const { goldValue, otherValue } = alternative;
  if (!Array.isArray(goldValue) || !Array.isArray(otherValue)) return [];
  const [gold, other] = [kindsIn(goldValue), kindsIn(otherValue)];
  const named = (kind: string): Hit | undefined =>
    spellingsOf(`${kind}_00000`, { name: 'id' })
      .filter(({ phrase }) => !/\d/.test(phrase))
      .flatMap(({ phrase }) => [...reading.phrases.find(phrase)])
      .find((hit) => polarityAt(reading, hit) === 'for');
  const testimony: Testimony[] = [];
  for (const [side, own, others] of [
    ['gold', gold, other],
    ['other', other, gold],
  ] as const) {
    for (const kind of own) {
      if (others.has(kind)) continue;
      const hit = named(kind);
      if (hit === undefined) continue;
      testimony.push({
        side,
        strength: 0.75,
        extent: hit,
        reason: `the user names ${show(kind.replaceAll('_', ' '))}, which only one of the lists holds`,
      });
    }
  }
  return testimony;
}

function kindsIn(list: readonly unknown[]): ReadonlySet<string> {
  return new Set([...JSON.stringify(list).matchAll(ID)].map((match) => match[1] ?? ''));
}
