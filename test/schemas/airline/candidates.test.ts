import { describe, expect, it } from 'vitest';
import { candidates } from '../../../schemas/airline/candidates.ts';
import { airline } from '../../../schemas/airline/domain.ts';
import type { JsonObject, JsonValue } from '../../../src/base/json/index.ts';
import { BO, booking, openDesk } from './small-airline.ts';

function list(name: keyof typeof candidates, tool: string, argument: string, args: JsonObject): JsonValue[] {
  const desk = openDesk();
  const input = {
    database: desk.state.read(),
    tool,
    argument,
    args,
    now: airline.now,
    options: desk.options,
  };
  return [...candidates[name]!(input)];
}

const PLAIN = { reservation_id: 'PLAIN1', total_baggages: 2, nonfree_baggages: 0 };

describe('candidates of an airline argument', () => {
  it('have a function for every name the tools give', () => {
    const named = JSON.stringify(airline.tools.map((tool) => tool.parameters)).matchAll(
      /"x-candidates":"(\w+)"/g,
    );
    expect(new Set([...named].map(([, name]) => name))).toEqual(new Set(Object.keys(candidates)));
  });

  it('reservations are those of the reservation’s user', () => {
    expect(
      list('reservationsOfUser', 'cancel_reservation', 'reservation_id', { reservation_id: 'CYOFF1' }),
    ).toEqual(['CYOFF1']);
  });

  it('payment methods of a change are cards, not certificates', () => {
    const found = list('paymentMethodsOfUser', 'update_reservation_baggages', 'payment_id', PLAIN);
    expect(found).toContain('gift_card_1');
    expect(found).not.toContain('certificate_1');
  });

  it('passengers are swapped one at a time, and added only to a booking', () => {
    const args = booking();
    const [ada] = args.passengers as JsonValue[];
    expect(list('passengerLists', 'book_reservation', 'passengers', args)).toEqual([[BO], [ada, BO]]);
    expect(
      list('passengerLists', 'update_reservation_passengers', 'passengers', {
        reservation_id: 'PLAIN1',
        passengers: [ada!],
      }),
    ).toEqual([[BO]]);
  });

  it('bags go up from what there is, and paid bags start with what is due', () => {
    expect(list('bagCounts', 'update_reservation_baggages', 'total_baggages', PLAIN)).toEqual([
      1, 2, 3, 4, 5,
    ]);
    expect(
      list('paidBagCounts', 'book_reservation', 'nonfree_baggages', booking({ total_baggages: 3 }))[0],
    ).toBe(1);
  });

  it('certificates are worth what is due for trips with trouble', () => {
    const args = { user_id: 'ada_moss_1', amount: 1 };
    expect(list('certificateAmounts', 'send_certificate', 'amount', args)).toEqual([200, 50]);
  });

  it('itineraries are flights of the same route and date with room', () => {
    expect(list('itinerariesOnRoute', 'book_reservation', 'flights', booking())).toEqual([
      [{ flight_number: 'HAT001', date: '2024-05-20' }],
      [{ flight_number: 'HAT002', date: '2024-05-20' }],
      [
        { flight_number: 'HAT004', date: '2024-05-20' },
        { flight_number: 'HAT005', date: '2024-05-21' },
      ],
      [
        { flight_number: 'HAT004', date: '2024-05-20' },
        { flight_number: 'HAT006', date: '2024-05-21' },
      ],
    ]);
  });

  it('payments add up to the price, keep the policy, and are accepted', () => {
    const plans = list('paymentCombinations', 'book_reservation', 'payment_methods', booking());
    expect(plans).toContainEqual([
      { payment_id: 'certificate_1', amount: 100 },
      { payment_id: 'gift_card_1', amount: 20 },
    ]);
    for (const plan of plans) {
      const { observation } = openDesk().call({
        tool: 'book_reservation',
        args: booking({ payment_methods: plan }),
      });
      expect(observation.failed).toBe(false);
    }
  });
});
