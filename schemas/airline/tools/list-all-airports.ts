import { dialectOf } from '../../shared/dialect.ts';
import { AIRPORTS } from '../airports.ts';
import { defineTool } from '../tables.ts';

/** A fixed list: one object by code, or under `tau2` a list of `{ iata, city }`. */
export const listAllAirports = defineTool({
  name: 'list_all_airports',
  effect: 'read',
  standalone: true,
  description: 'List the airports the airline flies to, with the city of each.',
  parameters: { type: 'object', properties: {}, required: [] },
  run: (_database, _args, context) =>
    dialectOf(context) === 'tau2'
      ? Object.entries(AIRPORTS).map(([iata, city]) => ({ iata, city }))
      : AIRPORTS,
});
