import type { GoldStep } from '../annotate/index.ts';
import { equalJson, type JsonObject } from '../base/json/index.ts';
import type { PastAction } from '../define/index.ts';

/** Where a trial's writes leave gold's. */
export interface Divergence {
  /** Number of the write, from 1. */
  readonly write: number;
  readonly gold: { readonly tool: string; readonly args: JsonObject } | null;
  readonly found: { readonly tool: string; readonly args: JsonObject } | null;
  /** Names of the arguments that differ, when the tool is the same. */
  readonly arguments: readonly string[];
  /** One sentence. */
  readonly words: string;
}

/** The first successful write by which a trial leaves gold's; null when the writes are alike. */
export function firstDivergence(
  actions: readonly PastAction[],
  steps: readonly GoldStep[],
): Divergence | null {
  const mine = actions.filter(wrote);
  const gold = steps.filter(wrote);
  for (let at = 0; at < Math.max(mine.length, gold.length); at += 1) {
    const found = mine[at];
    const wanted = gold[at];
    if (found && wanted && found.tool === wanted.tool && equalJson(found.args, wanted.args)) continue;
    const names =
      found && wanted && found.tool === wanted.tool ? differingArguments(found.args, wanted.args) : [];
    return {
      write: at + 1,
      gold: wanted ? { tool: wanted.tool, args: wanted.args } : null,
      found: found ? { tool: found.tool, args: found.args } : null,
      arguments: names,
      words: say(at + 1, wanted, found, names),
    };
  }
  return null;
}

/** Top-level arguments with different values. */
export function differingArguments(left: JsonObject, right: JsonObject): string[] {
  return [...new Set([...Object.keys(left), ...Object.keys(right)])].filter(
    (name) => !equalJson(left[name], right[name]),
  );
}

function wrote(action: PastAction): boolean {
  return action.effect === 'write' && !action.observation.failed;
}

function say(
  number: number,
  gold: PastAction | undefined,
  found: PastAction | undefined,
  names: readonly string[],
): string {
  if (gold === undefined) return `write ${number}: ${found?.tool}, where gold has no more writes`;
  if (found === undefined) return `write ${number}: none, where gold calls ${gold.tool}`;
  if (found.tool !== gold.tool) return `write ${number}: ${found.tool} instead of ${gold.tool}`;
  const parts = names.map(
    (name) => `${name} ${JSON.stringify(found.args[name])} instead of ${JSON.stringify(gold.args[name])}`,
  );
  return `write ${number}: ${gold.tool} with ${parts.join(', ')}`;
}
