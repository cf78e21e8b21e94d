import type { RandomStream } from 'taskwright';
import { cents, collection, decimal, permute, uniform, weighted } from 'taskwright';
import type { Product } from '../../schemas/retail/types.generated.ts';
import { CATALOG, type OptionValues, type ProductKind, productName } from './catalog.ts';
import { defineGenerator } from './tables.ts';

/** How many variants a product has, as far as its options give as many. */
export const variantsPerProduct = uniform(5, 16);

/** Most variants a product can have: item ids are numbered by it. */
const MOST_VARIANTS = 16;

/** What a variant costs beside its options: most nothing, some a little more, some are on sale. */
const discounts = weighted<'none' | 'small' | 'sale'>([
  ['none', 70],
  ['small', 18],
  ['sale', 12],
]);
const ENDINGS = weighted([
  [0, 4],
  [0.49, 2],
  [0.95, 2],
  [0.99, 2],
]);

/** One way to choose a value for each option, and what it adds to the price. */
interface Choice {
  readonly options: Record<string, string>;
  readonly extra: number;
}

interface Kind {
  readonly base: number;
  /** All combinations of the kind's options. The variants of all products of the kind share them. */
  readonly choices: readonly Choice[];
}

const KINDS: readonly Kind[] = CATALOG.map(({ base, options }) => ({ base, choices: choicesOf(options) }));

export const products = defineGenerator('products', 1, {
  // Ids start with 5 or 6, those of items with 7, 8 or 9.
  identity: ({ index }) => ({ key: decimal(5_000_000_000 + permute(index, 2_000_000_000, 11)) }),
  row: ({ random, index, key }): Product => {
    const { base, choices } = KINDS[index % KINDS.length] as Kind;
    const combinations = choices.length;
    const ending = ENDINGS(random);
    const variants: Product['variants'] = collection();
    const count = Math.min(variantsPerProduct(random), combinations);
    const start = random.int(0, combinations - 1);
    const outOfStock = random.int(0, count - 1);
    for (let number = 0; number < count; number += 1) {
      // A permutation of all combinations, so that none comes twice.
      const combination = permute((start + number) % combinations, combinations, index);
      const { options, extra } = choices[combination] as Choice;
      const item_id = decimal(7_000_000_000 + permute(index * MOST_VARIANTS + number, 3_000_000_000, 12));
      variants[item_id] = {
        item_id,
        options,
        available: number !== outOfStock && !random.chance(0.12),
        price: cents(adjusted(base + extra, random) + ending),
      };
    }
    return { name: productName(index), product_id: key, variants };
  },
  measures: {
    'variants per product': { of: (product: Product) => Object.keys(product.variants).length },
    'variant available': {
      of: (product: Product) => Object.values(product.variants).map(({ available }) => String(available)),
    },
  },
});

function choicesOf(options: ProductKind['options']): readonly Choice[] {
  let choices: Choice[] = [{ options: {}, extra: 0 }];
  for (const [option, values] of Object.entries(options)) {
    const longer = (name: string) => (choice: Choice) => ({
      options: { ...choice.options, [option]: name },
      extra:
        choice.extra +
        (Array.isArray(values) ? 0 : ((values as Readonly<Record<string, number>>)[name] ?? 0)),
    });
    // The first option changes fastest.
    choices = namesOf(values).flatMap((name) => choices.map(longer(name)));
  }
  return choices;
}

/** Names of an option's values, in the catalog's order (object keys of digits would be moved, so none are used there). */
function namesOf(values: OptionValues): readonly string[] {
  return Array.isArray(values) ? values : Object.keys(values);
}

function adjusted(price: number, random: RandomStream): number {
  const kind = discounts(random);
  if (kind === 'none') return price;
  if (kind === 'small') return price + random.int(-2, 3);
  return Math.round(price * (1 - random.int(5, 15) / 100));
}
