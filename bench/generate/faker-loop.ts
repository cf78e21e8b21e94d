import { type Contender, makeRecords } from './contender.ts';

interface User {
  readonly user_id: string;
  readonly address: object;
  readonly payment_methods: Readonly<Record<string, object>>;
  readonly orders: string[];
}

/** What someone writes in ten minutes with Faker: users, then orders of them. Nothing is checked. */
export async function fakerLoop(): Promise<Contender> {
  const { faker } = await import('@faker-js/faker/locale/en');
  faker.seed(1);
  const address = () => ({
    address1: faker.location.streetAddress(),
    address2: faker.location.secondaryAddress(),
    city: faker.location.city(),
    country: 'USA',
    state: faker.location.state({ abbreviated: true }),
    zip: faker.location.zipCode('#####'),
  });
  const user = () => {
    const first_name = faker.person.firstName();
    const last_name = faker.person.lastName();
    const id = `credit_card_${faker.string.numeric(7)}`;
    return {
      user_id: `${first_name}_${last_name}_${faker.string.numeric(4)}`.toLowerCase(),
      name: { first_name, last_name },
      address: address(),
      email: faker.internet.email({ firstName: first_name, lastName: last_name }),
      payment_methods: {
        [id]: { source: 'credit_card', id, brand: 'visa', last_four: faker.string.numeric(4) },
      },
      orders: [] as string[],
    };
  };
  const order = (given: object) => {
    const owner = given as User;
    const items = Array.from({ length: faker.number.int({ min: 1, max: 5 }) }, () => ({
      name: faker.commerce.product(),
      product_id: faker.string.numeric(10),
      item_id: faker.string.numeric(10),
      price: Number(faker.commerce.price({ min: 10, max: 900 })),
      options: { color: faker.color.human(), material: faker.commerce.productMaterial() },
    }));
    const order_id = `#W${faker.string.numeric(7)}`;
    owner.orders.push(order_id);
    const amount = Number(items.reduce((sum, item) => sum + item.price, 0).toFixed(2));
    const payment_method_id = Object.keys(owner.payment_methods)[0] as string;
    return {
      order_id,
      user_id: owner.user_id,
      address: owner.address,
      items,
      fulfillments: [
        { tracking_id: [faker.string.numeric(12)], item_ids: items.map(({ item_id }) => item_id) },
      ],
      status: faker.helpers.arrayElement(['pending', 'processed', 'delivered', 'cancelled']),
      payment_history: [{ transaction_type: 'payment', amount, payment_method_id }],
    };
  };
  return {
    says: '@faker-js/faker 10.6.0, a loop by hand',
    make: (kind, count, see) => makeRecords({ user, order }, kind, count, see),
  };
}
