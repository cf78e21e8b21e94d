import { canonicalJson, type JsonValue } from '../../base/json/index.ts';
import type { Action, AnyTool, ToolContext } from '../../define/index.ts';
import type { Environment } from '../../environment/index.ts';

/** What one call of a tool does besides answering. */
export interface Probe {
  readonly failed: boolean;
  readonly text: string;
  /** Hash of the state after the call. */
  readonly outcome: string;
  /** Whether it wrote, or tried to. */
  readonly wrote: boolean;
  readonly wroteBeforeFailing: boolean;
  /** What it read that no database holds, in words: the machine's clock, random numbers. */
  readonly used: string | undefined;
}

/** Runs a tool on a copy of a state, watching its writes and what it takes from outside. */
export function probeTool(before: Environment, action: Action): Probe {
  const tool = before.domain.tool(action.tool);
  const copy = before.fork();
  const watch: Watch = { writes: 0, used: undefined };
  if (tool === undefined || before.domain.checkArguments(tool.name, action.args).length > 0) {
    return { failed: true, text: '', outcome: '', wrote: false, wroteBeforeFailing: false, used: undefined };
  }
  let text = '';
  let failed = false;
  const restore = watchOutside(watch);
  try {
    copy.state.transaction((database) => {
      text = canonicalJson(
        (tool.run(watched(database, watch), action.args, contextOf(copy)) ?? null) as JsonValue,
      );
    });
  } catch (error) {
    failed = true;
    text = error instanceof Error ? error.message : String(error);
  } finally {
    restore();
  }
  return {
    failed,
    text,
    outcome: copy.outcome().hash,
    wrote:
      watch.writes > 0 || (isRead(tool) && /read only|not extensible|Cannot delete/.test(text) && failed),
    wroteBeforeFailing: failed && watch.writes > 0,
    used: watch.used,
  };
}

interface Watch {
  writes: number;
  used: string | undefined;
}

function isRead(tool: AnyTool): boolean {
  return tool.effect === 'read';
}

function contextOf({ domain, options, state }: Environment): ToolContext {
  return { now: domain.now, options, newId: (prefix) => `${prefix}${state.nextId()}` };
}

const WRITES = new Set(['edit', 'put', 'remove']);

/** The tables of a database, with each write counted. */
function watched(database: unknown, watch: Watch): unknown {
  return new Proxy(database as object, {
    get: (tables, name) => {
      const table = Reflect.get(tables, name) as object | undefined;
      if (typeof table !== 'object') return table;
      return new Proxy(table, {
        get: (target, method) => {
          const member = Reflect.get(target, method, target) as unknown;
          if (typeof member !== 'function') return member;
          return (...args: unknown[]) => {
            if (WRITES.has(String(method))) watch.writes += 1;
            return (member as (...given: unknown[]) => unknown).apply(target, args);
          };
        },
      });
    },
  });
}

/** Notices the machine's clock and random numbers while a tool runs; tools are synchronous. */
function watchOutside(watch: Watch): () => void {
  const { Date: RealDate } = globalThis;
  const random = Math.random;
  class WatchedDate extends RealDate {
    constructor(...args: readonly unknown[]) {
      if (args.length === 0) watch.used = "reads the machine's clock";
      super(...(args as []));
    }

    static override now(): number {
      watch.used = "reads the machine's clock";
      return RealDate.now();
    }
  }
  globalThis.Date = WatchedDate as unknown as DateConstructor;
  Math.random = () => {
    watch.used = 'draws random numbers';
    return random();
  };
  return () => {
    globalThis.Date = RealDate;
    Math.random = random;
  };
}
