import { AIRPORTS } from './airports.ts';

/** Words people use for each airport. */
const AIRPORT_WORDS: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(Object.entries(AIRPORTS).map(([code, city]) => [code, [city]])),
  JFK: ['New York', 'Kennedy'],
  LGA: ['LaGuardia', 'New York'],
  EWR: ['Newark', 'New York'],
};

export const ORIGIN = {
  type: 'string',
  description: 'Three-letter code of the airport the trip starts from, for example "BOS".',
  'x-synonyms': AIRPORT_WORDS,
} as const;

export const DESTINATION = {
  type: 'string',
  description: 'Three-letter code of the airport the trip goes to, for example "SEA".',
  'x-synonyms': AIRPORT_WORDS,
} as const;

export const DATE = {
  type: 'string',
  description: 'Date the flight leaves, YYYY-MM-DD, for example "2024-05-20".',
} as const;

export const CABIN = {
  type: 'string',
  description: 'Cabin class of every flight and passenger of the reservation.',
  enum: ['basic_economy', 'economy', 'business'],
  'x-order': 'higher',
  'x-synonyms': {
    basic_economy: ['basic economy', 'basic'],
    economy: ['coach', 'main cabin'],
    business: ['business class', 'first class'],
  },
} as const;

export const USER_ID = {
  type: 'string',
  description: 'Id of the user, for example "nora_berg_1204".',
  'x-references': 'users',
} as const;

export const RESERVATION_ID = {
  type: 'string',
  description: 'Id of the reservation, for example "K4T0PX".',
  'x-references': 'reservations',
  'x-candidates': 'reservationsOfUser',
} as const;

export const PAYMENT_ID = {
  type: 'string',
  description: 'Id of a payment method in the profile of the user, for example "credit_card_1203344".',
  'x-references': 'users/payment_methods',
  'x-candidates': 'paymentMethodsOfUser',
} as const;

export const FLIGHTS = {
  type: 'array',
  description: 'All flights of the trip in the order they are flown.',
  'x-candidates': 'itinerariesOnRoute',
  items: {
    type: 'object',
    description: 'One flight.',
    properties: {
      flight_number: {
        type: 'string',
        description: 'Number of the flight, for example "HAT020".',
        'x-references': 'flights',
      },
      date: DATE,
    },
    required: ['flight_number', 'date'],
  },
} as const;

export const PASSENGERS = {
  type: 'array',
  description: 'Everyone who flies.',
  'x-candidates': 'passengerLists',
  items: {
    type: 'object',
    description: 'One passenger.',
    properties: {
      first_name: { type: 'string', description: 'Given name.' },
      last_name: { type: 'string', description: 'Family name.' },
      dob: { type: 'string', description: 'Date of birth, YYYY-MM-DD.' },
    },
    required: ['first_name', 'last_name', 'dob'],
  },
} as const;

export const TOTAL_BAGS = {
  type: 'integer',
  description: 'Checked bags altogether, free ones included.',
  'x-candidates': 'bagCounts',
  'x-unit': 'bags',
} as const;

export const PAID_BAGS = {
  type: 'integer',
  description: 'Checked bags that are paid for.',
  'x-candidates': 'paidBagCounts',
  'x-unit': 'bags',
} as const;
