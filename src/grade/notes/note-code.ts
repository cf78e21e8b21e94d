import { z } from 'zod';
import type { Note } from '../../annotate/index.ts';
import { UserError } from '../../base/finding/index.ts';
import type { JsonObject, JsonValue } from '../../base/json/index.ts';

/** A value the database must hold at one place; without `after` the value must be gone. */
export interface PlacedValue {
  readonly table: string;
  readonly key: string;
  readonly path: readonly (string | number)[];
  readonly after?: JsonValue;
}

/** A call of this tool that succeeded, with at least these arguments. */
export interface CallPattern {
  readonly tool: string;
  readonly args: JsonObject;
}

/** A note as code: what to look for in actions, messages and database. */
export type NoteCode =
  /** The database holds these values. */
  | { readonly check: 'effect'; readonly values: readonly PlacedValue[] }
  /** The agent made this call, and it succeeded. */
  | { readonly check: 'call'; readonly call: CallPattern }
  /** A call of the tool on the matched entity carried this argument; the effect of note `write` is as good. */
  | {
      readonly check: 'argument';
      readonly call: CallPattern;
      readonly argument: string;
      readonly value: JsonValue;
      readonly write?: string;
    }
  /** The agent told the user this text. */
  | { readonly check: 'told'; readonly output: string }
  /** Broken by a change at any other place than these. */
  | { readonly check: 'nothing-else'; readonly places: readonly PlacedValue[] }
  /** Broken by a violation of this policy rule. */
  | { readonly check: 'rule'; readonly rule: string }
  /** Broken by this call. */
  | { readonly check: 'never'; readonly call: CallPattern }
  /** The first call comes before the second. */
  | { readonly check: 'order'; readonly first: CallPattern; readonly second: CallPattern };

const json = z.json() as z.ZodType<JsonValue>;
const place = z.object({
  table: z.string(),
  key: z.string(),
  path: z.array(z.union([z.string(), z.number()])),
  after: json.optional(),
});
const call = z.object({ tool: z.string(), args: z.record(z.string(), json) });

const CODE = z.discriminatedUnion('check', [
  z.object({ check: z.literal('effect'), values: z.array(place).min(1) }),
  z.object({ check: z.literal('call'), call }),
  z.object({
    check: z.literal('argument'),
    call,
    argument: z.string(),
    value: json,
    write: z.string().optional(),
  }),
  z.object({ check: z.literal('told'), output: z.string().min(1) }),
  z.object({ check: z.literal('nothing-else'), places: z.array(place) }),
  z.object({ check: z.literal('rule'), rule: z.string() }),
  z.object({ check: z.literal('never'), call }),
  z.object({ check: z.literal('order'), first: call, second: call }),
]);

/** The code of a note; undefined for a note that needs a judge. @throws UserError when it is malformed */
export function noteCode(note: Note): NoteCode | undefined {
  if (note.code === undefined) return undefined;
  const read = CODE.safeParse(note.code);
  if (read.success) return read.data as NoteCode;
  const issue = read.error.issues[0];
  throw new UserError(`Cannot read note "${note.id}": its code ${issue?.message ?? 'is malformed'}`, {
    at: ['code', ...(issue?.path ?? [])].join('.'),
    hint: 'one of the checks effect, call, argument, told, nothing-else, rule, never, order; or leave code out for a judge',
  });
}
