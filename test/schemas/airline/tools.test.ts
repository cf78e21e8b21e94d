import { describe, expect, it } from 'vitest';
import { booking, methodsIn, openDesk, reservationIn, seatsIn } from './small-airline.ts';

const TO_SEATTLE = { origin: 'BOS', destination: 'SEA', date: '2024-05-20' };
const change = (given: Record<string, unknown> = {}) =>
  ({
    reservation_id: 'PLAIN1',
    cabin: 'economy',
    flights: [{ flight_number: 'HAT002', date: '2024-05-20' }],
    payment_id: 'credit_card_1',
    ...given,
  }) as never;
const bags = (given: Record<string, unknown> = {}) =>
  ({
    reservation_id: 'PLAIN1',
    total_baggages: 3,
    nonfree_baggages: 1,
    payment_id: 'gift_card_1',
    ...given,
  }) as never;
const flight = (flight_number: string, date = '2024-05-20') => [{ flight_number, date }];

describe('tools of the airline refuse', () => {
  it.each([
    ['get_user_details', { user_id: 'nobody' }, 'user not found'],
    ['get_reservation_details', { reservation_id: 'NONE' }, 'reservation not found'],
    ['cancel_reservation', { reservation_id: 'NONE' }, 'reservation not found'],
    ['send_certificate', { user_id: 'nobody', amount: 50 }, 'user not found'],
    ['send_certificate', { user_id: 'ada_moss_1', amount: 0 }, 'worth more than nothing'],
    ['book_reservation', booking({ user_id: 'nobody' }), 'user not found'],
    ['book_reservation', booking({ flights: [] }), 'at least one flight'],
    ['book_reservation', booking({ passengers: [] }), 'at least one flight and one passenger'],
    ['book_reservation', booking({ flights: flight('HAT999') }), 'flight HAT999 not found'],
    ['book_reservation', booking({ flights: flight('HAT001', '2024-06-09') }), 'not found on date'],
    ['book_reservation', booking({ flights: flight('HAT001', '2024-05-22') }), 'not available on date'],
    [
      'book_reservation',
      booking({
        cabin: 'business',
        passengers: [
          { first_name: 'A', last_name: 'B', dob: 'c' },
          { first_name: 'D', last_name: 'E', dob: 'f' },
        ],
      }),
      'not enough seats',
    ],
    [
      'book_reservation',
      booking({ payment_methods: [{ payment_id: 'none', amount: 120 }] }),
      'none not found',
    ],
    [
      'book_reservation',
      booking({ payment_methods: [{ payment_id: 'gift_card_1', amount: 120 }] }),
      'not enough balance',
    ],
    [
      'book_reservation',
      booking({ payment_methods: [{ payment_id: 'credit_card_1', amount: 119 }] }),
      'total price is 120, but paid 119',
    ],
    [
      'book_reservation',
      booking({
        payment_methods: [
          { payment_id: 'certificate_1', amount: 60 },
          { payment_id: 'certificate_1', amount: 60 },
        ],
      }),
      'named twice',
    ],
    ['update_reservation_flights', change({ reservation_id: 'NONE' }), 'reservation not found'],
    ['update_reservation_flights', change({ flights: [] }), 'at least one flight'],
    [
      'update_reservation_flights',
      change({ flights: flight('HAT001', '2024-05-22') }),
      'not available on date',
    ],
    ['update_reservation_flights', change({ payment_id: 'none' }), 'payment method not found'],
    ['update_reservation_flights', change({ payment_id: 'certificate_1' }), 'certificate cannot be used'],
    [
      'update_reservation_flights',
      change({ cabin: 'business', payment_id: 'gift_card_1' }),
      'balance is not enough',
    ],
    ['update_reservation_baggages', bags({ reservation_id: 'NONE' }), 'reservation not found'],
    ['update_reservation_baggages', bags({ nonfree_baggages: 4 }), 'between none and all'],
    ['update_reservation_baggages', bags(), 'balance is not enough'],
    [
      'update_reservation_passengers',
      { reservation_id: 'PLAIN1', passengers: [] },
      'number of passengers does not match',
    ],
  ])('%s %j', (tool, args, message) => {
    const desk = openDesk();
    const { observation } = desk.call({ tool, args });
    expect(observation).toMatchObject({ failed: true, cause: 'tool' });
    expect(observation.text).toContain(message);
    expect(desk.outcome().changes).toEqual([]);
  });

  it('what is already cancelled', () => {
    const desk = openDesk();
    expect(
      desk.call({ tool: 'cancel_reservation', args: { reservation_id: 'FRESH1' } }).observation.failed,
    ).toBe(false);
    for (const [tool, args] of [
      ['cancel_reservation', { reservation_id: 'FRESH1' }],
      ['update_reservation_flights', change({ reservation_id: 'FRESH1' })],
      ['update_reservation_baggages', bags({ reservation_id: 'FRESH1', payment_id: 'credit_card_1' })],
    ] as const) {
      expect(desk.call({ tool, args }).observation.text).toContain('cancelled');
    }
  });

  it('the status of flights, unless they speak as τ²-bench', () => {
    const call = { tool: 'get_flight_status', args: { flight_number: 'HAT001', date: '2024-05-15' } };
    expect(openDesk().call(call).observation.cause).toBe('unknown-tool');
    const desk = openDesk({ dialect: 'tau2' });
    expect(desk.call(call).observation.text).toBe('delayed');
    expect(
      desk.call({ ...call, args: { flight_number: 'HAT001', date: '2024-07-01' } }).observation.failed,
    ).toBe(true);
    expect(desk.call({ ...call, args: { flight_number: 'X', date: '2024-05-15' } }).observation.failed).toBe(
      true,
    );
  });
});

describe('booking', () => {
  const two = [
    { first_name: 'Zed', last_name: 'Moss', dob: '2000-01-01' },
    { first_name: 'Ada', last_name: 'Moss', dob: '1990-01-01' },
  ];
  const split = [
    { payment_id: 'gift_card_1', amount: 40 },
    { payment_id: 'certificate_1', amount: 100 },
    { payment_id: 'credit_card_1', amount: 100 },
  ];

  it('takes seats, charges gift cards and uses certificates up', () => {
    const desk = openDesk();
    const { value } = desk.call({
      tool: 'book_reservation',
      args: booking({ passengers: two, payment_methods: split }),
    });
    expect(value).toMatchObject({ reservation_id: 'NEW001', created_at: '2024-05-15T15:00:00' });
    expect(seatsIn(desk, 'HAT001', '2024-05-20')).toBe(7);
    expect(methodsIn(desk)).toMatchObject({ gift_card_1: { amount: 0 } });
    expect(methodsIn(desk)).not.toHaveProperty('certificate_1');
  });

  it('ends the same whatever the order of passengers and payments, in our own dialect alone', () => {
    const outcome = (dialect: string, turned: boolean) => {
      const desk = openDesk({ dialect });
      desk.call({
        tool: 'book_reservation',
        args: booking({
          passengers: turned ? two.toReversed() : two,
          payment_methods: turned ? split.toReversed() : split,
        }),
      });
      return desk.outcome().hash;
    };
    expect(outcome('own', true)).toBe(outcome('own', false));
    expect(outcome('tau1', true)).not.toBe(outcome('tau1', false));
  });

  it.each([
    ['own', ['NEW001', 'NEW002', 'NEW003', 'NEW004']],
    ['tau1', ['HATHAT', 'HATHAU', 'HATHAV', 'HATHAV']],
    ['tau2', ['HATHAT', 'HATHAU', 'HATHAV', undefined]],
  ])('as %s gives the ids %j', (dialect, ids) => {
    const desk = openDesk({ dialect });
    const given = ids.map(
      () =>
        (desk.call({ tool: 'book_reservation', args: booking() }).value as { reservation_id: string })
          ?.reservation_id,
    );
    expect(given).toEqual(ids);
  });
});

describe('changing', () => {
  it('a cabin is written into the reservation, but not as τ-bench', () => {
    for (const [dialect, cabin] of [
      ['own', 'business'],
      ['tau2', 'business'],
      ['tau1', 'economy'],
    ] as const) {
      const desk = openDesk({ dialect });
      desk.call({
        tool: 'update_reservation_flights',
        args: change({ cabin: 'business', flights: flight('HAT001') }),
      });
      expect(reservationIn(desk, 'PLAIN1').cabin).toBe(cabin);
      expect(reservationIn(desk, 'PLAIN1').payment_history.at(-1)).toEqual({
        payment_id: 'credit_card_1',
        amount: 260,
      });
    }
  });

  it('flights keeps the price of those that stay and moves seats', () => {
    const desk = openDesk();
    desk.call({ tool: 'update_reservation_flights', args: change({ flights: flight('HAT001') }) });
    expect(desk.outcome().changes).toEqual([]);
    desk.call({ tool: 'update_reservation_flights', args: change() });
    expect(seatsIn(desk, 'HAT001', '2024-05-20')).toBe(10);
    expect(seatsIn(desk, 'HAT002', '2024-05-20')).toBe(8);
    expect(reservationIn(desk, 'PLAIN1').payment_history).toHaveLength(1);
  });

  it('bags charges for paid bags that are new', () => {
    const desk = openDesk();
    desk.call({ tool: 'update_reservation_baggages', args: bags({ payment_id: 'credit_card_2' }) });
    expect(reservationIn(desk, 'PLAIN1')).toMatchObject({ total_baggages: 3, nonfree_baggages: 1 });
    expect(reservationIn(desk, 'PLAIN1').payment_history.at(-1)).toEqual({
      payment_id: 'credit_card_2',
      amount: 50,
    });
  });
});

describe('certificates', () => {
  it.each([
    ['own', 4],
    ['tau1', 3],
    ['tau2', 3],
  ])('as %s: %i in one conversation', (dialect, most) => {
    const desk = openDesk({ dialect });
    const given = [1, 2, 3, 4].map(
      () => desk.call({ tool: 'send_certificate', args: { user_id: 'ada_moss_1', amount: 50 } }).observation,
    );
    expect(given.filter(({ failed }) => !failed)).toHaveLength(most);
  });
});

describe('searching', () => {
  const pairs = (dialect: string) =>
    (
      openDesk({ dialect }).call({ tool: 'search_onestop_flight', args: TO_SEATTLE }).value as {
        flight_number: string;
        date: string;
        prices: { economy: number };
      }[][]
    ).map((legs) => legs.map((leg) => [leg.flight_number, leg.date, leg.prices?.economy]));

  it('finds direct flights that can be booked', () => {
    const { value } = openDesk().call({ tool: 'search_direct_flight', args: TO_SEATTLE });
    expect((value as { flight_number: string }[]).map((leg) => leg.flight_number)).toEqual([
      'HAT001',
      'HAT002',
    ]);
  });

  it('connects over night on the calendar’s next day, in our own dialect', () => {
    expect(pairs('own')).toEqual([
      [
        ['HAT004', '2024-05-20', 60],
        ['HAT005', '2024-05-21', 80],
      ],
      [
        ['HAT004', '2024-05-20', 60],
        ['HAT006', '2024-05-21', 85],
      ],
    ]);
  });

  it('shows second legs of the next day with the first day’s prices, as τ-bench', () => {
    expect(pairs('tau1')[0]).toEqual([
      ['HAT004', '2024-05-20', 60],
      ['HAT005', '2024-05-21', 70],
    ]);
    expect(pairs('tau2')[0]).toEqual([
      ['HAT004', '2024-05-20', 60],
      ['HAT005', '2024-05-21', 80],
    ]);
  });

  it('lists airports by code, or as a list for τ²-bench', () => {
    const call = { tool: 'list_all_airports', args: {} };
    expect(openDesk().call(call).value).toMatchObject({ BOS: 'Boston' });
    expect(openDesk({ dialect: 'tau2' }).call(call).value).toContainEqual({ iata: 'BOS', city: 'Boston' });
  });
});
