import { dialectOf } from '../../shared/dialect.ts';
import { directLegs } from '../connections.ts';
import { DATE, DESTINATION, ORIGIN } from '../parameters.ts';
import { defineTool } from '../tables.ts';

/** Lists only flights that can be booked on the date; an unknown airport or date gives an empty list. */
export const searchDirectFlight = defineTool({
  name: 'search_direct_flight',
  effect: 'read',
  description: 'Find flights without a stop between two airports on a date, with seats and prices by cabin.',
  parameters: {
    type: 'object',
    properties: { origin: ORIGIN, destination: DESTINATION, date: DATE },
    required: ['origin', 'destination', 'date'],
  },
  run: (database, args, context) => directLegs(database, args, dialectOf(context)),
});
