/** Parameters that several tools share. What the agent reads is written here once. */
export const orderId = {
  type: 'string',
  description: 'Id of the order, with the "#" it begins with, for example "#W0000000".',
  'x-references': 'orders',
  'x-candidates': 'ordersOfUser',
} as const;

export const userId = {
  type: 'string',
  description: 'Id of the user, for example "sara_doe_496".',
  'x-references': 'users',
  'x-candidates': 'sameUser',
} as const;

/** Each tool says what it does to them. */
export const oldItemIds = {
  type: 'array',
  items: { type: 'string', 'x-references': 'products/variants' },
  'x-candidates': 'otherItemsOfOrder',
} as const;

export const newItemIds = {
  type: 'array',
  items: { type: 'string', 'x-references': 'products/variants' },
  description:
    'Ids of the items wanted instead, in the same order as item_ids: the item at each position replaces the one at the same position there and is a variant of the same product.',
  'x-candidates': 'variantsByPosition',
} as const;

export const paymentMethodId = {
  type: 'string',
  description:
    'Id of one of the user\'s payment methods, for example "gift_card_0000000" or "credit_card_0000000"; the user\'s profile lists them.',
  'x-references': 'users/payment_methods',
  'x-candidates': 'paymentMethodsOfUser',
} as const;

export const addressFields = {
  address1: { type: 'string', description: 'First line of the address, for example "123 Main St".' },
  address2: {
    type: 'string',
    description: 'Second line of the address, for example "Apt 1", or "" for none.',
  },
  city: { type: 'string', description: 'City, for example "San Francisco".' },
  state: { type: 'string', description: 'State, for example "CA".' },
  country: { type: 'string', description: 'Country, for example "USA".' },
  zip: { type: 'string', description: 'Zip code, for example "12345".' },
} as const;

export const ADDRESS_FIELDS = ['address1', 'address2', 'city', 'state', 'country', 'zip'] as const;

/** The address in arguments, in the order the shops write it. */
export function addressIn(args: Readonly<Record<(typeof ADDRESS_FIELDS)[number], string>>) {
  const { address1, address2, city, state, country, zip } = args;
  return { address1, address2, city, state, country, zip };
}
