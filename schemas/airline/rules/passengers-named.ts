import { names } from '../conversation.ts';
import { userOf } from '../owner.ts';
import { defineRule } from '../tables.ts';
import type { Passenger } from '../types.generated.ts';

/** Names are looked for in the user's words, the profile and the user's reservations; dates of birth are not. */
export const passengersNamed = defineRule({
  id: 'passengers-named',
  clause: 'book.passenger-details',
  sentence: 'Every passenger is one the user has named, or the profile or a reservation of theirs has.',
  needs: 'state',
  tools: ['book_reservation', 'update_reservation_passengers'],
  argument: 'passengers',
  check({ database, args, said }) {
    const user = userOf(database, args);
    const known = [
      ...(user === undefined ? [] : [user.name, ...user.saved_passengers]),
      ...(user?.reservations ?? []).flatMap((id) => database.reservations.get(id)?.passengers ?? []),
    ].map(({ first_name, last_name }) => `${first_name} ${last_name}`.toLowerCase());
    for (const { first_name: first, last_name: last } of args.passengers as unknown as readonly Passenger[]) {
      if (known.includes(`${first} ${last}`.toLowerCase())) continue;
      if (names(said, first) && names(said, last)) continue;
      return `nobody has named the passenger ${first} ${last}`;
    }
    return undefined;
  },
});
