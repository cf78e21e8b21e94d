import { UserError } from '../../base/finding/index.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json/index.ts';
import { ownTurns, type ServedAnswer, type ServedBrain, type ServedQuestion } from './brain.ts';

/** One rule of a script: the first that fits a question answers it. */
export interface ScriptRule {
  /** Only for questions of this role. */
  readonly role?: string;
  /** Only for models whose name this pattern finds. */
  readonly model?: string;
  /** Only when the last message holds this pattern. Its groups are `$1`, `$2`, … in the answer. */
  readonly says?: string;
  /** Only when the system message holds this pattern. */
  readonly system?: string;
  /** Only when the model has answered so many times in this conversation. */
  readonly turn?: number;
  readonly answer: {
    readonly text?: string;
    readonly calls?: readonly { readonly tool: string; readonly args: JsonObject }[];
  };
}

interface CompiledRule {
  readonly rule: ScriptRule;
  readonly says: RegExp | undefined;
  readonly system: RegExp | undefined;
  readonly model: RegExp | undefined;
}

/** A model that answers by rules. @throws UserError for a rule that cannot be read */
export function scriptBrain(rules: readonly ScriptRule[]): ServedBrain {
  const compiled = rules.map(compile);
  return {
    answer: (question) => {
      for (const candidate of compiled) {
        const groups = match(candidate, question);
        if (groups !== undefined) return fill(candidate.rule, groups, ownTurns(question.messages).length);
      }
      const last = question.messages.at(-1)?.content.slice(0, 80) ?? '';
      return `no rule answers role "${question.role}" after "${last}"`;
    },
  };
}

/** Reads a script document: `{ rules: […] }` or the list itself. @throws UserError naming the rule */
export function readScript(document: JsonValue, source: string): readonly ScriptRule[] {
  const list = isJsonObject(document) ? document.rules : document;
  if (!Array.isArray(list)) {
    throw new UserError(`Cannot read script "${source}": it is no list of rules`, { at: source });
  }
  return list.map((rule: JsonValue, index) => {
    if (isJsonObject(rule) && isJsonObject(rule.answer)) return rule as unknown as ScriptRule;
    throw new UserError(`Cannot read script "${source}": rule ${index} has no answer`, {
      at: `${source} [${index}]`,
      hint: '{ "role": "user", "says": "confirm", "answer": { "text": "Yes." } }',
    });
  });
}

function compile(rule: ScriptRule): CompiledRule {
  const pattern = (text: string | undefined): RegExp | undefined => {
    try {
      return text === undefined ? undefined : new RegExp(text, 'is');
    } catch {
      throw new UserError(`Cannot read script rule: "${text}" is no pattern`);
    }
  };
  return { rule, says: pattern(rule.says), system: pattern(rule.system), model: pattern(rule.model) };
}

/** Groups of the match, or undefined where the rule does not fit. */
function match({ rule, says, system, model }: CompiledRule, question: ServedQuestion): string[] | undefined {
  if (rule.role !== undefined && rule.role !== question.role) return undefined;
  if (model !== undefined && !model.test(question.model)) return undefined;
  if (rule.turn !== undefined && rule.turn !== ownTurns(question.messages).length) return undefined;
  const instructions = question.messages.find(({ role }) => role === 'system')?.content ?? '';
  if (system !== undefined && !system.test(instructions)) return undefined;
  if (says === undefined) return [];
  const found = says.exec(question.messages.at(-1)?.content ?? '');
  return found === null ? undefined : [...found].map((group) => group ?? '');
}

function fill({ answer }: ScriptRule, groups: readonly string[], turn: number): ServedAnswer {
  const put = (text: string): string => text.replaceAll(/\$(\d)/g, (_, digit) => groups[Number(digit)] ?? '');
  const calls = (answer.calls ?? []).map(({ tool, args }, index) => ({
    id: `call-${turn}-${index}`,
    name: tool,
    arguments: put(JSON.stringify(args)),
  }));
  return { text: answer.text === undefined ? null : put(answer.text), ...(calls.length > 0 && { calls }) };
}
