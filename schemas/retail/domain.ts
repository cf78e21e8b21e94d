import { readFileSync } from 'node:fs';
import { defineDomain, definePolicy, type TableSchema } from 'taskwright';
import { DIALECT_OPTION } from '../shared/dialect.ts';
import { calculate } from '../shared/tools/calculate.ts';
import { think } from '../shared/tools/think.ts';
import { transferToHumanAgents } from '../shared/tools/transfer-to-human-agents.ts';
import { CANDIDATES } from './candidates.ts';
import { INVARIANTS } from './invariants.ts';
import { RULES } from './rules/index.ts';
import orders from './tables/orders.schema.json' with { type: 'json' };
import products from './tables/products.schema.json' with { type: 'json' };
import users from './tables/users.schema.json' with { type: 'json' };
import { cancelPendingOrder } from './tools/cancel-pending-order.ts';
import { exchangeDeliveredOrderItems } from './tools/exchange-delivered-order-items.ts';
import { findUserIdByEmail } from './tools/find-user-id-by-email.ts';
import { findUserIdByNameZip } from './tools/find-user-id-by-name-zip.ts';
import { getItemDetails } from './tools/get-item-details.ts';
import { getOrderDetails } from './tools/get-order-details.ts';
import { getProductDetails } from './tools/get-product-details.ts';
import { getUserDetails } from './tools/get-user-details.ts';
import { listAllProductTypes } from './tools/list-all-product-types.ts';
import { modifyPendingOrderAddress } from './tools/modify-pending-order-address.ts';
import { modifyPendingOrderItems } from './tools/modify-pending-order-items.ts';
import { modifyPendingOrderPayment } from './tools/modify-pending-order-payment.ts';
import { modifyUserAddress } from './tools/modify-user-address.ts';
import { returnDeliveredOrderItems } from './tools/return-delivered-order-items.ts';

/** An online shop after τ-bench's retail domain: users, products with variants, and orders. */
export const retail = defineDomain({
  name: 'retail',
  version: '1.0.0',
  description: 'Customer service of an online shop: cancel, change, return and exchange orders.',
  tables: {
    users: users as TableSchema,
    products: products as TableSchema,
    orders: orders as TableSchema,
  },
  tools: [
    calculate,
    cancelPendingOrder,
    exchangeDeliveredOrderItems,
    findUserIdByEmail,
    findUserIdByNameZip,
    getItemDetails,
    getOrderDetails,
    getProductDetails,
    getUserDetails,
    listAllProductTypes,
    modifyPendingOrderAddress,
    modifyPendingOrderItems,
    modifyPendingOrderPayment,
    modifyUserAddress,
    returnDeliveredOrderItems,
    think,
    transferToHumanAgents,
  ],
  policy: definePolicy(readFileSync(new URL('./policy.md', import.meta.url), 'utf8')),
  rules: RULES,
  candidates: CANDIDATES,
  invariants: INVARIANTS,
  options: { dialect: DIALECT_OPTION },
  now: '2024-05-15T15:00:00',
});
