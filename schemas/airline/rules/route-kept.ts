import { flightDates, sameFlights, tripProblem } from '../itinerary.ts';
import { reservationOf } from '../owner.ts';
import { defineRule } from '../tables.ts';

/** Flights that stay as they are hold to the rule, whatever shape the trip has. */
export const routeKept = defineRule({
  id: 'route-kept',
  clause: 'change.route',
  sentence: 'Changed flights keep origin, destination and trip type.',
  needs: 'state',
  tools: ['update_reservation_flights'],
  argument: 'flights',
  check({ database, args }) {
    const reservation = reservationOf(database, args);
    if (reservation === undefined) return undefined;
    const flights = flightDates(args.flights);
    if (sameFlights(flights, reservation.flights)) return undefined;
    const { origin, destination } = reservation;
    return tripProblem(database, flights, {
      origin,
      destination,
      roundTrip: reservation.flight_type === 'round_trip',
    });
  },
});
