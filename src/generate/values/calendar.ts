import type { RandomStream } from '../../base/random/index.ts';

const DAY = 86_400_000;

/**
 * Time as a domain has it: frozen at the domain's `now`, without zones or summer time.
 * Moments are `YYYY-MM-DDTHH:MM:SS`, dates `YYYY-MM-DD`.
 */
export class Calendar {
  readonly now: string;
  readonly #now: number;

  constructor(now: string) {
    this.now = now;
    this.#now = Date.parse(`${now}Z`);
    if (Number.isNaN(this.#now)) throw new RangeError(`Cannot read the domain's time "${now}"`);
  }

  /** The date of now. */
  get today(): string {
    return this.now.slice(0, 10);
  }

  /** A date some days after today; before it when negative. */
  date(days: number): string {
    return dateOf(this.#now + days * DAY);
  }

  /** A moment some seconds after now; before it when negative. */
  moment(seconds: number): string {
    return momentOf(this.#now + Math.round(seconds) * 1000);
  }

  /** A moment in the last `days` days. */
  recent(random: RandomStream, days: number): string {
    return this.moment(-1 - Math.floor(random.next() * days * 86_400));
  }

  /** A moment in the next `days` days. */
  soon(random: RandomStream, days: number): string {
    return this.moment(1 + Math.floor(random.next() * days * 86_400));
  }

  /** A date of birth of someone aged from `youngest` to `oldest` years today. */
  birthday(random: RandomStream, youngest: number, oldest: number): string {
    return this.date(-Math.floor((youngest + random.next() * (oldest - youngest)) * 365.2425) - 1);
  }
}

/** A moment moved by some seconds. */
export function addSeconds(moment: string, seconds: number): string {
  return momentOf(Date.parse(`${moment}Z`) + Math.round(seconds) * 1000);
}

/** A date moved by some days. */
export function addDays(date: string, days: number): string {
  return dateOf(Date.parse(`${date}T00:00:00Z`) + days * DAY);
}

function momentOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 19);
}

function dateOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10);
}
