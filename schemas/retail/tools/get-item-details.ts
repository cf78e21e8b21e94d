import { ToolError } from 'taskwright';
import { defineTool } from '../tables.ts';

/** Only τ²-bench has it. */
export const getItemDetails = defineTool({
  name: 'get_item_details',
  effect: 'read',
  onlyWith: { dialect: ['tau2'] },
  description: 'Shows one item: its options, its price and whether it can be had.',
  parameters: {
    type: 'object',
    properties: {
      item_id: {
        type: 'string',
        description: 'Id of the item, for example "6086499569"; not the id of a product.',
        'x-references': 'products/variants',
      },
    },
    required: ['item_id'],
  },
  run(database, { item_id }) {
    const [product] = database.products.find('variants.*', item_id);
    const variant = product === undefined ? undefined : database.products.get(product)?.variants[item_id];
    if (variant === undefined) throw new ToolError('item not found');
    return variant;
  },
});
