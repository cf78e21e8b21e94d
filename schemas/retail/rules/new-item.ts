import type { JsonObject, PolicyRule, ReadDatabase } from 'taskwright';
import { defineRule, type RetailTables } from '../tables.ts';
import { idsIn, orderIn } from './subject.ts';

const TOOLS = [
  ['modify', 'items.same-product', 'modify_pending_order_items'],
  ['exchange', 'exchange.same-product', 'exchange_delivered_order_items'],
] as const;

/** What a new item must be: available, of the same product, and of other options than the old one. */
export const newItem: readonly PolicyRule<RetailTables>[] = TOOLS.map(([verb, clause, tool]) =>
  defineRule({
    id: `${verb}-to-other-option`,
    clause,
    sentence: 'A new item is an available variant of the same product, other than the old item.',
    needs: 'state',
    tools: [tool],
    argument: 'new_item_ids',
    check: ({ args, database }) => problem(args, database),
  }),
);

function problem(args: JsonObject, database: ReadDatabase<RetailTables>): string | undefined {
  const order = orderIn(args, database);
  if (order === undefined) return undefined;
  const newIds = idsIn(args, 'new_item_ids');
  for (const [position, id] of idsIn(args, 'item_ids').entries()) {
    const newId = newIds[position];
    const item = order.items.find((candidate) => candidate.item_id === id);
    if (item === undefined || newId === undefined) continue;
    if (newId === id) return `item "${id}" is to be replaced by itself`;
    const variants = database.products.get(item.product_id)?.variants ?? {};
    const variant = Object.hasOwn(variants, newId) ? variants[newId] : undefined;
    if (variant === undefined) return `item "${newId}" is no ${item.name}`;
    if (!variant.available) return `item "${newId}" is not available`;
  }
  return undefined;
}
