import { airline } from '../../../schemas/airline/domain.ts';
import type { AirlineTables } from '../../../schemas/airline/tables.ts';
import type {
  AvailableFlight,
  Flight,
  FlightOnDate,
  Reservation,
} from '../../../schemas/airline/types.generated.ts';
import { cloneJson, type JsonObject } from '../../../src/base/json/index.ts';
import type { OptionValues, PastAction } from '../../../src/define/index.ts';
import { Database, Environment } from '../../../src/environment/index.ts';

type Rows = { readonly [Name in keyof AirlineTables]: Record<string, AirlineTables[Name]> };

const HOME = {
  address1: '1 Quay Road',
  address2: '',
  city: 'Boston',
  country: 'USA',
  state: 'MA',
  zip: '02101',
};

const open = (economy: number, seats = 9): AvailableFlight => ({
  status: 'available',
  available_seats: { basic_economy: seats, economy: seats, business: 1 },
  prices: { basic_economy: economy - 20, economy, business: economy * 3 },
});

const LATE: FlightOnDate = {
  status: 'delayed',
  estimated_departure_time_est: '2024-05-15T20:00:00',
  estimated_arrival_time_est: '2024-05-15T22:00:00',
};

const LANDED: FlightOnDate = {
  status: 'landed',
  actual_departure_time_est: '2024-05-10T08:00:00',
  actual_arrival_time_est: '2024-05-10T10:00:00',
};

const flight = (
  flight_number: string,
  [origin, destination]: readonly [string, string],
  [leaves, lands]: readonly [string, string],
  dates: Flight['dates'],
): Flight => ({
  flight_number,
  origin,
  destination,
  scheduled_departure_time_est: leaves,
  scheduled_arrival_time_est: lands,
  dates,
});

const ADA = { first_name: 'Ada', last_name: 'Moss', dob: '1990-01-01' };
export const BO = { first_name: 'Bo', last_name: 'Moss', dob: '1992-02-02' };

const reservation = (
  reservation_id: string,
  flights: readonly (readonly [number: string, date: string, price: number])[],
  changes: Partial<Reservation> = {},
): Reservation => {
  const passengers = changes.passengers ?? [ADA];
  const booked = flights.map(([flight_number, date, price]) => {
    const { origin, destination } = FLIGHTS[flight_number] as Flight;
    return { origin, destination, flight_number, date, price };
  });
  return {
    reservation_id,
    user_id: 'ada_moss_1',
    origin: booked[0]?.origin ?? '',
    destination: booked.at(-1)?.destination ?? '',
    flight_type: 'one_way',
    cabin: 'economy',
    flights: booked,
    passengers,
    payment_history: [
      {
        payment_id: 'credit_card_1',
        amount: booked.reduce((sum, { price }) => sum + price, 0) * passengers.length,
      },
    ],
    created_at: '2024-05-01T09:00:00',
    total_baggages: 1,
    nonfree_baggages: 0,
    insurance: 'no',
    ...changes,
  };
};

const FLIGHTS: Record<string, Flight> = {
  HAT001: flight('HAT001', ['BOS', 'SEA'], ['08:00:00', '11:00:00'], {
    '2024-05-10': LANDED,
    '2024-05-15': LATE,
    '2024-05-20': open(120),
    '2024-05-21': open(150),
    '2024-05-22': { status: 'cancelled' },
  }),
  HAT002: flight('HAT002', ['BOS', 'SEA'], ['15:00:00', '18:00:00'], {
    '2024-05-20': open(100),
    '2024-05-21': open(90, 1),
  }),
  HAT003: flight('HAT003', ['SEA', 'BOS'], ['09:00:00', '15:00:00'], { '2024-05-25': open(110) }),
  HAT004: flight('HAT004', ['BOS', 'ORD'], ['20:00:00', '01:00:00+1'], { '2024-05-20': open(60) }),
  HAT005: flight('HAT005', ['ORD', 'SEA'], ['07:00:00', '10:00:00'], {
    '2024-05-20': open(70),
    '2024-05-21': open(80),
  }),
  HAT006: flight('HAT006', ['ORD', 'SEA'], ['12:00:00', '15:00:00'], { '2024-05-21': open(85) }),
};

/** A small airline: two users, six flights, and a reservation for each thing a rule looks at. */
const ROWS: Rows = {
  users: {
    ada_moss_1: {
      name: { first_name: 'Ada', last_name: 'Moss' },
      address: HOME,
      email: 'ada.moss@example.com',
      dob: ADA.dob,
      payment_methods: {
        credit_card_1: { source: 'credit_card', id: 'credit_card_1', brand: 'visa', last_four: '1111' },
        credit_card_2: { source: 'credit_card', id: 'credit_card_2', brand: 'visa', last_four: '2222' },
        gift_card_1: { source: 'gift_card', id: 'gift_card_1', amount: 40 },
        gift_card_2: { source: 'gift_card', id: 'gift_card_2', amount: 30 },
        gift_card_3: { source: 'gift_card', id: 'gift_card_3', amount: 20 },
        gift_card_4: { source: 'gift_card', id: 'gift_card_4', amount: 10 },
        certificate_1: { source: 'certificate', id: 'certificate_1', amount: 100 },
        certificate_2: { source: 'certificate', id: 'certificate_2', amount: 50 },
      },
      saved_passengers: [BO],
      membership: 'silver',
      reservations: ['PLAIN1', 'BASIC1', 'SICK01', 'FRESH1', 'FLOWN1', 'OFF001', 'LATE01'],
    },
    cy_dunn_2: {
      name: { first_name: 'Cy', last_name: 'Dunn' },
      address: HOME,
      email: 'cy.dunn@example.com',
      dob: '1980-03-03',
      payment_methods: {
        credit_card_3: { source: 'credit_card', id: 'credit_card_3', brand: 'mastercard', last_four: '3333' },
      },
      saved_passengers: [],
      membership: 'regular',
      reservations: ['CYOFF1'],
    },
  },
  flights: FLIGHTS,
  reservations: {
    PLAIN1: reservation('PLAIN1', [['HAT001', '2024-05-20', 100]]),
    BASIC1: reservation('BASIC1', [['HAT001', '2024-05-20', 80]], { cabin: 'basic_economy' }),
    SICK01: reservation('SICK01', [['HAT001', '2024-05-20', 100]], { insurance: 'yes' }),
    FRESH1: reservation('FRESH1', [['HAT001', '2024-05-20', 100]], { created_at: '2024-05-15T08:00:00' }),
    FLOWN1: reservation('FLOWN1', [['HAT001', '2024-05-10', 100]], { cabin: 'business' }),
    OFF001: reservation('OFF001', [['HAT001', '2024-05-22', 100]], { passengers: [ADA, BO] }),
    LATE01: reservation('LATE01', [['HAT001', '2024-05-15', 100]], { cabin: 'business' }),
    CYOFF1: reservation('CYOFF1', [['HAT001', '2024-05-22', 100]], {
      user_id: 'cy_dunn_2',
      passengers: [{ first_name: 'Cy', last_name: 'Dunn', dob: '1980-03-03' }],
    }),
  },
};

const DATABASE = new Database(airline, cloneJson(ROWS) as unknown as Record<string, JsonObject>);

/** A fresh environment on the small airline; our own dialect unless told otherwise. */
export function openDesk(options: OptionValues = {}): Environment {
  return new Environment(airline, DATABASE, { options });
}

/** A reservation as an environment sees it. */
export function reservationIn(desk: Environment, key: string): Reservation {
  return desk.state.row('reservations', key) as unknown as Reservation;
}

/** What Ada has on file. */
export function methodsIn(desk: Environment): AirlineTables['users']['payment_methods'] {
  return (desk.state.row('users', 'ada_moss_1') as unknown as AirlineTables['users']).payment_methods;
}

/** Economy seats left on a flight. */
export function seatsIn(desk: Environment, number: string, date: string): number {
  const day = (desk.state.row('flights', number) as unknown as Flight).dates[date] as AvailableFlight;
  return day.available_seats.economy;
}

/** An action that has run, for rules that look back. */
export function past(desk: Environment, tool: string, args: JsonObject): PastAction {
  const { observation } = desk.call({ tool, args });
  return { tool, args, observation, effect: airline.tool(tool)?.effect ?? 'unknown' };
}

/** Arguments of a booking that every check and rule accepts, with some of them changed. */
export function booking(changes: JsonObject = {}): JsonObject {
  return {
    user_id: 'ada_moss_1',
    origin: 'BOS',
    destination: 'SEA',
    flight_type: 'one_way',
    cabin: 'economy',
    flights: [{ flight_number: 'HAT001', date: '2024-05-20' }],
    passengers: [{ ...ADA }],
    payment_methods: [{ payment_id: 'credit_card_1', amount: 120 }],
    total_baggages: 2,
    nonfree_baggages: 0,
    insurance: 'no',
    ...changes,
  };
}
