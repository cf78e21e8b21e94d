import type { RandomStream } from '../../base/random/index.ts';
import { digits } from './digits.ts';

/** Seconds of a day. */
const DAY = 86_400;
const MOST_DAYS = 100_000;

/**
 * Time as a domain has it: frozen at the domain's `now`, without zones or summer time.
 * Moments are `YYYY-MM-DDTHH:MM:SS`, dates `YYYY-MM-DD`.
 */
export class Calendar {
  readonly now: string;
  readonly #now: number;

  constructor(now: string) {
    this.now = now;
    this.#now = secondsOf(now);
    if (Number.isNaN(this.#now)) throw new RangeError(`Cannot read the domain's time "${now}"`);
  }

  /** The date of now. */
  get today(): string {
    return this.now.slice(0, 10);
  }

  /** A date some days after today; before it when negative. */
  date(days: number): string {
    return dateOf(Math.floor(this.#now / DAY) + days);
  }

  /** A moment some seconds after now; before it when negative. */
  moment(seconds: number): string {
    return momentOf(this.#now + Math.round(seconds));
  }

  /** A moment in the last `days` days. */
  recent(random: RandomStream, days: number): string {
    return this.moment(-1 - Math.floor(random.next() * days * DAY));
  }

  /** A moment in the next `days` days. */
  soon(random: RandomStream, days: number): string {
    return this.moment(1 + Math.floor(random.next() * days * DAY));
  }

  /** A date of birth of someone aged from `youngest` to `oldest` years today. */
  birthday(random: RandomStream, youngest: number, oldest: number): string {
    return this.date(-Math.floor((youngest + random.next() * (oldest - youngest)) * 365.2425) - 1);
  }
}

/** A moment moved by some seconds. */
export function addSeconds(moment: string, seconds: number): string {
  return momentOf(secondsOf(moment) + Math.round(seconds));
}

/** A date moved by some days. */
export function addDays(date: string, days: number): string {
  return dateOf(dayOf(date) + days);
}

const dates = new Map<number, string>();
const days = new Map<string, number>();

/** Seconds since 1970 of a moment. Days are remembered: a database knows few of them and asks for them often. */
function secondsOf(moment: string): number {
  const clock = twoDigits(moment, 11) * 3600 + twoDigits(moment, 14) * 60 + twoDigits(moment, 17);
  return dayOf(moment.slice(0, 10)) * DAY + clock;
}

/** The number that two digits of a text make; NaN where there are none. */
function twoDigits(text: string, at: number): number {
  const tens = text.charCodeAt(at) - 48;
  const ones = text.charCodeAt(at + 1) - 48;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN;
}

function momentOf(seconds: number): string {
  const day = Math.floor(seconds / DAY);
  const rest = seconds - day * DAY;
  const minutes = Math.floor(rest / 60);
  return `${dateOf(day)}T${digits(Math.floor(minutes / 60), 2)}:${digits(minutes % 60, 2)}:${digits(rest % 60, 2)}`;
}

function dayOf(date: string): number {
  let day = days.get(date);
  if (day === undefined) {
    day = Math.floor(Date.parse(`${date}T00:00:00Z`) / 1000 / DAY);
    if (days.size < MOST_DAYS) days.set(date, day);
  }
  return day;
}

function dateOf(day: number): string {
  let date = dates.get(day);
  if (date === undefined) {
    date = new Date(day * DAY * 1000).toISOString().slice(0, 10);
    if (dates.size < MOST_DAYS) dates.set(day, date);
  }
  return date;
}
