import type { GoldStep, ReplayedTask } from '../annotate/index.ts';
import { equalJson, type JsonObject } from '../base/json/index.ts';
import type { Domain } from '../define/index.ts';
import { messagesToUser, type OutputMode, toldOutput } from '../grade/index.ts';
import { type TimedAction, timelineOf } from '../grade/notes/index.ts';
import type { TrialRun } from '../simulate/index.ts';

/** One way in which a trial differs from gold. */
export type Difference =
  /** A gold write was not made, nor tried. */
  | { readonly kind: 'missing'; readonly gold: GoldStep }
  /** A gold write was tried, and the tool refused every try. */
  | { readonly kind: 'refused'; readonly gold: GoldStep; readonly tried: TimedAction; readonly turn: number }
  /** A gold write was made with other arguments. */
  | {
      readonly kind: 'wrong-argument';
      readonly gold: GoldStep;
      readonly made: TimedAction;
      readonly turn: number;
      /** Names of the arguments that differ. */
      readonly arguments: readonly string[];
    }
  /** A write that gold has no part in. */
  | { readonly kind: 'extra'; readonly made: TimedAction; readonly turn: number }
  /** All gold writes were made, in an order that ends elsewhere. */
  | { readonly kind: 'wrong-order'; readonly turn: number }
  /** An output was not told; `instead` is a number the agent told where the output is a number. */
  | {
      readonly kind: 'not-told' | 'told-wrong';
      readonly output: string;
      readonly instead?: string;
      readonly turn?: number;
    }
  /** The agent handed over, or said it could not help, though gold acts. */
  | { readonly kind: 'gave-up'; readonly turn: number; readonly how: 'transfer' | 'refusal' }
  /** Gold hands over and the agent did not. */
  | { readonly kind: 'not-handed-over'; readonly tool: string }
  /** The agent used up its moves. */
  | { readonly kind: 'cut-off'; readonly turn: number };

/**
 * How a trial differs from gold: a pure comparison of its writes, messages and ending, without a model.
 * Empty when the trial ends as gold does and tells all outputs.
 */
export function differenceToGold(
  domain: Domain,
  task: ReplayedTask,
  trial: TrialRun,
  outputMode: OutputMode = 'tau',
): Difference[] {
  const timeline = timelineOf(trial);
  const reached = task.accepted.some(({ outcome }) => outcome.hash === trial.outcome.hash);
  const differences: Difference[] = reached ? [] : writeDifferences(domain, task, timeline.actions);
  differences.push(...outputDifferences(task, trial, timeline.messages, outputMode));
  const handsOver = task.gold.steps.find(({ tool }) => domain.tool(tool)?.endsConversation === true);
  const handedOver = timeline.actions.findLast(({ tool }) => domain.tool(tool)?.endsConversation === true);
  const lacks = differences.some(({ kind }) => kind === 'missing' || kind === 'not-told');
  if (handsOver === undefined && handedOver !== undefined && lacks) {
    differences.push({ kind: 'gave-up', how: 'transfer', turn: handedOver.turn });
  } else if (lacks && !reached) {
    // What is refused and then done after all is no giving up.
    const lastWrite = timeline.actions.findLast(({ changed }) => changed)?.turn ?? 0;
    const refusal = timeline.messages.find(({ turn, text }) => turn > lastWrite && REFUSAL.test(text));
    if (refusal !== undefined) differences.push({ kind: 'gave-up', how: 'refusal', turn: refusal.turn });
  }
  if (handsOver !== undefined && handedOver === undefined && !reached) {
    differences.push({ kind: 'not-handed-over', tool: handsOver.tool });
  }
  if (trial.stop === 'move-cap') differences.push({ kind: 'cut-off', turn: timeline.turns });
  return differences;
}

const REFUSAL =
  /\b(?:unable to|cannot|can't|can not|not able to|not possible|isn't possible|not allowed|not eligible|does not allow|doesn't allow|not permitted)\b/i;

interface Pair {
  readonly gold: GoldStep;
  readonly made: TimedAction;
}

function writeDifferences(domain: Domain, task: ReplayedTask, actions: readonly TimedAction[]): Difference[] {
  const isWrite = (tool: string): boolean => domain.tool(tool)?.effect === 'write';
  let gold = task.gold.steps.filter((step) => step.wrote);
  let made = actions.filter((action) => isWrite(action.tool) && !action.observation.failed && action.changed);
  const exact = pairUp(gold, made, (step, action) => equalJson(step.args, action.args));
  gold = gold.filter((step) => !exact.some((pair) => pair.gold === step));
  made = made.filter((action) => !exact.some((pair) => pair.made === action));
  // Same entity first, then any call of the same tool, the closest one.
  const near = [...pairUp(gold, made, (step, action) => sharesEntity(task, step.args, action.args))];
  gold = gold.filter((step) => !near.some((pair) => pair.gold === step));
  made = made.filter((action) => !near.some((pair) => pair.made === action));
  const loose = pairUp(gold, made, () => true);
  gold = gold.filter((step) => !loose.some((pair) => pair.gold === step));
  made = made.filter((action) => !loose.some((pair) => pair.made === action));
  const differences: Difference[] = [...near, ...loose].map((pair) => ({
    kind: 'wrong-argument',
    ...pair,
    turn: pair.made.turn,
    arguments: differing(pair.gold.args, pair.made.args),
  }));
  for (const step of gold) {
    const tried = actions.find(
      (action) =>
        action.tool === step.tool && action.observation.failed && sharesEntity(task, step.args, action.args),
    );
    differences.push(
      tried === undefined
        ? { kind: 'missing', gold: step }
        : { kind: 'refused', gold: step, tried, turn: tried.turn },
    );
  }
  for (const action of made) differences.push({ kind: 'extra', made: action, turn: action.turn });
  if (differences.length === 0) {
    const last = actions.findLast(({ changed }) => changed);
    if (last !== undefined) differences.push({ kind: 'wrong-order', turn: last.turn });
  }
  return differences;
}

/** Pairs calls of the same tool that fit, the ones with the fewest differing arguments first. */
function pairUp(
  gold: readonly GoldStep[],
  made: readonly TimedAction[],
  fits: (step: GoldStep, action: TimedAction) => boolean,
): Pair[] {
  const candidates = gold.flatMap((step) =>
    made
      .filter((action) => action.tool === step.tool && fits(step, action))
      .map((action) => ({ gold: step, made: action, apart: differing(step.args, action.args).length })),
  );
  candidates.sort((left, right) => left.apart - right.apart);
  const pairs: Pair[] = [];
  for (const { gold: step, made: action } of candidates) {
    if (pairs.some((pair) => pair.gold === step || pair.made === action)) continue;
    pairs.push({ gold: step, made: action });
  }
  return pairs;
}

/** Whether two calls name the same changed row; calls that name none do. */
function sharesEntity(task: ReplayedTask, left: JsonObject, right: JsonObject): boolean {
  const keys = new Set(task.gold.outcome.changes.filter(({ path }) => path.length > 0).map(({ key }) => key));
  const named = Object.entries(left).filter(([, value]) => typeof value === 'string' && keys.has(value));
  return named.every(([name, value]) => equalJson(right[name], value));
}

/** Top-level arguments with different values. */
export function differing(left: JsonObject, right: JsonObject): string[] {
  return [...new Set([...Object.keys(left), ...Object.keys(right)])].filter(
    (name) => !equalJson(left[name], right[name]),
  );
}

function outputDifferences(
  task: ReplayedTask,
  trial: TrialRun,
  messages: readonly { readonly turn: number; readonly text: string }[],
  mode: OutputMode,
): Difference[] {
  const all = messagesToUser(trial.transcript);
  return task.outputs
    .filter((output) => !toldOutput(output, all, mode))
    .map((output): Difference => {
      const instead = numberInstead(output, messages, task.outputs);
      return instead === undefined
        ? { kind: 'not-told', output }
        : { kind: 'told-wrong', output, instead: instead.text, turn: instead.turn };
    });
}

/** A number told in place of a wanted one: one of nearly its size that is no output itself. */
function numberInstead(
  output: string,
  messages: readonly { readonly turn: number; readonly text: string }[],
  outputs: readonly string[],
): { readonly text: string; readonly turn: number } | undefined {
  const wanted = Number(output.replaceAll(/[$,]/g, ''));
  if (output.trim() === '' || !Number.isFinite(wanted)) return undefined;
  const others = new Set(outputs.map((text) => Number(text.replaceAll(/[$,]/g, ''))));
  for (const { turn, text } of messages.toReversed()) {
    if (!/\b(total|sum|balance|cost|amount|price|refund|save|saving|bags?|suitcases?)\b/i.test(text))
      continue;
    for (const [found] of text.matchAll(/\d[\d,]*(?:\.\d+)?/g)) {
      const value = Number(found.replaceAll(',', ''));
      if (others.has(value) || value === 0) continue;
      if (value >= wanted / 2 && value <= wanted * 2) return { text: found, turn };
    }
  }
  return undefined;
}
