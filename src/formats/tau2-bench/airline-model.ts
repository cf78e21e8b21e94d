import { z } from 'zod';
import { byName, float, integer, optional, text } from './fields.ts';

const cabin = z.enum(['business', 'economy', 'basic_economy']);
const byCabin = z.partialRecord(cabin, integer);

const paymentMethod = z.union([
  z.object({ source: z.literal('credit_card'), id: text, brand: text, last_four: text }),
  z.object({ source: z.literal('gift_card'), id: text, amount: float }),
  z.object({ source: z.literal('certificate'), id: text, amount: float }),
]);

const passenger = z.object({ first_name: text, last_name: text, dob: text });

const day = z.discriminatedUnion('status', [
  z.object({ status: z.literal('available'), available_seats: byCabin, prices: byCabin }),
  z.object({
    status: z.literal('landed'),
    actual_departure_time_est: text,
    actual_arrival_time_est: text,
  }),
  z.object({ status: z.literal('cancelled') }),
  z.object({
    status: z.literal('delayed'),
    estimated_departure_time_est: text,
    estimated_arrival_time_est: text,
  }),
  z.object({
    status: z.literal('flying'),
    actual_departure_time_est: text,
    estimated_arrival_time_est: text,
  }),
  z.object({
    status: z.literal('on time'),
    estimated_departure_time_est: text,
    estimated_arrival_time_est: text,
  }),
]);

const flight = z.object({
  flight_number: text,
  origin: text,
  destination: text,
  scheduled_departure_time_est: text,
  scheduled_arrival_time_est: text,
  dates: byName(day),
});

const user = z.object({
  user_id: text,
  name: z.object({ first_name: text, last_name: text }),
  address: z.object({
    address1: text,
    address2: optional(text),
    city: text,
    country: text,
    state: text,
    zip: text,
  }),
  email: text,
  dob: text,
  payment_methods: byName(paymentMethod),
  saved_passengers: z.array(passenger),
  membership: z.enum(['gold', 'silver', 'regular']),
  reservations: z.array(text),
});

const reservation = z.object({
  reservation_id: text,
  user_id: text,
  origin: text,
  destination: text,
  flight_type: z.enum(['round_trip', 'one_way']),
  cabin,
  flights: z.array(
    z.object({ flight_number: text, origin: text, destination: text, date: text, price: integer }),
  ),
  passengers: z.array(passenger),
  payment_history: z.array(z.object({ payment_id: text, amount: integer })),
  created_at: text,
  total_baggages: integer,
  nonfree_baggages: integer,
  insurance: z.enum(['yes', 'no']),
  status: optional(z.literal('cancelled')),
});

/** Rows of τ²-bench's airline database, by table. */
export const airlineRows = { flights: flight, users: user, reservations: reservation };
