import { currentCabin } from '../current-cabin.ts';
import { flightDates, sameFlights } from '../itinerary.ts';
import { reservationOf } from '../owner.ts';
import { defineRule } from '../tables.ts';

/** A change of cabin earlier in the conversation counts: after it, the flights can be changed. */
export const basicEconomyFlightsStay = defineRule({
  id: 'basic-economy-flights-stay',
  clause: 'change.basic-economy',
  sentence: 'The flights of a basic economy reservation are not changed.',
  needs: 'history',
  tools: ['update_reservation_flights'],
  argument: 'flights',
  check({ database, args, history }) {
    const reservation = reservationOf(database, args);
    if (reservation === undefined || currentCabin(reservation, history) !== 'basic_economy') return undefined;
    return sameFlights(flightDates(args.flights), reservation.flights)
      ? undefined
      : `reservation "${reservation.reservation_id}" is in basic economy, so that its flights cannot be changed`;
  },
});
