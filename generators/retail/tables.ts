import { generatorsFor } from 'taskwright';
import type { Order, Product, User } from '../../schemas/retail/types.generated.ts';

/** Rows of the retail tables. */
export interface RetailRows {
  users: User;
  products: Product;
  orders: Order;
}

export const defineGenerator = generatorsFor<RetailRows>();
