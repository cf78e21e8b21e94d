import type { JsonPrimitive, JsonValue } from '../base/json/index.ts';
import type { ParametersSchema, ValueOf } from './arguments-of.ts';
import type { ReadDatabase, WriteDatabase } from './database.ts';

export type Effect = 'read' | 'write';

/** The values of a domain's options in one environment. */
export type OptionValues = Readonly<Record<string, JsonPrimitive>>;

/** What a tool may use besides the database: all of it deterministic. */
export interface ToolContext {
  /** The domain's frozen time, `YYYY-MM-DDTHH:MM:SS`. Tools never read the machine's clock. */
  readonly now: string;
  readonly options: OptionValues;
  /** A fresh id, `<prefix><n>`, that depends only on how many were asked for before in this environment. */
  newId(prefix: string): string;
}

/** What every tool has, whatever its types. */
interface ToolFacts {
  readonly description: string;
  /** A successful or failed call ends the conversation (handing over to a person). */
  readonly endsConversation?: boolean;
  /** Offered only under these option values, for example `{ dialect: ['tau2'] }`. */
  readonly onlyWith?: Readonly<Record<string, readonly JsonPrimitive[]>>;
  /**
   * Name of the tool that makes the rows which this one takes back (`book_trip` for `cancel_trip`). To be said where the
   * row stays and is only marked; that a tool deletes its row is seen.
   */
  readonly undoes?: string;
  /** Ids of the clauses whose breach this tool refuses by itself. */
  readonly enforces?: readonly string[];
  /** Results are free of the database (a calculator): never asked when looking for facts. */
  readonly standalone?: boolean;
}

/**
 * A tool: one function of the domain's API that agents may call.
 * `parameters` is written once and is at the same time the argument type, the run-time check and what the model reads.
 */
export interface Tool<Tables, Name extends string, Kind extends Effect, Schema extends ParametersSchema>
  extends ToolFacts {
  readonly name: Name;
  readonly effect: Kind;
  readonly parameters: Schema;
  /**
   * Does the call. The result is a JSON value, or text given to the caller as it is.
   * @throws ToolError to refuse; nothing written before it is kept
   */
  run(
    database: Kind extends 'write' ? WriteDatabase<Tables> : ReadDatabase<Tables>,
    args: ValueOf<Schema>,
    context: ToolContext,
  ): unknown;
}

/** A tool of any domain: the run-time check of its arguments stands in for their type. */
export interface AnyTool extends ToolFacts {
  readonly name: string;
  readonly effect: Effect;
  // biome-ignore lint/suspicious/noExplicitAny: the erased form of Tool
  readonly parameters: any;
  // biome-ignore lint/suspicious/noExplicitAny: the erased form of Tool
  run(database: any, args: any, context: ToolContext): unknown;
}

/**
 * Gives `defineTool` for a domain's tables:
 * `const defineTool = toolsFor<RetailTables>()`, then `defineTool({ name, effect, description, parameters, run })`.
 */
export function toolsFor<Tables>() {
  return <const Name extends string, const Kind extends Effect, const Schema extends ParametersSchema>(
    tool: Tool<Tables, Name, Kind, Schema>,
  ): Tool<Tables, Name, Kind, Schema> => tool;
}

const BRAND = Symbol.for('taskwright.ToolError');

/** A tool's refusal: the caller reads `Error: <message>`, and no write of the call is kept. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
  readonly [BRAND] = true;

  constructor(message: string) {
    // A refusal is an answer, not a fault: nobody reads its stack, and taking one costs more than most calls.
    const limit = Error.stackTraceLimit;
    Error.stackTraceLimit = 0;
    super(message);
    Error.stackTraceLimit = limit;
  }
}

/** Recognises a ToolError also when it comes from another copy of this package. */
export function isToolError(error: unknown): error is ToolError {
  return error instanceof Error && (error as { [BRAND]?: boolean })[BRAND] === true;
}

/** What an agent is told about a tool: the OpenAI function form, free of `x-` keywords. */
export interface ToolDescription {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonValue;
}

export function describeTool(tool: AnyTool): ToolDescription {
  return {
    name: tool.name,
    description: tool.description,
    parameters: withoutExtensions(tool.parameters as JsonValue),
  };
}

function withoutExtensions(schema: JsonValue): JsonValue {
  if (typeof schema !== 'object' || schema === null) return schema;
  if (Array.isArray(schema)) return schema.map((item: JsonValue) => withoutExtensions(item));
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key]) => !key.startsWith('x-'))
      .map(([key, value]) => [key, withoutExtensions(value as JsonValue)]),
  );
}
