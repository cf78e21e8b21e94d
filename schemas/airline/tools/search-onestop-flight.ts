import { dialectOf } from '../../shared/dialect.ts';
import { oneStopPairs } from '../connections.ts';
import { DATE, DESTINATION, ORIGIN } from '../parameters.ts';
import { defineTool } from '../tables.ts';

/** Lists pairs of flights that can be booked; the dialects' oddities are those of `oneStopPairs`. */
export const searchOnestopFlight = defineTool({
  name: 'search_onestop_flight',
  effect: 'read',
  description:
    'Find connections with one stop between two airports on a date, with seats and prices by cabin.',
  parameters: {
    type: 'object',
    properties: { origin: ORIGIN, destination: DESTINATION, date: DATE },
    required: ['origin', 'destination', 'date'],
  },
  run: (database, args, context) => oneStopPairs(database, args, dialectOf(context)),
});
