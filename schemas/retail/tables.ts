import { rulesFor, toolsFor } from 'taskwright';
import type { Order, Product, User } from './types.generated.ts';

/** Rows of the retail domain by table. */
export interface RetailTables {
  readonly users: User;
  readonly products: Product;
  readonly orders: Order;
}

/** Defines a tool on the retail tables. */
export const defineTool = toolsFor<RetailTables>();

/** Defines a policy rule on the retail tables. */
export const defineRule = rulesFor<RetailTables>();
