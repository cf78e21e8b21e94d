import type { Invariant, ReadDatabase } from 'taskwright';
import { BAG_PRICE, INSURANCE_PRICE, paidBags } from './allowance.ts';
import { tripProblem } from './itinerary.ts';
import { oversold } from './seats.ts';
import { type AirlineTables, defineInvariant } from './tables.ts';
import type { Flight, Reservation, User } from './types.generated.ts';

type Tables = ReadDatabase<AirlineTables>;

/** What rows of a fresh database keep to beyond their schemas. */
export const invariants: readonly Invariant[] = [
  {
    id: 'payment-method-ids',
    sentence: 'A payment method carries the id it is stored under.',
    table: 'users',
    check(user: User) {
      const wrong = Object.entries(user.payment_methods).find(([id, method]) => method.id !== id);
      return wrong && `payment method "${wrong[0]}" carries the id "${wrong[1].id}"`;
    },
  },
  {
    id: 'reservations-listed',
    sentence: 'A reservation is listed by its user, and by no other.',
    table: 'users',
    check(user: User, key: string, database: Tables) {
      const wrong = user.reservations.find((id) => database.reservations.get(id)?.user_id !== key);
      if (wrong !== undefined) return `reservation "${wrong}" is listed but belongs to someone else`;
      const missing = database.reservations
        .find('user_id', key)
        .find((id) => !user.reservations.includes(id));
      return missing === undefined ? undefined : `reservation "${missing}" is not listed`;
    },
  },
  {
    id: 'flight-lands-later',
    sentence: 'A flight lands after it leaves, and connects two airports.',
    table: 'flights',
    check(flight: Flight) {
      const { scheduled_departure_time_est: leaves, scheduled_arrival_time_est: lands } = flight;
      if (flight.origin === flight.destination) return 'the flight ends where it starts';
      return lands.endsWith('+1') || lands > leaves
        ? undefined
        : `it leaves at ${leaves} and lands at ${lands}`;
    },
  },
  defineInvariant({
    id: 'seats-not-oversold',
    sentence: 'No flight has more seats sold and free in a cabin than its plane has.',
    table: 'flights',
    check: oversold,
  }),
  {
    id: 'reservation-route',
    sentence: 'Flights of a reservation follow its route in time.',
    table: 'reservations',
    check: (reservation: Reservation, _key: string, database: Tables) =>
      reservation.flights.length === 0
        ? 'it has no flights'
        : tripProblem(database, reservation.flights, {
            origin: reservation.origin,
            destination: reservation.destination,
            roundTrip: reservation.flight_type === 'round_trip',
          }),
  },
  {
    id: 'reservation-passengers',
    sentence: 'A reservation has from one to five passengers.',
    table: 'reservations',
    check({ passengers: { length } }: Reservation) {
      return length >= 1 && length <= 5 ? undefined : `it has ${length}`;
    },
  },
  {
    id: 'reservation-bags',
    sentence: 'Exactly the bags beyond the free ones are paid for.',
    table: 'reservations',
    check(reservation: Reservation, _key: string, database: Tables) {
      const membership = database.users.get(reservation.user_id)?.membership;
      if (membership === undefined) return undefined;
      const { cabin, total_baggages: total, nonfree_baggages: paid } = reservation;
      const due = paidBags(total, { membership, cabin, passengers: reservation.passengers.length }, 'own');
      return paid === due ? undefined : `${paid} of ${total} bags are paid for, where ${due} should be`;
    },
  },
  {
    id: 'reservation-paid',
    sentence: 'Payments add up to seats, insurance and paid bags.',
    table: 'reservations',
    check(reservation: Reservation) {
      const heads = reservation.passengers.length;
      const seats = reservation.flights.reduce((sum, { price }) => sum + price, 0) * heads;
      const insurance = reservation.insurance === 'yes' ? INSURANCE_PRICE * heads : 0;
      const price =
        reservation.status === 'cancelled' ? 0 : seats + insurance + BAG_PRICE * reservation.nonfree_baggages;
      const paid = reservation.payment_history.reduce((sum, { amount }) => sum + amount, 0);
      return paid === price ? undefined : `${paid} is paid of ${price}`;
    },
  },
];
