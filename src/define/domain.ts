import { suggest, UserError } from '../base/finding/index.ts';
import type { JsonObject, JsonPrimitive, JsonValue } from '../base/json/index.ts';
import { lazyValidator } from './ajv.ts';
import type { ValueOf } from './arguments-of.ts';
import { compileTable } from './compile-table.ts';
import type { ReadDatabase } from './database.ts';
import type { Invariant } from './invariant.ts';
import type { Policy } from './policy.ts';
import type { AnyRule } from './rule.ts';
import type { SchemaProblem, Table, TableSchema } from './table.ts';
import type { AnyTool, OptionValues } from './tool.ts';

/** An option of a domain: a named choice that tools and rules read. */
export interface DomainOption {
  readonly description: string;
  readonly values: readonly JsonPrimitive[];
  readonly default: JsonPrimitive;
}

/** What a candidate function is given: the action whose argument it fills, before it runs. */
export interface CandidateInput {
  // biome-ignore lint/suspicious/noExplicitAny: candidate functions of one domain see their own tables
  readonly database: ReadDatabase<any>;
  readonly tool: string;
  readonly argument: string;
  readonly args: JsonObject;
  readonly now: string;
  readonly options: OptionValues;
}

/** Lists values an argument could take; named by `x-candidates` in the tool's parameters. */
export type CandidateFunction = (input: CandidateInput) => Iterable<JsonValue>;

export interface DomainDefinition<Tools extends readonly AnyTool[]> {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  /** Row schemas by table name, in the order tables are listed. */
  readonly tables: Readonly<Record<string, TableSchema>>;
  readonly tools: Tools;
  /** Tools only the simulated user may call (dual control). */
  readonly userTools?: readonly AnyTool[];
  readonly policy: Policy;
  readonly rules: readonly AnyRule[];
  readonly candidates?: Readonly<Record<string, CandidateFunction>>;
  readonly invariants?: readonly Invariant[];
  readonly options?: Readonly<Record<string, DomainOption>>;
  /** The frozen time of the domain, `YYYY-MM-DDTHH:MM:SS`. */
  readonly now: string;
}

/** Tables, tools, policy and rules under one name. */
export interface Domain<Tools extends readonly AnyTool[] = readonly AnyTool[]> {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly tables: Readonly<Record<string, Table>>;
  readonly tools: Tools;
  readonly userTools: readonly AnyTool[];
  readonly policy: Policy;
  readonly rules: readonly AnyRule[];
  readonly candidates: Readonly<Record<string, CandidateFunction>>;
  readonly invariants: readonly Invariant[];
  readonly options: Readonly<Record<string, DomainOption>>;
  readonly now: string;
  /** The tool of that name among agent and user tools. */
  tool(name: string): AnyTool | undefined;
  /** Problems of a call's arguments against the tool's schema. @throws Error when there is no such tool */
  checkArguments(tool: string, args: JsonValue): readonly SchemaProblem[];
}

/** A call of one of a domain's tools with arguments of the right type. */
export type ActionOf<Of extends Domain> = ActionAmong<Of['tools']>;

type ActionAmong<Tools extends readonly AnyTool[]> = {
  [Index in keyof Tools]: Tools[Index] extends {
    readonly name: infer Name;
    readonly parameters: infer Schema;
  }
    ? { readonly tool: Name; readonly args: ValueOf<Schema> }
    : never;
}[number];

/**
 * Joins tables, tools, policy and rules into one domain.
 * @throws UserError when two tools share a name
 */
export function defineDomain<const Tools extends readonly AnyTool[]>(
  definition: DomainDefinition<Tools>,
): Domain<Tools> {
  const tables = Object.fromEntries(
    Object.entries(definition.tables).map(([name, schema]) => [name, compileTable(name, schema)]),
  );
  const userTools = definition.userTools ?? [];
  const byName = new Map<string, AnyTool>();
  const validators = new Map<string, (args: unknown) => readonly SchemaProblem[]>();
  for (const tool of [...definition.tools, ...userTools]) {
    if (byName.has(tool.name)) {
      throw new UserError(`Cannot define domain "${definition.name}": tool "${tool.name}" is defined twice`);
    }
    byName.set(tool.name, tool);
    validators.set(tool.name, lazyValidator({ additionalProperties: false, ...tool.parameters }));
  }
  return {
    name: definition.name,
    version: definition.version,
    description: definition.description,
    tables,
    tools: definition.tools,
    userTools,
    policy: definition.policy,
    rules: definition.rules,
    candidates: definition.candidates ?? {},
    invariants: definition.invariants ?? [],
    options: definition.options ?? {},
    now: definition.now,
    tool: (name) => byName.get(name),
    checkArguments: (tool, args) => {
      const validate = validators.get(tool);
      if (validate === undefined) throw new Error(`Cannot check arguments of tool "${tool}": no such tool`);
      return validate(args);
    },
  };
}

/** Values that were resolved already, with their domain: environments are forked by the thousand. */
const resolved = new WeakMap<OptionValues, Domain>();

/**
 * The values of a domain's options: the given ones over the defaults.
 * @throws UserError for an unknown option or value
 */
export function resolveOptions(domain: Domain, given: OptionValues = {}): OptionValues {
  if (resolved.get(given) === domain) return given;
  const values: Record<string, JsonPrimitive> = {};
  for (const [name, option] of Object.entries(domain.options)) values[name] = option.default;
  for (const [name, value] of Object.entries(given)) {
    const option = domain.options[name];
    if (option === undefined) {
      throw new UserError(`Cannot set option "${name}": domain "${domain.name}" has no such option`, {
        hint: suggest(name, Object.keys(domain.options)),
      });
    }
    if (!option.values.includes(value)) {
      throw new UserError(`Cannot set option "${name}": ${JSON.stringify(value)} is not one of its values`, {
        hint: `choose one of ${option.values.map((item) => JSON.stringify(item)).join(', ')}`,
      });
    }
    values[name] = value;
  }
  Object.freeze(values);
  resolved.set(values, domain);
  return values;
}

/** Tools an agent is offered under these option values. */
export function offeredTools(domain: Domain, options: OptionValues): readonly AnyTool[] {
  return domain.tools.filter((tool) => isOffered(tool, options));
}

/** Whether a tool is offered under these option values. */
export function isOffered(tool: AnyTool, options: OptionValues): boolean {
  if (tool.onlyWith === undefined) return true;
  return Object.entries(tool.onlyWith).every(([name, values]) => values.includes(options[name] ?? null));
}
