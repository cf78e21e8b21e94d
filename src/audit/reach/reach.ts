import type { GoldAction, GoldReplay } from '../../annotate/index.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json/index.ts';
import type { Action } from '../../define/index.ts';
import { type Environment, valuesAt } from '../../environment/index.ts';
import { entityOf } from '../schema/entity.ts';
import { targetOf } from '../schema/target.ts';
import type { Reach } from '../types.ts';
import { type Observed, observe } from './observed.ts';
import { type ReadTools, readToolsOf } from './read-tools.ts';
import { SaidText } from './said.ts';

/** An answer that names more rows than this is a listing: it is searched, but not every row of it is read. */
const LISTING = 40;
/** Rows of one index entry that are compared with the scenario. */
const MATCHES = 64;
/** Reads that are followed per task. */
const READS = 400;

interface Source {
  readonly observed: Observed;
  readonly parent: Source | undefined;
}

/** What an agent can learn in a task, worked out once. */
export class TaskReach implements Reach {
  readonly rows = new Set<string>();
  readonly said: SaidText;
  readonly #start: Environment;
  readonly #tools: ReadTools;
  readonly #sources: Source[] = [];
  readonly #asked = new Set<string>();
  readonly #byTable = new Map<string, string[]>();
  readonly #now: string;

  /** @param gold whose reads count as possible where all their arguments are known */
  constructor(start: Environment, text: string, gold: GoldReplay) {
    this.#start = start;
    this.said = new SaidText(text);
    this.#tools = readToolsOf(start.domain, start.options);
    this.#now = start.domain.now;
    this.#begin();
    this.#identify();
    this.#followGold(gold);
  }

  /** Keys of a table's rows that an agent comes across, in the order found. */
  keysOf(table: string): readonly string[] {
    return this.#byTable.get(table) ?? [];
  }

  knows(value: JsonValue, siblings: readonly JsonValue[] = []): boolean {
    if (typeof value === 'boolean' || value === null) return true;
    if (this.said.says(value)) return true;
    const text = String(value);
    if (this.#sources.some((source) => source.observed.texts.has(text))) return true;
    if (/^\d{4}-\d{2}-\d{2}/.test(text) && this.#now.startsWith(text.slice(0, 10))) return true;
    return this.#seek(text, siblings);
  }

  pathTo(value: JsonValue): readonly GoldAction[] | undefined {
    if (this.said.says(value)) return [];
    const text = String(value);
    if (!this.knows(value)) return undefined;
    const chain: GoldAction[] = [];
    let source = this.#sources.find((candidate) => candidate.observed.texts.has(text));
    for (; source !== undefined; source = source.parent) chain.unshift(source.observed.action);
    return chain;
  }

  /** Whether any read has shown a row: without one, what the user knows leads nowhere. */
  get located(): boolean {
    return this.#sources.some(
      (source) => source.observed.keys.length > 0 && !this.#isFree(source.observed.action),
    );
  }

  #isFree(action: Action): boolean {
    return this.#tools.free.some((tool) => tool.name === action.tool);
  }

  #begin(): void {
    for (const tool of this.#tools.free) this.#ask({ tool: tool.name, args: {} }, undefined);
    const targets = [...this.#tools.byKey.keys()];
    const tables = Object.keys(this.#start.domain.tables);
    for (const token of this.said.tokens) {
      for (const target of targets) this.#readKey(target, token, undefined);
      const hashed = /^[\w-]+$/.test(token) ? `#${token}` : undefined;
      if (hashed !== undefined) for (const target of targets) this.#readKey(target, hashed, undefined);
      for (const table of tables) this.#meet(table, token);
    }
  }

  /** Search tools whose parameters are fields of one row: asked for each row that the scenario's words pick out. */
  #identify(): void {
    for (const { tool, parameters } of this.#tools.searches) {
      const names = parameters.map((parameter) => parameter.name);
      for (const table of Object.values(this.#start.domain.tables)) {
        const index = table.indexes.filter((field) => names.includes(field.path.at(-1) ?? ''));
        if (index.length === 0) continue;
        const tried = new Set<string>();
        for (const { path, casefold } of index) {
          for (const token of this.said.tokens) {
            const keys = this.#start.state.base.lookup(table.name, path, casefold, token);
            if (keys.length > MATCHES) continue;
            for (const key of keys) {
              if (tried.has(key)) continue;
              tried.add(key);
              const args = this.#argumentsFrom(this.#start.state.row(table.name, key), names);
              if (args !== undefined) this.#ask({ tool: tool.name, args }, undefined);
            }
          }
        }
      }
    }
  }

  /** Values of a row for these names, when the scenario says all of them. */
  #argumentsFrom(row: JsonObject | undefined, names: readonly string[]): JsonObject | undefined {
    const args: Record<string, JsonValue> = {};
    for (const name of names) {
      const value = row && leafNamed(row, name);
      if (value === undefined || !this.said.says(value)) return undefined;
      args[name] = value;
    }
    return args;
  }

  #followGold(gold: GoldReplay): void {
    for (const step of gold.steps) {
      const tool = this.#start.domain.tool(step.tool);
      if (tool === undefined || tool.effect !== 'read' || tool.standalone === true || step.observation.failed)
        continue;
      const values = leaves(step.args);
      if (values.every((value) => this.knows(value, values))) {
        const last = this.#sources.findLast((source) =>
          values.some((value) => source.observed.texts.has(String(value))),
        );
        this.#ask({ tool: step.tool, args: step.args }, last);
      }
    }
  }

  /** Counts a read as made although the scenario does not lead to it, so that one gap is reported once. */
  assume(action: Action): void {
    this.#ask({ tool: action.tool, args: action.args }, undefined);
  }

  #ask(action: Action, parent: Source | undefined): void {
    const id = `${action.tool}${JSON.stringify(action.args)}`;
    if (this.#asked.has(id) || this.#asked.size > READS) return;
    this.#asked.add(id);
    const observed = observe(this.#start, action);
    if (observed.failed) return;
    const source: Source = { observed, parent };
    this.#sources.push(source);
    const listing = observed.keys.length > LISTING;
    for (const [table, key] of observed.keys) {
      if (!listing) this.#meet(table, key);
      if (!listing) this.#readKey(table, key, source);
    }
  }

  #meet(table: string, key: string): void {
    if (!this.#start.state.base.rows(table).has(key) || this.rows.has(`${table}/${key}`)) return;
    this.rows.add(`${table}/${key}`);
    const keys = this.#byTable.get(table);
    if (keys === undefined) this.#byTable.set(table, [key]);
    else keys.push(key);
  }

  #readKey(target: string, key: string, parent: Source | undefined): void {
    const tools = this.#tools.byKey.get(target);
    if (tools === undefined) return;
    if (target.includes('/')) {
      const { table, keys } = targetOf(target);
      if (this.#start.state.base.lookup(table, keys, false, key).length === 0) return;
    } else if (!this.#start.state.base.rows(target).has(key)) return;
    for (const { tool, parameter } of tools)
      this.#ask({ tool: tool.name, args: { [parameter]: key } }, parent);
  }

  /** Looks for a read whose arguments are known and whose answer holds the value, starting from the rows it stands in. */
  #seek(text: string, siblings: readonly JsonValue[]): boolean {
    for (const [target] of this.#tools.byKey) {
      const entity = entityOf(this.#start.domain, this.#start.state, target, text, this.rows);
      if (entity !== undefined && this.#knownText(entity.key))
        this.#readKey(entity.table, entity.key, undefined);
    }
    for (const table of Object.values(this.#start.domain.tables)) {
      for (const keys of nestedCollections(table.schema)) {
        for (const key of this.#start.state.base.lookup(table.name, keys, false, text)) {
          if (this.#knownText(key)) this.#readKey(table.name, key, undefined);
        }
      }
      const row = this.#start.state.row(table.name, text);
      if (row === undefined) continue;
      if (this.#knownText(text)) return true;
      for (const { tool, parameters } of this.#tools.searches) {
        for (const args of this.#searchArguments(row, parameters, siblings)) {
          this.#ask({ tool: tool.name, args }, undefined);
        }
      }
    }
    return this.#knownText(text);
  }

  #knownText(text: string): boolean {
    return this.said.says(text) || this.#sources.some((source) => source.observed.texts.has(text));
  }

  /** Arguments of a search that would find a row, made of its own fields and the values beside the one sought. */
  *#searchArguments(
    row: JsonObject,
    parameters: readonly { readonly name: string; readonly schema: JsonObject }[],
    siblings: readonly JsonValue[],
  ): Generator<JsonObject> {
    let combinations: Record<string, JsonValue>[] = [{}];
    for (const { name, schema } of parameters) {
      const own = row[name];
      const choices: JsonValue[] =
        own !== undefined && typeof own !== 'object'
          ? [own]
          : Array.isArray(schema.enum)
            ? (schema.enum as JsonValue[])
            : siblings.filter((value) => typeof value === 'string' && isKeyWithin(row, value));
      combinations = combinations
        .flatMap((args) => choices.map((choice) => ({ ...args, [name]: choice })))
        .slice(0, 16);
    }
    for (const args of combinations) {
      if (Object.values(args).every((value) => this.#knownText(String(value)) || this.said.says(value)))
        yield args;
    }
  }
}

const collections = new WeakMap<JsonObject, string[][]>();

/** Paths of the keys of keyed collections directly inside a row. */
function nestedCollections(schema: JsonObject): string[][] {
  let paths = collections.get(schema);
  if (paths === undefined) {
    paths = Object.entries(isJsonObject(schema.properties) ? schema.properties : {})
      .filter(([, node]) => isJsonObject(node) && isJsonObject(node.additionalProperties))
      .map(([name]) => [name, '*']);
    collections.set(schema, paths);
  }
  return paths;
}

function isKeyWithin(row: JsonObject, key: string): boolean {
  return Object.values(row).some((value) => isJsonObject(value) && Object.hasOwn(value, key));
}

/** The first scalar under this name, at any depth of objects. */
function leafNamed(row: JsonObject, name: string): JsonValue | undefined {
  const own = row[name];
  if (own !== undefined && typeof own !== 'object') return own;
  for (const value of Object.values(row)) {
    if (!isJsonObject(value)) continue;
    const found = leafNamed(value, name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Texts and numbers inside arguments. */
export function leaves(value: JsonValue): JsonValue[] {
  if (Array.isArray(value)) return value.flatMap((item) => leaves(item as JsonValue));
  if (isJsonObject(value)) return Object.values(value).flatMap((item) => leaves(item));
  return [value];
}

/** Values at a path of a row, as an array. */
export function listAt(row: JsonObject | undefined, path: readonly string[]): JsonValue[] {
  return row === undefined ? [] : valuesAt(row, path);
}
