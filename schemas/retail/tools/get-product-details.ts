import { ToolError } from 'taskwright';
import { defineTool } from '../tables.ts';

export const getProductDetails = defineTool({
  name: 'get_product_details',
  effect: 'read',
  description: 'Shows a product with all its variants: item ids, options, prices and which can be had.',
  parameters: {
    type: 'object',
    properties: {
      product_id: {
        type: 'string',
        description: 'Id of the product, for example "6086499569"; not the id of an item.',
        'x-references': 'products',
      },
    },
    required: ['product_id'],
  },
  run(database, { product_id }) {
    const product = database.products.get(product_id);
    if (product === undefined) throw new ToolError('product not found');
    return product;
  },
});
