import type { Faker } from '@faker-js/faker';
import { UserError } from '../base/finding/index.ts';
import type { RandomStream } from '../base/random/index.ts';

/** Gives Faker on a row's stream. */
export type FakerSource = (random: RandomStream) => Faker;

/**
 * Makes Faker draw from whichever row's stream it is pointed at, with the domain's time as its now.
 * One instance serves all rows, so nothing is reseeded.
 * @param given the instance of the author's locale, from `@faker-js/faker/locale/…`; without one, asking for Faker is an error
 */
export function fakerSource(given: Faker | undefined, now: string): FakerSource {
  if (given === undefined) {
    return () => {
      throw new UserError('Cannot use faker in a generator: the database config names none', {
        hint: `import { faker } from '@faker-js/faker/locale/en', then defineDatabase({ faker, … })`,
      });
    };
  }
  let current: RandomStream | undefined;
  const FakerOf = given.constructor as typeof Faker;
  const faker = new FakerOf({
    locale: given.rawDefinitions,
    randomizer: { next: () => (current as RandomStream).next(), seed: () => undefined },
  });
  faker.setDefaultRefDate(`${now}Z`);
  return (random) => {
    current = random;
    return faker;
  };
}
