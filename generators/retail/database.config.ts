import { defineDatabase } from 'taskwright';
import { orders } from './orders.ts';
import { products } from './products.ts';
import { users } from './users.ts';

export const retailDatabase = defineDatabase({
  domain: 'retail',
  seed: 2024,
  counts: { users: 500, products: 50, orders: 1000 },
  generators: [users, products, orders],
});
