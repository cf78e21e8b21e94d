import { type Contender, makeRecords } from './contender.ts';
import { importFrom } from './install.ts';

interface Copycat {
  firstName(input: string): string;
  lastName(input: string): string;
  streetAddress(input: string): string;
  city(input: string): string;
  state(input: string): string;
  email(input: string): string;
  word(input: string): string;
  int(input: string, options: { readonly min: number; readonly max: number }): number;
  oneOf<Value>(input: string, values: readonly Value[]): Value;
}

/** The same records from @snaplet/copycat, which turns an input text into a value. */
export async function copycat(): Promise<Contender> {
  const { copycat: values } = (await importFrom('@snaplet/copycat')) as { readonly copycat: Copycat };
  let number = 0;
  const digits = (input: string, length: number): string =>
    String(values.int(input, { min: 10 ** (length - 1), max: 10 ** length - 1 }));
  const user = () => {
    number += 1;
    const at = `user ${number}`;
    const first_name = values.firstName(`${at} first`);
    const last_name = values.lastName(`${at} last`);
    const id = `credit_card_${digits(`${at} card`, 7)}`;
    return {
      user_id: `${first_name}_${last_name}_${digits(at, 4)}`.toLowerCase(),
      name: { first_name, last_name },
      address: {
        address1: values.streetAddress(`${at} street`),
        address2: `Apt ${values.int(`${at} unit`, { min: 1, max: 480 })}`,
        city: values.city(`${at} city`),
        country: 'USA',
        state: values.state(`${at} state`),
        zip: digits(`${at} zip`, 5),
      },
      email: values.email(`${at} email`),
      payment_methods: {
        [id]: { source: 'credit_card', id, brand: 'visa', last_four: digits(`${at} four`, 4) },
      },
      orders: [] as string[],
    };
  };
  const order = (given: object) => {
    number += 1;
    const at = `order ${number}`;
    const owner = given as ReturnType<typeof user>;
    const items = Array.from({ length: values.int(`${at} items`, { min: 1, max: 5 }) }, (_, place) => ({
      name: values.word(`${at} name ${place}`),
      product_id: digits(`${at} product ${place}`, 10),
      item_id: digits(`${at} item ${place}`, 10),
      price: values.int(`${at} price ${place}`, { min: 1000, max: 90_000 }) / 100,
      options: {
        color: values.word(`${at} color ${place}`),
        material: values.word(`${at} material ${place}`),
      },
    }));
    const order_id = `#W${digits(`${at} id`, 7)}`;
    owner.orders.push(order_id);
    const amount = Number(items.reduce((sum, item) => sum + item.price, 0).toFixed(2));
    return {
      order_id,
      user_id: owner.user_id,
      address: owner.address,
      items,
      fulfillments: [
        { tracking_id: [digits(`${at} parcel`, 12)], item_ids: items.map(({ item_id }) => item_id) },
      ],
      status: values.oneOf(`${at} status`, ['pending', 'processed', 'delivered', 'cancelled']),
      payment_history: [
        { transaction_type: 'payment', amount, payment_method_id: Object.keys(owner.payment_methods)[0] },
      ],
    };
  };
  return {
    says: '@snaplet/copycat 6.0.0',
    make: (kind, count, see) => makeRecords({ user, order }, kind, count, see),
  };
}
