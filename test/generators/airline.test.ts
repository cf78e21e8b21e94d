import { beforeAll, describe, expect, it } from 'vitest';
import { airlineDatabase } from '../../generators/airline/database.config.ts';
import type { AirlineRows } from '../../generators/airline/tables.ts';
import type { Domain, ReadDatabase } from '../../src/define/index.ts';
import type { Database } from '../../src/environment/index.ts';
import { checkDatabase, loadDomain } from '../../src/formats/index.ts';
import { defaultDatabase, makeDatabase } from '../../src/generate/index.ts';

describe('the airline database', () => {
  let domain: Domain;
  let database: Database;
  let tables: ReadDatabase<AirlineRows>;

  beforeAll(async () => {
    domain = await loadDomain('airline');
    database = await defaultDatabase(domain);
    tables = database.fork().read<AirlineRows>();
  });

  it('has the counts of its config and passes the checks that outside data must pass', () => {
    expect([tables.users.size, tables.flights.size, tables.reservations.size]).toEqual([500, 300, 2000]);
    expect(() => checkDatabase(domain, database, 'generated')).not.toThrow();
  });

  it('is the same for the same seed and another for another', () => {
    const options = { counts: { users: 40, flights: 40, reservations: 80 } };
    const hash = makeDatabase(domain, airlineDatabase, options).hash();
    expect(makeDatabase(domain, airlineDatabase, options).hash()).toBe(hash);
    expect(makeDatabase(domain, airlineDatabase, { ...options, seed: 7 }).hash()).not.toBe(hash);
  });

  it('keeps its bytes: tasks are written on them', () => {
    expect(database.hash()).toMatchInlineSnapshot(
      `"4d5fe99c1cb232a1025d48602bb67bd396691ebe16531ff28c4dc5c91195ed97"`,
    );
  });

  it('says how full planes are, and refuses more reservations than they hold', () => {
    const options = { counts: { users: 10, flights: 2, reservations: 5000 } };
    expect(() => makeDatabase(domain, airlineDatabase, options)).toThrow(/2 flights have no seats left/);
  });

  it('is refused when a plane is oversold, with flight, day and cabin', () => {
    const [users, flights, reservations] = airlineDatabase.generators;
    const emptied = {
      ...(flights as NonNullable<typeof flights>),
      // biome-ignore lint/suspicious/noExplicitAny: a generator that forgets the seats that are sold
      row: (context: any) => {
        const row = flights?.row(context) as AirlineRows['flights'];
        for (const day of Object.values(row.dates)) {
          if (day.status === 'available')
            day.available_seats = { basic_economy: 24, economy: 40, business: 16 };
        }
        return row;
      },
    };
    const broken = {
      ...airlineDatabase,
      generators: [users, emptied, reservations],
    } as typeof airlineDatabase;
    expect(() => makeDatabase(domain, broken)).toThrow(
      /row \d+ of table "flights" .*seats are sold and \d+ free in \w+ on 2024-05-\d\d, the plane has/,
    );
  });

  it('never sells a seat twice: booked and free seats fit the plane', () => {
    const seats = { basic_economy: 24, economy: 40, business: 16 };
    const booked = new Map<string, number>();
    for (const [, { flights, passengers, cabin }] of tables.reservations.entries()) {
      for (const { flight_number, date } of flights) {
        const place = `${flight_number} ${date} ${cabin}`;
        booked.set(place, (booked.get(place) ?? 0) + passengers.length);
      }
    }
    for (const [number, { dates }] of tables.flights.entries()) {
      for (const [date, on] of Object.entries(dates)) {
        for (const cabin of ['basic_economy', 'economy', 'business'] as const) {
          const free = on.status === 'available' ? on.available_seats[cabin] : 0;
          expect((booked.get(`${number} ${date} ${cabin}`) ?? 0) + free).toBeLessThanOrEqual(seats[cabin]);
        }
      }
    }
  });

  it('gives work to tasks: every state of a flight, one-stop trips, fresh and past bookings, equal fares', () => {
    const states = new Set<string>();
    const fares = new Map<string, number[]>();
    for (const [, { origin, destination, dates }] of tables.flights.entries()) {
      for (const [date, on] of Object.entries(dates)) {
        states.add(on.status);
        if (on.status !== 'available') continue;
        const place = `${origin} ${destination} ${date}`;
        fares.set(place, [...(fares.get(place) ?? []), on.prices.economy]);
      }
    }
    expect([...states].sort()).toEqual(['available', 'cancelled', 'delayed', 'flying', 'landed', 'on time']);
    const several = [...fares.values()].filter((prices) => prices.length > 1);
    const tied = several.filter(
      (prices) => prices.filter((price) => price === Math.min(...prices)).length > 1,
    );
    expect(tied.length).toBeGreaterThan(10);
    expect(tied.length).toBeLessThan(several.length / 4);
    const reservations = [...tables.reservations.entries()].map(([, reservation]) => reservation);
    const lengths = new Set(reservations.map(({ flights }) => flights.length));
    expect([...lengths].sort()).toEqual([1, 2, 3, 4]);
    const within = (hours: number) => (moment: string) =>
      Date.parse(`${domain.now}Z`) - Date.parse(`${moment}Z`) < hours * 3_600_000;
    const freshly = reservations.filter(({ created_at }) => within(24)(created_at)).length;
    expect(freshly).toBeGreaterThan(100);
    expect(reservations.every(({ created_at, flights }) => created_at < `${flights[0]?.date}T`)).toBe(true);
    expect(reservations.every(({ created_at }) => created_at < domain.now)).toBe(true);
    for (const [, user] of tables.users.entries()) {
      const times = user.reservations.map((id) => tables.reservations.get(id)?.created_at ?? '');
      expect(times).toEqual([...times].sort());
    }
  });
});
