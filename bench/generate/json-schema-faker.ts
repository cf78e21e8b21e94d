import { loadDomain } from '../../src/formats/index.ts';
import type { Contender } from './contender.ts';
import { importFrom } from './install.ts';

interface JsonSchemaFaker {
  generateSync(schema: object): unknown;
}

/** Rows of the very schemas of the two tables: their references and sums mean nothing. */
export async function jsonSchemaFaker(): Promise<Contender> {
  const { generateSync } = (await importFrom('json-schema-faker')) as JsonSchemaFaker;
  const domain = await loadDomain('retail');
  const schemaOf = (table: string): object =>
    JSON.parse(
      JSON.stringify(domain.tables[table]?.schema, (key, value) =>
        key.startsWith('x-') || key === 'discriminator' || key === '$schema' ? undefined : value,
      ),
    );
  const user = schemaOf('users');
  const order = schemaOf('orders');
  const pattern = { user: [user], order: [order], mix: [user, order, order] };
  return {
    says: 'json-schema-faker 0.6.3, from the same schemas',
    make(kind, count, see) {
      let made = 0;
      while (made < count) {
        for (const schema of pattern[kind]) {
          see(generateSync(schema));
          made += 1;
        }
      }
      return made;
    },
  };
}
