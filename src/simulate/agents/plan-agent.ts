import type { GoldAction } from '../../annotate/index.ts';
import type { Effect } from '../../define/index.ts';
import type { Agent, AgentMove, AgentView } from '../agent.ts';

/** A fixed list of actions, and what to tell the user when they are done. */
export interface Plan {
  readonly actions: readonly GoldAction[];
  readonly outputs: readonly string[];
}

/**
 * Carries out a plan as a careful agent would: before a write it says what it is about to do and asks for a yes;
 * at the end it tells the outputs. When asking before each write would use up the moves, it asks once for all.
 */
export class PlanAgent implements Agent {
  readonly #plan: Plan;
  readonly #effectOf: (tool: string) => Effect | 'unknown';
  #next = 0;
  #asked = -1;
  #calls = 0;

  constructor(plan: Plan, effectOf: (tool: string) => Effect | 'unknown') {
    this.#plan = plan;
    this.#effectOf = effectOf;
  }

  respond(view: AgentView): AgentMove {
    const action = this.#plan.actions[this.#next];
    if (action === undefined) return this.#finish();
    if (this.#effectOf(action.tool) === 'write' && this.#asked < this.#next) return this.#ask(view.movesLeft);
    this.#next += 1;
    this.#calls += 1;
    return { calls: [{ id: `plan-${this.#calls}`, tool: action.tool, args: action.args }] };
  }

  #ask(movesLeft: number): AgentMove {
    const rest = this.#plan.actions.slice(this.#next);
    const writes = rest.filter((action) => this.#effectOf(action.tool) === 'write');
    const eachFits = rest.length + writes.length + 1 <= movesLeft;
    const asked = eachFits ? writes.slice(0, 1) : writes;
    this.#asked = eachFits ? this.#next : this.#plan.actions.length;
    const list = asked.map((action) => `${action.tool} ${JSON.stringify(action.args)}`).join('\n');
    return { text: `I am about to do the following:\n${list}\nDo you confirm (yes/no)?` };
  }

  #finish(): AgentMove {
    const { outputs } = this.#plan;
    const told = outputs.length === 0 ? '' : ` For your information: ${outputs.join('; ')}.`;
    return { text: `That is all done.${told}` };
  }
}
