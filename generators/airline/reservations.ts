import {
  type Calendar,
  chance,
  type KnownRow,
  one,
  personName,
  poisson,
  type RandomStream,
  uniqueCode,
  uniqueDigits,
  weighted,
} from 'taskwright';
import { BAG_PRICE, INSURANCE_PRICE, paidBags } from '../../schemas/airline/allowance.ts';
import type { Reservation, User } from '../../schemas/airline/types.generated.ts';
import { type Bookings, cabins, FIRST_DAY, type Leg, passengersPerTrip, type Trip } from './bookings.ts';
import type { FlightIdentity } from './flights.ts';
import { defineGenerator } from './tables.ts';

type Payment = Reservation['payment_history'][number];

/** How many reservations a user has. */
export const reservationsPerUser = weighted([
  [0, 9],
  [1, 8],
  [2, 14],
  [3, 16],
  [4, 17],
  [5, 13],
  [6, 9],
  [7, 6],
  [8, 4],
  [10, 3],
  [12, 1],
]);
export const insured = chance(0.45);
/** Checked bags of each passenger. */
const bagsPerPassenger = poisson(0.7, { high: 3 });
/** What a seat cost when it was booked, against its fare today. */
const priceThen = weighted([
  [1, 55],
  [0.85, 12],
  [0.92, 13],
  [1.08, 10],
  [1.2, 10],
]);
/** How a reservation is paid. */
const payment = weighted<'card' | 'gift-card-first' | 'certificate-first'>([
  ['card', 72],
  ['gift-card-first', 16],
  ['certificate-first', 12],
]);
export const reservations = defineGenerator('reservations', 1, {
  identity: ({ index }) => ({ key: uniqueCode(index, 6, 51) }),
  links: { user: one('users', { each: reservationsPerUser }) },
  row: ({ random, index, key, links, settled, calendar, position }): Reservation => {
    const trip = settled.trips[position] as Trip;
    const user = links.user.row;
    const flights = trip.legs.map((leg) => bookedFlight(leg, trip, settled, calendar, random));
    const first = settled.flights[(trip.legs[0] as Leg).flight] as KnownRow<FlightIdentity>;
    const passengers = passengersOf(user, trip.passengers, calendar, random);
    const total_baggages = passengers.reduce((sum) => sum + bagsPerPassenger(random), 0);
    const nonfree_baggages = paidBags(
      total_baggages,
      { membership: user.membership, cabin: trip.cabin, passengers: passengers.length },
      'own',
    );
    const insurance = insured(random) ? 'yes' : 'no';
    const price =
      passengers.length * flights.reduce((sum, flight) => sum + flight.price, 0) +
      (insurance === 'yes' ? INSURANCE_PRICE * passengers.length : 0) +
      BAG_PRICE * nonfree_baggages;
    return {
      reservation_id: key,
      user_id: links.user.key,
      origin: first.identity.origin,
      destination: trip.destination,
      flight_type: trip.roundTrip ? 'round_trip' : 'one_way',
      cabin: trip.cabin,
      flights,
      passengers,
      payment_history: paymentsOf(user, price, index, random),
      created_at: trip.bookedAt,
      total_baggages,
      nonfree_baggages,
      insurance,
    };
  },
  measures: {
    cabin: { of: (reservation: Reservation) => reservation.cabin, intended: cabins },
    'passengers per reservation': {
      of: (reservation: Reservation) => reservation.passengers.length,
      intended: passengersPerTrip,
    },
    'trip type': { of: (reservation: Reservation) => reservation.flight_type },
    'flights per reservation': { of: (reservation: Reservation) => reservation.flights.length },
    insurance: {
      of: (reservation: Reservation) => String(reservation.insurance === 'yes'),
      intended: insured,
    },
    price: {
      of: (reservation: Reservation) =>
        reservation.payment_history.reduce((sum, { amount }) => sum + amount, 0),
    },
  },
});

function bookedFlight(leg: Leg, trip: Trip, settled: Bookings, calendar: Calendar, random: RandomStream) {
  const { key, identity } = settled.flights[leg.flight] as KnownRow<FlightIdentity>;
  return {
    origin: identity.origin,
    destination: identity.destination,
    flight_number: key,
    date: calendar.date(FIRST_DAY + leg.day),
    price: Math.round(settled.fare(leg, trip.cabin) * priceThen(random)),
  };
}

/** Mostly the user, then people the user has saved, then others. */
function passengersOf(
  user: User,
  count: number,
  calendar: Calendar,
  random: RandomStream,
): Reservation['passengers'] {
  const self = { ...user.name, dob: user.dob };
  const saved = random.shuffle(user.saved_passengers).map((passenger) => ({ ...passenger }));
  const people = random.chance(0.88) ? [self, ...saved] : saved;
  while (people.length < count) {
    const { first_name, last_name } = personName(random);
    people.push({
      first_name,
      last_name: random.chance(0.4) ? user.name.last_name : last_name,
      dob: calendar.birthday(random, 2, 82),
    });
  }
  return people.slice(0, count);
}

/** Payments that add up to the price. A certificate that was used is no longer on file. */
function paymentsOf(user: User, price: number, index: number, random: RandomStream): Payment[] {
  const cards = Object.values(user.payment_methods).filter(({ source }) => source === 'credit_card');
  const gifts = Object.values(user.payment_methods).filter(({ source }) => source === 'gift_card');
  const kind = payment(random);
  const payments: Payment[] = [];
  if (kind === 'certificate-first') {
    const amount = Math.min(price, random.pick([50, 100, 150, 200, 250]));
    payments.push({ payment_id: `certificate_${uniqueDigits(index, 8, 52)}`, amount });
  } else if (kind === 'gift-card-first' && gifts.length > 0) {
    payments.push({ payment_id: random.pick(gifts).id, amount: Math.min(price, random.int(20, 260)) });
  }
  const left = price - payments.reduce((sum, { amount }) => sum + amount, 0);
  if (left > 0) payments.push({ payment_id: random.pick(cards).id, amount: left });
  return payments;
}
