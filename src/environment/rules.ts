import type {
  Action,
  AnyRule,
  AnyTool,
  Domain,
  OptionValues,
  PastAction,
  Transcript,
} from '../define/index.ts';
import type { State } from './state.ts';

/** A policy rule broken by an action. */
export interface Violation {
  readonly rule: string;
  /** Id of the clause it enforces. */
  readonly clause: string;
  /** What is broken, without a full stop. */
  readonly message: string;
  readonly tool: string;
  readonly argument?: string;
}

/** The moment before an action runs. */
export interface Moment {
  readonly state: State;
  readonly action: Action;
  readonly history: readonly PastAction[];
  /** Undefined in a gold replay: transcript rules are not asked then. */
  readonly transcript?: Transcript;
  /** What the user has said; in a gold replay, the scenario's text. */
  readonly said: string;
  readonly options: OptionValues;
}

/** Rules that an action would break at this moment. A rule that itself breaks counts as a violation with its message. */
export function brokenRules(domain: Domain, moment: Moment): Violation[] {
  const tool = domain.tool(moment.action.tool);
  if (tool === undefined) return [];
  const violations: Violation[] = [];
  for (const rule of rulesOn(domain, tool)) {
    if (rule.needs === 'transcript' && moment.transcript === undefined) continue;
    const message = ask(rule, domain, moment);
    if (message === undefined) continue;
    violations.push({
      rule: rule.id,
      clause: rule.clause,
      message,
      tool: tool.name,
      ...(rule.argument !== undefined && { argument: rule.argument }),
    });
  }
  return violations;
}

const byTool = new WeakMap<Domain, Map<string, readonly AnyRule[]>>();

/** Rules that look at calls of a tool, in the domain's order. */
function rulesOn(domain: Domain, tool: AnyTool): readonly AnyRule[] {
  let known = byTool.get(domain);
  if (known === undefined) {
    known = new Map();
    byTool.set(domain, known);
  }
  let rules = known.get(tool.name);
  if (rules === undefined) {
    rules = domain.rules.filter((rule) => judges(rule, tool.name, tool.effect === 'write'));
    known.set(tool.name, rules);
  }
  return rules;
}

/** Whether a rule looks at calls of this tool. */
export function judges(rule: AnyRule, tool: string, writes: boolean): boolean {
  return rule.tools === undefined ? writes : rule.tools.includes(tool);
}

function ask(rule: AnyRule, domain: Domain, moment: Moment): string | undefined {
  try {
    return rule.check({
      database: moment.state.read(),
      action: moment.action,
      args: moment.action.args,
      history: moment.history,
      transcript: moment.transcript ?? [],
      said: moment.said,
      now: domain.now,
      options: moment.options,
    });
  } catch (error) {
    return `the rule itself failed: ${error instanceof Error ? error.message : String(error)}`;
  }
}
