/** Records a contender can be asked for: users, orders of a few users, or one user to two orders. */
export const KINDS = ['user', 'order', 'mix'] as const;

export type Kind = (typeof KINDS)[number];

/** One way to make records. */
export interface Contender {
  /** What it is and which version, for the report. */
  readonly says: string;
  /** Makes at least this many records, shows each to `see` if it can, and gives their number. */
  make(kind: Kind, count: number, see: (record: unknown) => void): number | Promise<number>;
}

/** Users, and orders of them: what a contender that makes records one by one has to bring. */
export interface RecordMaker {
  user(): object;
  order(owner: object): object;
}

/** How many users share so many orders of the kind `order`. */
const OWNERS = 50;
const ORDERS = 1000;

/** Makes records of a kind with a maker, none kept longer than orders need their users. */
export function makeRecords(
  { user, order }: RecordMaker,
  kind: Kind,
  count: number,
  see: (record: unknown) => void,
): number {
  if (kind === 'user') {
    for (let made = 0; made < count; made += 1) see(user());
    return count;
  }
  if (kind === 'order') {
    let owners: object[] = [];
    for (let made = 0; made < count; made += 1) {
      if (made % ORDERS === 0) owners = Array.from({ length: OWNERS }, user);
      see(order(owners[made % OWNERS] as object));
    }
    return count;
  }
  let made = 0;
  for (; made < count; made += 3) {
    const owner = user();
    const orders = [order(owner), order(owner)];
    for (const record of [owner, ...orders]) see(record);
  }
  return made;
}
