import { type JsonValue, printJson } from '../base/json/index.ts';
import {
  type Action,
  type AnyTool,
  type Domain,
  isOffered,
  isToolError,
  type Observation,
  type OptionValues,
  resolveOptions,
  type SchemaProblem,
  type ToolContext,
} from '../define/index.ts';
import type { Database } from './database.ts';
import type { Outcome } from './outcome.ts';
import type { State } from './state.ts';

export interface EnvironmentOptions {
  /** Values of the domain's options; the domain's defaults where absent. */
  readonly options?: OptionValues;
  /**
   * Write the text of an observation only when it is read (default false): for trying calls by the thousand. A result no
   * text can carry then fails where it is read, with the writes done.
   */
  readonly lazyText?: boolean;
}

/** What came of one call. */
export interface CallResult {
  readonly observation: Observation;
  /** Whether the call wrote to the database. */
  readonly wrote: boolean;
  /** The tool's result as a value; absent when it failed. */
  readonly value?: JsonValue;
  /** The exception of a tool that broke, for the author of the tool. */
  readonly bug?: unknown;
}

/**
 * A domain at work on one state: takes tool calls, answers observations, and tells the outcome.
 * Calls are atomic: a call that fails leaves no write behind.
 */
export class Environment {
  readonly domain: Domain;
  readonly state: State;
  readonly options: OptionValues;
  readonly #lazyText: boolean;

  /** @param start a Database, which is forked, or a State, which is used as it is */
  constructor(
    domain: Domain,
    start: Database | State,
    { options, lazyText = false }: EnvironmentOptions = {},
  ) {
    this.domain = domain;
    this.state = 'base' in start ? start : start.fork();
    this.options = resolveOptions(domain, options);
    this.#lazyText = lazyText;
  }

  /** An environment that starts where this one is now; the two do not see each other. */
  fork(settings: Pick<EnvironmentOptions, 'lazyText'> = {}): Environment {
    const { lazyText = this.#lazyText } = settings;
    return new Environment(this.domain, this.state.fork(), { options: this.options, lazyText });
  }

  /** Runs a tool call. Never throws: unknown tools, wrong arguments and broken tools are observations with a cause. */
  call(action: Action): CallResult {
    const tool = this.domain.tool(action.tool);
    if (tool === undefined || !isOffered(tool, this.options)) {
      return failure('unknown-tool', `no tool is named "${action.tool}"`);
    }
    const problems = this.domain.checkArguments(tool.name, action.args);
    if (problems.length > 0) return failure('arguments', describeProblems(problems));
    const ids = this.state.ids;
    try {
      return this.#run(tool, action);
    } catch (error) {
      this.state.ids = ids;
      if (isToolError(error)) return failure('tool', error.message);
      const message = error instanceof Error ? error.message : String(error);
      return { ...failure('bug', message), bug: error };
    }
  }

  /** The net change since the start of the database. */
  outcome(): Outcome {
    return this.state.outcome();
  }

  #run(tool: AnyTool, action: Action): CallResult {
    const context: ToolContext = {
      now: this.domain.now,
      options: this.options,
      newId: (prefix) => `${prefix}${this.state.nextId()}`,
    };
    const success = this.#lazyText ? successToBeRead : successAsText;
    if (tool.effect === 'read') return success(tool.run(this.state.read(), action.args, context), false);
    const { result, wrote } = this.state.transaction((database) => {
      const value = tool.run(database, action.args, context);
      // The text is made inside the transaction, so that a result no text can carry undoes the writes.
      return success(value, true);
    });
    return { ...result, wrote };
  }
}

function successAsText(value: unknown, wrote: boolean): CallResult {
  const json = resultOf(value);
  return { observation: { text: textOf(json), failed: false }, wrote, value: json };
}

function successToBeRead(value: unknown, wrote: boolean): CallResult {
  const json = resultOf(value);
  return { observation: new ObservationToBeRead(json), wrote, value: json };
}

/** An observation whose text is written when it is first read. */
class ObservationToBeRead implements Observation {
  readonly failed = false;
  readonly #value: JsonValue;
  #text: string | undefined;

  constructor(value: JsonValue) {
    this.#value = value;
  }

  get text(): string {
    this.#text ??= textOf(this.#value);
    return this.#text;
  }
}

function resultOf(value: unknown): JsonValue {
  if (value === undefined) throw new Error('the tool returned nothing');
  return value as JsonValue;
}

function textOf(value: JsonValue): string {
  return typeof value === 'string' ? value : printJson(value);
}

function failure(cause: NonNullable<Observation['cause']>, message: string): CallResult {
  return { observation: { text: `Error: ${message}`, failed: true, cause }, wrote: false };
}

function describeProblems(problems: readonly SchemaProblem[]): string {
  return problems
    .map(({ path, expected }) => (path === '(row)' ? expected : `argument "${path}" ${expected}`))
    .join('; ');
}
