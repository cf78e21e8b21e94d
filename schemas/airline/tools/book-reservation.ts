import { type Immutable, type ToolContext, ToolError, type WriteDatabase } from 'taskwright';
import { type Dialect, dialectOf } from '../../shared/dialect.ts';
import { BAG_PRICE, INSURANCE_PRICE } from '../allowance.ts';
import { inFixedOrder } from '../fixed-order.ts';
import { findDeparture, findUser } from '../lookup.ts';
import {
  CABIN,
  DESTINATION,
  FLIGHTS,
  ORIGIN,
  PAID_BAGS,
  PASSENGERS,
  TOTAL_BAGS,
  USER_ID,
} from '../parameters.ts';
import { moveSeats } from '../seats.ts';
import { showReservation } from '../show.ts';
import { storedPassengers } from '../stored-passengers.ts';
import { type AirlineTables, defineTool } from '../tables.ts';
import type { Payment, Reservation, User } from '../types.generated.ts';

type Database = WriteDatabase<AirlineTables>;

/** Ids that τ-bench gives to bookings of a conversation, in turn. */
const FIXED_IDS = ['HATHAT', 'HATHAU', 'HATHAV'] as const;

/**
 * Books a trip. Checks in this order: user, each flight (number, date, bookable, seats), each payment (on file, and for
 * gift cards and certificates its own amount is covered), and that the payments add up exactly to seats, insurance and
 * paid bags. A gift card is charged, a certificate is used up whole. Route, trip type, number of passengers, which
 * payments go together and the free bags are not checked.
 *
 * - `tau1`: ids are HATHAT, HATHAU, then HATHAV for every later booking, which replaces the row of that id while the
 *   user's list names it again; one gift card named twice can fall below zero; flights, passengers and payments are
 *   stored as they were sent; no seat is taken.
 * - `tau2`: payments are whole dollars, which is checked first; a fourth booking fails; seats are taken.
 * - `own`: fresh ids, each payment method named once, at least one flight and passenger; seats are taken; passengers and
 *   payments are stored in a fixed order.
 */
export const bookReservation = defineTool({
  name: 'book_reservation',
  effect: 'write',
  enforces: ['book.same-cabin', 'book.methods-on-file'],
  description: 'Book a trip for a user. Free bags, payment rules and the route are not checked here.',
  parameters: {
    type: 'object',
    properties: {
      user_id: USER_ID,
      origin: ORIGIN,
      destination: DESTINATION,
      flight_type: {
        type: 'string',
        description: 'One way, or there and back.',
        enum: ['one_way', 'round_trip'],
        'x-synonyms': { one_way: ['one way', 'one-way'], round_trip: ['round trip', 'return trip'] },
      },
      cabin: CABIN,
      flights: FLIGHTS,
      passengers: PASSENGERS,
      payment_methods: {
        type: 'array',
        description: 'How the trip is paid: methods of the profile, with amounts that add up to the price.',
        'x-candidates': 'paymentCombinations',
        items: {
          type: 'object',
          description: 'One payment.',
          properties: {
            payment_id: {
              type: 'string',
              description: 'Id of a payment method in the profile.',
              'x-references': 'users/payment_methods',
            },
            amount: { type: 'number', description: 'Dollars paid with it.', 'x-unit': 'USD' },
          },
          required: ['payment_id', 'amount'],
        },
      },
      total_baggages: TOTAL_BAGS,
      nonfree_baggages: PAID_BAGS,
      insurance: {
        type: 'string',
        description: 'Whether travel insurance is bought for every passenger.',
        enum: ['yes', 'no'],
      },
    },
    required: [
      'user_id',
      'origin',
      'destination',
      'flight_type',
      'cabin',
      'flights',
      'passengers',
      'payment_methods',
      'total_baggages',
      'nonfree_baggages',
      'insurance',
    ],
  },
  run(database, args, context) {
    const dialect = dialectOf(context);
    if (dialect === 'tau2' && args.payment_methods.some(({ amount }) => !Number.isInteger(amount))) {
      throw new ToolError('payments are whole dollars');
    }
    const user = findUser(database, args.user_id);
    const id = nextReservationId(database, context, dialect);
    const heads = args.passengers.length;
    if (dialect === 'own' && (heads === 0 || args.flights.length === 0)) {
      throw new ToolError('a trip needs at least one flight and one passenger');
    }
    const flights = args.flights.map((entry) => {
      const { flight, day } = findDeparture(database, {
        flightNumber: entry.flight_number,
        date: entry.date,
        cabin: args.cabin,
        seats: heads,
      });
      const kept = dialect === 'tau1' ? entry : { flight_number: entry.flight_number, date: entry.date };
      const { origin, destination } = flight;
      return { ...kept, price: day.prices[args.cabin], origin, destination };
    });
    const seatsPrice = flights.reduce((sum, { price }) => sum + price * heads, 0);
    const insurancePrice = args.insurance === 'yes' ? INSURANCE_PRICE * heads : 0;
    checkPayments(user, args.payment_methods, dialect);
    checkSum(args.payment_methods, seatsPrice + insurancePrice + BAG_PRICE * args.nonfree_baggages);
    pay(database, args.user_id, args.payment_methods);

    const reservation: Reservation = {
      reservation_id: id,
      user_id: args.user_id,
      origin: args.origin,
      destination: args.destination,
      flight_type: args.flight_type,
      cabin: args.cabin,
      flights,
      passengers: storedPassengers(args.passengers, dialect),
      payment_history: storedPayments(args.payment_methods, dialect),
      created_at: context.now,
      total_baggages: args.total_baggages,
      nonfree_baggages: args.nonfree_baggages,
      insurance: args.insurance,
    };
    database.reservations.put(id, reservation);
    database.users.edit(args.user_id).reservations.push(id);
    if (dialect !== 'tau1') {
      moveSeats(
        database,
        flights.map(({ flight_number, date }) => ({
          flightNumber: flight_number,
          date,
          cabin: args.cabin,
          seats: heads,
        })),
      );
    }
    return showReservation(reservation, dialect);
  },
});

function nextReservationId(database: Database, context: ToolContext, dialect: Dialect): string {
  if (dialect === 'own') {
    let id = context.newId('NEW00');
    while (database.reservations.has(id)) id = context.newId('NEW00');
    return id;
  }
  const free = FIXED_IDS.find((id) => !database.reservations.has(id));
  if (free !== undefined) return free;
  if (dialect === 'tau2') throw new ToolError('too many reservations');
  return 'HATHAV';
}

function checkPayments(user: Immutable<User>, payments: readonly Payment[], dialect: Dialect): void {
  const seen = new Set<string>();
  for (const { payment_id: id, amount } of payments) {
    if (dialect === 'own' && seen.has(id)) throw new ToolError(`payment method ${id} is named twice`);
    seen.add(id);
    const method = Object.hasOwn(user.payment_methods, id) ? user.payment_methods[id] : undefined;
    if (method === undefined) throw new ToolError(`payment method ${id} not found`);
    if (method.source !== 'credit_card' && method.amount < amount) {
      throw new ToolError(`not enough balance in payment method ${id}`);
    }
  }
}

function storedPayments(payments: readonly Payment[], dialect: Dialect): Payment[] {
  if (dialect === 'tau1') return [...payments];
  const kept = payments.map(({ payment_id, amount }) => ({ payment_id, amount }));
  return dialect === 'own' ? inFixedOrder(kept) : kept;
}

function checkSum(payments: readonly Payment[], price: number): void {
  const paid = payments.reduce((sum, { amount }) => sum + amount, 0);
  if (paid !== price) {
    throw new ToolError(`payment amount does not add up, total price is ${price}, but paid ${paid}`);
  }
}

function pay(database: Database, userId: string, payments: readonly Payment[]): void {
  for (const { payment_id: id, amount } of payments) {
    const method = database.users.get(userId)?.payment_methods[id];
    // A certificate named twice is gone at its second mention.
    if (method === undefined) throw new ToolError(`payment method ${id} is used up`);
    if (method.source === 'credit_card') continue;
    const methods = database.users.edit(userId).payment_methods;
    const own = methods[id];
    if (own?.source === 'gift_card') own.amount -= amount;
    else delete methods[id];
  }
}
