import type { RandomStream } from '../../base/random/index.ts';
import { decimal, digits } from '../values/digits.ts';
import { weighted } from '../values/weighted.ts';

export interface PostalAddress {
  readonly address1: string;
  readonly address2: string;
  readonly city: string;
  readonly country: string;
  readonly state: string;
  readonly zip: string;
}

/** All postal codes of a city, from 01. */
function zipsOf(start: string): readonly string[] {
  return Array.from({ length: 99 }, (_, index) => start + digits(index + 1, 2));
}

/** City, state, first three digits of its postal codes, and how often it is drawn. */
const CITIES = weighted(
  (
    [
      ['Albuquerque', 'NM', '871', 3],
      ['Atlanta', 'GA', '303', 5],
      ['Baltimore', 'MD', '212', 4],
      ['Boise', 'ID', '837', 2],
      ['Boston', 'MA', '021', 5],
      ['Buffalo', 'NY', '142', 2],
      ['Charleston', 'SC', '294', 2],
      ['Chicago', 'IL', '606', 8],
      ['Cincinnati', 'OH', '452', 3],
      ['Cleveland', 'OH', '441', 3],
      ['Dallas', 'TX', '752', 6],
      ['Denver', 'CO', '802', 5],
      ['Des Moines', 'IA', '503', 2],
      ['Detroit', 'MI', '482', 4],
      ['Houston', 'TX', '770', 7],
      ['Kansas City', 'MO', '641', 3],
      ['Los Angeles', 'CA', '900', 8],
      ['Louisville', 'KY', '402', 2],
      ['Madison', 'WI', '537', 2],
      ['Memphis', 'TN', '381', 3],
      ['Miami', 'FL', '331', 5],
      ['Milwaukee', 'WI', '532', 3],
      ['Minneapolis', 'MN', '554', 4],
      ['Nashville', 'TN', '372', 4],
      ['New Orleans', 'LA', '701', 3],
      ['New York', 'NY', '100', 9],
      ['Omaha', 'NE', '681', 2],
      ['Orlando', 'FL', '328', 3],
      ['Philadelphia', 'PA', '191', 5],
      ['Phoenix', 'AZ', '850', 5],
      ['Pittsburgh', 'PA', '152', 3],
      ['Portland', 'ME', '041', 1],
      ['Portland', 'OR', '972', 4],
      ['Raleigh', 'NC', '276', 3],
      ['Richmond', 'VA', '232', 2],
      ['Sacramento', 'CA', '958', 3],
      ['Salt Lake City', 'UT', '841', 3],
      ['San Antonio', 'TX', '782', 4],
      ['San Diego', 'CA', '921', 5],
      ['Seattle', 'WA', '981', 5],
      ['Springfield', 'IL', '627', 1],
      ['Springfield', 'MO', '658', 1],
      ['St. Louis', 'MO', '631', 3],
      ['Tampa', 'FL', '336', 3],
      ['Tucson', 'AZ', '857', 2],
    ] as const
  ).map(([city, state, zip, weight]) => [{ city, state, zips: zipsOf(zip) }, weight] as const),
);

const STREETS =
  `Alder Birch Canal Chestnut Clifton Copper Harbor Hawthorne Hillcrest Juniper Larkspur Linden Magnolia Market Meadow
  Mill Orchard Pearl Prairie Quarry Railroad Ridge Sycamore Tamarack Union Vine Walnut Willow Windmill Wharf`.split(
    /\s+/,
  );
const KINDS = ['Street', 'Avenue', 'Lane', 'Court', 'Road', 'Way', 'Terrace', 'Boulevard'];
/** Every street as each kind: `ENDS[street][kind]` is what follows the house number. */
const ENDS = STREETS.map((street) => KINDS.map((kind) => ` ${street} ${kind}`));
/** Units of a building by their number; the list begins with number 0, which is none. */
const UNITS = weighted([
  [numbered('Apt', 480), 5],
  [numbered('Unit', 480), 3],
  [numbered('Floor', 24), 1],
]);

function numbered(unit: string, last: number): readonly string[] {
  return Array.from({ length: last + 1 }, (_, number) => `${unit} ${number}`);
}

/** A United States address: the state is the city's, and the postal code is one of the city's. */
export function postalAddress(random: RandomStream): PostalAddress {
  const { city, state, zips } = CITIES(random);
  const unit = UNITS(random);
  return {
    address1: decimal(random.int(1, 1999)) + random.pick(random.pick(ENDS)),
    address2: unit[random.int(1, unit.length - 1)] as string,
    city,
    country: 'USA',
    state,
    zip: zips[random.int(0, 98)] as string,
  };
}
