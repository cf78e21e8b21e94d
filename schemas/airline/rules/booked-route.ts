import { flightDates, tripProblem } from '../itinerary.ts';
import { defineRule } from '../tables.ts';

export const bookedRoute = defineRule({
  id: 'booked-route',
  clause: 'book.route',
  sentence: 'Booked flights lead from origin to destination, and back on a round trip.',
  needs: 'state',
  tools: ['book_reservation'],
  argument: 'flights',
  check: ({ database, args }) =>
    tripProblem(database, flightDates(args.flights), {
      origin: String(args.origin),
      destination: String(args.destination),
      roundTrip: args.flight_type === 'round_trip',
    }),
});
