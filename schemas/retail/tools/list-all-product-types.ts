import { rememberKeyOrder } from 'taskwright';
import { defineTool } from '../tables.ts';

/** Sorted by name; of two products with one name the later in the table is shown. */
export const listAllProductTypes = defineTool({
  name: 'list_all_product_types',
  effect: 'read',
  description:
    'Lists every type of product by name with its product id. Each type comes in variants, which have item ids of their own.',
  parameters: { type: 'object', properties: {}, required: [] },
  run(database) {
    const ids = new Map<string, string>();
    for (const [name, keys] of database.products.groups('name')) ids.set(String(name), keys.at(-1) as string);
    const names = [...ids.keys()].sort();
    const sorted: Record<string, string> = {};
    for (const name of names) sorted[name] = ids.get(name) as string;
    rememberKeyOrder(sorted, names);
    return sorted;
  },
});
