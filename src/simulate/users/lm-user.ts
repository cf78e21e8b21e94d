import type { Scenario } from '../../annotate/index.ts';
import type { LanguageModel } from '../../base/model/index.ts';
import { findFault, knownText } from '../faults/index.ts';
import {
  DisclosureLedger,
  type Persona,
  personaLines,
  personaMark,
  type SplitScenario,
  splitScenario,
} from '../personas/index.ts';
import { promptMark, renderPrompt } from '../prompts/index.ts';
import { readStopToken } from '../stop-token.ts';
import type { User, UserKind, UserMove, UserSetting, UserView } from '../user.ts';
import { Speaker } from './speaker.ts';
import { PROMPTS_OF, STRATEGIES, type UserStrategy } from './strategies.ts';

const STOP = '###STOP###';

export interface LmUserOptions {
  /** The model, or the model of each trial. */
  readonly model: LanguageModel | ((setting: UserSetting) => LanguageModel);
  readonly strategy: UserStrategy;
  /** How the user behaves; absent for τ-bench's plain user, whose scenario says all. */
  readonly persona?: Persona;
  /** Default 1, as in the paper; `null` sends none. */
  readonly temperature?: number | null;
  /** `void` (default): a fault of the simulator ends the trial. `ignore`: it is left to a later check. */
  readonly faults?: 'void' | 'ignore';
}

/** A simulated user behind a language model. It reads its scenario, its persona and the messages, nothing else. */
export function lmUser(options: LmUserOptions): UserKind {
  const { strategy, persona } = options;
  return {
    name: strategy,
    persona: persona?.name ?? null,
    deterministic: false,
    prompts: [
      ...PROMPTS_OF[strategy].map(promptMark),
      ...(persona === undefined ? [] : [personaMark(persona)]),
    ],
    start: (setting) => new LmUser(options, setting),
  };
}

class LmUser implements User {
  readonly #options: LmUserOptions;
  readonly #speaker: Speaker;
  readonly #scenario: Scenario;
  readonly #split: SplitScenario;
  readonly #ledger: DisclosureLedger | undefined;
  #heard = 0;
  #disclosed = 0;

  constructor(options: LmUserOptions, setting: UserSetting) {
    const { model, persona, temperature = 1 } = options;
    this.#options = options;
    this.#scenario = setting.scenario;
    this.#speaker = new Speaker(typeof model === 'function' ? model(setting) : model, {
      temperature,
      scope: `${setting.task}#${setting.trial}`,
    });
    this.#split =
      persona === undefined
        ? { facts: [], situation: wholeSituation(setting.scenario) }
        : splitScenario(setting.scenario);
    this.#ledger =
      persona === undefined ? undefined : new DisclosureLedger(this.#split.facts, persona, setting.random);
  }

  async respond(view: UserView): Promise<UserMove> {
    const messages = view.transcript.flatMap((turn) => (turn.role === 'agent' ? [turn.text ?? ''] : []));
    for (const message of messages.slice(this.#heard)) this.#ledger?.hear(message);
    this.#heard = messages.length;
    const disclosed = this.#newlyDisclosed();
    const { opening } = this.#scenario;
    if (opening !== undefined && !view.transcript.some((turn) => turn.role === 'user')) {
      this.#speaker.remember(opening);
      return { text: opening, ...disclosed };
    }
    const turn = await STRATEGIES[this.#options.strategy]({
      speaker: this.#speaker,
      instructions: this.#instructions(),
      transcript: view.transcript,
      stop: STOP,
      ...(view.signal && { signal: view.signal }),
    });
    const { text, stop } = readStopToken(turn.text);
    const { usage, replies } = this.#speaker.settle();
    const fault = this.#options.faults === 'ignore' ? undefined : this.#faultOf(view, messages, text, stop);
    return {
      text,
      ...(stop !== undefined && { stop }),
      ...(turn.thought !== undefined && { thought: turn.thought }),
      ...(fault !== undefined && { fault }),
      usage,
      replies,
      ...disclosed,
    };
  }

  #instructions(): string {
    const { persona, strategy } = this.#options;
    return renderPrompt(strategy === 'react' ? 'user-react' : 'user-lm', {
      situation: this.#split.situation,
      facts: this.#ledger?.told(),
      unknown: this.#scenario.unknown,
      persona: persona === undefined ? undefined : renderPrompt('persona', { lines: personaLines(persona) }),
      stop: STOP,
    });
  }

  #newlyDisclosed(): Pick<UserMove, 'disclosed'> {
    const releases = this.#ledger?.releases ?? [];
    const fresh = releases.slice(this.#disclosed).map(({ fact }) => fact);
    this.#disclosed = releases.length;
    return fresh.length === 0 ? {} : { disclosed: fresh };
  }

  #faultOf(
    view: UserView,
    heard: readonly string[],
    text: string,
    stop: UserMove['stop'],
  ): UserMove['fault'] {
    const said = view.transcript.flatMap((turn) => (turn.role === 'user' ? [turn.text] : []));
    const known = [knownText(this.#scenario), ...(this.#ledger?.slips ?? [])].join('\n');
    return findFault({ known, heard, said, text, stopped: stop !== undefined });
  }
}

/** All of the scenario but what the user does not know, which the prompt names apart. */
function wholeSituation({ instruction, reason, known, preferences, fallback, persona }: Scenario): string {
  return [instruction, reason, known, preferences, fallback, persona]
    .filter((part): part is string => part !== undefined && part.trim() !== '')
    .join('\n');
}
