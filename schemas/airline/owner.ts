import type { Immutable, JsonObject, ReadDatabase } from 'taskwright';
import type { AirlineTables } from './tables.ts';
import type { Reservation, User } from './types.generated.ts';

type Tables = ReadDatabase<AirlineTables>;

/** The reservation an action is about, where it names one that exists. */
export function reservationOf(database: Tables, args: JsonObject): Immutable<Reservation> | undefined {
  return typeof args.reservation_id === 'string' ? database.reservations.get(args.reservation_id) : undefined;
}

/** Id of the user an action is about: the one it names, or the owner of the reservation it names. */
export function userIdOf(database: Tables, args: JsonObject): string | undefined {
  if (typeof args.user_id === 'string') return args.user_id;
  return reservationOf(database, args)?.user_id;
}

/** The user an action is about. */
export function userOf(database: Tables, args: JsonObject): Immutable<User> | undefined {
  const id = userIdOf(database, args);
  return id === undefined ? undefined : database.users.get(id);
}
