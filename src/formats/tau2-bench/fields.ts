import { z } from 'zod';
import { PythonFloat } from '../python/index.ts';

// Kinds of fields in τ²-bench's published data model. Reading gives the values Python would hold; what its reader would
// turn into the right kind in silence (a number written as text, say) is refused here.

export const text = z.string();
export const truth = z.boolean();
export const integer = z.int();
export const float = z.number().transform((value) => new PythonFloat(value));
/** Any JSON object, kept as it is. */
export const anything = z.record(z.string(), z.json());

/** A calendar day, kept as `YYYY-MM-DD`. */
export const day = z.iso.date();

const MOMENT = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(:\d\d)?(?:\.0+)?)?$/;

/** A moment without time zone, as Python's `str` shows it: `YYYY-MM-DD HH:MM:SS`. */
export const moment = z
  .string()
  .regex(MOMENT, 'expected a date and time without zone')
  .transform((value) => {
    const [, date, minutes = '00:00', seconds = ':00'] = MOMENT.exec(value) ?? [];
    return `${date} ${minutes}${seconds}`;
  });

/** A field that may be null, and is null when it is absent. */
export function optional<Kind extends z.ZodType>(kind: Kind) {
  return kind.nullable().default(null as never);
}

/** Values by name. */
export function byName<Kind extends z.ZodType>(kind: Kind) {
  return z.record(z.string(), kind);
}
