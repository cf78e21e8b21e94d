import { describe, expect, it } from 'vitest';
import { airline } from '../../../schemas/airline/domain.ts';
import type { JsonObject } from '../../../src/base/json/index.ts';
import type { Transcript, Turn } from '../../../src/define/index.ts';
import { brokenRules } from '../../../src/environment/index.ts';
import { BO, booking, openDesk, past } from './small-airline.ts';

interface Moment {
  readonly tool: string;
  readonly args: JsonObject;
  readonly before?: readonly (readonly [tool: string, args: JsonObject])[];
  readonly talk?: Transcript;
  readonly said?: string;
  readonly dialect?: string;
}

const agent = (text: string): Turn => ({ role: 'agent', text });
const user = (text: string): Turn => ({ role: 'user', text });
const calls = (...tools: string[]): Turn => ({
  role: 'agent',
  calls: tools.map((tool, index) => ({ id: `c${index}`, tool, args: {} })),
});

const book = (changes: JsonObject = {}) => ({ tool: 'book_reservation', args: booking(changes) });
const cancel = (reservation_id: string) => ({ tool: 'cancel_reservation', args: { reservation_id } });
const look = (reservation_id: string) => ['get_reservation_details', { reservation_id }] as const;
const bags = (total_baggages: number, nonfree_baggages: number) => ({
  tool: 'update_reservation_baggages',
  args: { reservation_id: 'PLAIN1', total_baggages, nonfree_baggages, payment_id: 'credit_card_1' },
});
const fly = (reservation_id: string, flight: string, date: string, cabin = 'economy') => ({
  tool: 'update_reservation_flights',
  args: { reservation_id, cabin, flights: [{ flight_number: flight, date }], payment_id: 'credit_card_1' },
});
const amends = (amount: number, user_id = 'ada_moss_1') => ({
  tool: 'send_certificate',
  args: { user_id, amount },
});
const people = (...names: string[]) =>
  names.map((name) => ({ first_name: name, last_name: 'Moss', dob: '1999-09-09' }));
const paid = (...ids: string[]) => ids.map((payment_id) => ({ payment_id, amount: 10 }));

/** For each rule moments that break it and moments that keep it. */
const CASES: Readonly<
  Record<string, { readonly breaks: readonly Moment[]; readonly keeps: readonly Moment[] }>
> = {
  'confirm-before-write': {
    breaks: [
      { ...cancel('FRESH1'), talk: [user('Cancel it.'), calls('cancel_reservation')] },
      { ...cancel('FRESH1'), talk: [agent('Shall I cancel FRESH1?'), user('No, wait.'), calls('x')] },
    ],
    keeps: [{ ...cancel('FRESH1'), talk: [agent('Shall I cancel FRESH1?'), user('Yes.'), calls('x')] }],
  },
  'one-step-at-a-time': {
    breaks: [
      { tool: 'think', args: { thought: '' }, talk: [calls('think', 'think')] },
      { tool: 'think', args: { thought: '' }, talk: [{ ...calls('think'), text: 'One moment.' } as Turn] },
    ],
    keeps: [{ tool: 'think', args: { thought: '' }, talk: [calls('think')] }],
  },
  'user-identified': {
    breaks: [{ ...cancel('FRESH1'), talk: [], said: 'Cancel FRESH1.' }],
    keeps: [{ ...cancel('FRESH1'), talk: [], said: 'I am ada_moss_1, cancel FRESH1.' }],
  },
  'one-user': {
    breaks: [{ ...cancel('CYOFF1'), before: [['cancel_reservation', { reservation_id: 'FRESH1' }]] }],
    keeps: [{ ...cancel('OFF001'), before: [['cancel_reservation', { reservation_id: 'FRESH1' }]] }],
  },
  'transfer-out-of-scope': {
    breaks: [{ tool: 'transfer_to_human_agents', args: { summary: '' }, talk: [], before: [look('PLAIN1')] }],
    keeps: [
      { tool: 'transfer_to_human_agents', args: { summary: '' }, talk: [], before: [look('FLOWN1')] },
      { tool: 'transfer_to_human_agents', args: { summary: '' }, talk: [], said: 'Give me a person.' },
    ],
  },
  'booked-route': {
    breaks: [
      book({ flights: [{ flight_number: 'HAT003', date: '2024-05-25' }] }),
      book({ flight_type: 'round_trip' }),
      book({
        flights: [
          { flight_number: 'HAT004', date: '2024-05-20' },
          { flight_number: 'HAT005', date: '2024-05-20' },
        ],
      }),
    ],
    keeps: [
      book(),
      book({
        flight_type: 'round_trip',
        flights: [
          { flight_number: 'HAT001', date: '2024-05-20' },
          { flight_number: 'HAT003', date: '2024-05-25' },
        ],
      }),
      book({
        flights: [
          { flight_number: 'HAT004', date: '2024-05-20' },
          { flight_number: 'HAT005', date: '2024-05-21' },
        ],
      }),
    ],
  },
  'five-passengers': {
    breaks: [book({ passengers: people('A', 'B', 'C', 'D', 'E', 'F') }), book({ passengers: [] })],
    keeps: [book({ passengers: people('A', 'B', 'C', 'D', 'E') })],
  },
  'passengers-named': {
    breaks: [book({ passengers: people('Eve') })],
    keeps: [book({ passengers: [BO] }), { ...book({ passengers: people('Eve') }), said: 'For Eve Moss.' }],
  },
  'one-certificate': {
    breaks: [book({ payment_methods: paid('certificate_1', 'certificate_2') })],
    keeps: [book({ payment_methods: paid('certificate_1', 'gift_card_1') })],
  },
  'one-credit-card': {
    breaks: [book({ payment_methods: paid('credit_card_1', 'credit_card_2') })],
    keeps: [book({ payment_methods: paid('credit_card_1', 'certificate_1') })],
  },
  'three-gift-cards': {
    breaks: [book({ payment_methods: paid('gift_card_1', 'gift_card_2', 'gift_card_3', 'gift_card_4') })],
    keeps: [book({ payment_methods: paid('gift_card_1', 'gift_card_2', 'gift_card_3') })],
  },
  'free-bags': {
    breaks: [
      book({ total_baggages: 3, nonfree_baggages: 0 }),
      bags(2, 1),
      book({ cabin: 'basic_economy', total_baggages: 2 }),
    ],
    keeps: [
      book({ total_baggages: 3, nonfree_baggages: 1 }),
      bags(3, 1),
      {
        ...bags(3, 0),
        before: [['update_reservation_flights', fly('PLAIN1', 'HAT001', '2024-05-20', 'business').args]],
        dialect: 'tau1',
      },
    ],
  },
  'insurance-offered': {
    breaks: [{ ...book(), talk: [user('Book it.')] }],
    keeps: [{ ...book(), talk: [agent('Do you want travel insurance?'), user('No.')] }],
  },
  'basic-economy-flights-stay': {
    breaks: [fly('BASIC1', 'HAT002', '2024-05-20', 'basic_economy')],
    keeps: [
      fly('BASIC1', 'HAT001', '2024-05-20'),
      fly('PLAIN1', 'HAT002', '2024-05-20'),
      {
        ...fly('BASIC1', 'HAT002', '2024-05-20'),
        before: [['update_reservation_flights', fly('BASIC1', 'HAT001', '2024-05-20').args]],
        dialect: 'tau1',
      },
    ],
  },
  'route-kept': {
    breaks: [fly('PLAIN1', 'HAT003', '2024-05-25'), fly('PLAIN1', 'HAT004', '2024-05-20')],
    keeps: [fly('PLAIN1', 'HAT002', '2024-05-21')],
  },
  'bags-only-added': { breaks: [bags(0, 0)], keeps: [bags(1, 0), bags(2, 0)] },
  'cancel-reason-asked': {
    breaks: [{ ...cancel('FRESH1'), talk: [], said: 'Cancel FRESH1 now.' }],
    keeps: [
      { ...cancel('FRESH1'), talk: [agent('What is the reason?')] },
      { ...cancel('FRESH1'), talk: [], said: 'Cancel it, my plans have changed.' },
    ],
  },
  'cancel-allowed': {
    breaks: [cancel('PLAIN1'), { ...cancel('SICK01'), said: 'My plans have changed.' }],
    keeps: [cancel('FRESH1'), cancel('OFF001'), cancel('LATE01'), { ...cancel('SICK01'), said: 'I am ill.' }],
  },
  'nothing-flown': { breaks: [cancel('FLOWN1')], keeps: [cancel('LATE01')] },
  'amends-asked': {
    breaks: [{ ...amends(200), said: 'My flight was cancelled.' }],
    keeps: [{ ...amends(200), said: 'I want to be compensated.' }],
  },
  'amends-entitled': { breaks: [amends(100, 'cy_dunn_2')], keeps: [amends(200)] },
  'amends-amount': { breaks: [amends(100)], keeps: [amends(200), amends(50)] },
  'amends-after-change': {
    breaks: [amends(50)],
    keeps: [amends(200), { ...amends(50), before: [['cancel_reservation', { reservation_id: 'LATE01' }]] }],
  },
  'amends-facts-checked': {
    breaks: [{ ...amends(200), talk: [], before: [look('PLAIN1')] }],
    keeps: [{ ...amends(200), talk: [], before: [look('OFF001')] }],
  },
};

function brokenAt({ tool, args, before = [], talk, said = '', dialect }: Moment): string[] {
  const desk = openDesk(dialect === undefined ? {} : { dialect });
  const history = before.map(([name, given]) => past(desk, name, given));
  return brokenRules(airline, {
    state: desk.state,
    action: { tool, args },
    history,
    said,
    options: desk.options,
    ...(talk !== undefined && { transcript: talk }),
  }).map(({ rule }) => rule);
}

describe('rules of the airline', () => {
  it('have a case each', () => {
    expect(Object.keys(CASES).sort()).toEqual(airline.rules.map(({ id }) => id).sort());
  });

  it.each(airline.rules.map(({ id, sentence }) => [id, sentence] as const))('%s: %s', (id) => {
    const { breaks, keeps } = CASES[id]!;
    for (const moment of breaks) expect(brokenAt(moment)).toContain(id);
    for (const moment of keeps) expect(brokenAt(moment)).not.toContain(id);
  });
});
