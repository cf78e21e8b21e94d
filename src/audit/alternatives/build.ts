import type { GoldAction } from '../../annotate/index.ts';
import { equalJson, isJsonObject, type JsonObject, type JsonValue } from '../../base/json/index.ts';
import { type Change, diffRows, type Outcome, type State } from '../../environment/index.ts';
import { differingFields } from '../schema/entity.ts';
import type {
  Alternative,
  AlternativeKind,
  AuditedTask,
  Entity,
  FieldDifference,
  GoldWrite,
  Option,
} from '../types.ts';
import { type PlanItem, runPlan } from './run-plan.ts';

/** What a generator of alternatives says of one. */
export interface Draft {
  readonly kind: AlternativeKind;
  readonly write: GoldWrite;
  /** Actions from the position of the write on. */
  readonly rest: readonly PlanItem[];
  readonly path?: NonNullable<Alternative['path']>;
  readonly argument?: string;
  readonly position?: number;
  readonly goldValue: JsonValue;
  readonly otherValue: JsonValue;
  readonly goldEntity?: Entity | undefined;
  readonly otherEntity?: Entity | undefined;
  readonly schema?: JsonObject;
  readonly choices?: () => readonly Option[];
}

/** Runs a draft; gives the alternative when tools and policy accept it and it ends elsewhere than gold. */
export function tryDraft(audited: AuditedTask, draft: Draft): Alternative | 'refused' | 'same' {
  const end = runPlan(audited, draft.write, draft.rest);
  if (end === undefined) return 'refused';
  if (audited.end.state.equals(end)) return 'same';
  return new PlanAlternative(audited, draft, end);
}

class PlanAlternative implements Alternative {
  readonly id: string;
  readonly task: string;
  readonly kind: AlternativeKind;
  readonly actionIndex: number;
  readonly tool: string;
  readonly path?: NonNullable<Alternative['path']>;
  readonly argument?: string;
  readonly position?: number;
  readonly goldValue: JsonValue;
  readonly otherValue: JsonValue;
  readonly goldEntity?: Entity;
  readonly otherEntity?: Entity;
  readonly actions: readonly GoldAction[];
  readonly #audited: AuditedTask;
  readonly #draft: Draft;
  readonly #state: State;
  #outcome: Outcome | undefined;
  #changes: readonly Change[] | undefined;
  #differing: readonly FieldDifference[] | undefined;
  #choices: readonly Option[] | undefined;

  constructor(audited: AuditedTask, draft: Draft, end: State) {
    const { write, kind, argument, position } = draft;
    this.#audited = audited;
    this.#draft = draft;
    this.#state = end;
    this.task = audited.task.id;
    this.kind = kind;
    this.actionIndex = write.index;
    this.tool = write.action.tool;
    if (draft.path !== undefined) this.path = draft.path;
    if (argument !== undefined) this.argument = argument;
    if (position !== undefined) this.position = position;
    this.goldValue = draft.goldValue;
    this.otherValue = draft.otherValue;
    if (draft.goldEntity !== undefined) this.goldEntity = draft.goldEntity;
    if (draft.otherEntity !== undefined) this.otherEntity = draft.otherEntity;
    this.actions = [
      ...audited.task.goldActions.slice(0, write.index),
      ...draft.rest.map((item) =>
        item.gold === undefined ? item.action : (audited.task.goldActions[item.gold.index] as GoldAction),
      ),
    ];
    const place =
      argument === undefined ? '' : `.${argument}${position === undefined ? '' : `[${position}]`}`;
    this.id = `${kind}${draft.path === undefined ? '' : `:${draft.path}`} ${write.index + 1}${place}=${JSON.stringify(draft.otherValue)}`;
  }

  get outcome(): Outcome {
    this.#outcome ??= this.#state.outcome();
    return this.#outcome;
  }

  get choices(): readonly Option[] {
    this.#choices ??= this.#draft.choices?.() ?? [];
    return this.#choices;
  }

  get changes(): readonly Change[] {
    this.#changes ??= diffStates(this.#audited.end.state, this.#state);
    return this.#changes;
  }

  get differing(): readonly FieldDifference[] {
    this.#differing ??= this.#compare();
    return this.#differing;
  }

  #compare(): readonly FieldDifference[] {
    const { goldEntity, otherEntity, goldValue, otherValue, schema } = this.#draft;
    if (goldEntity !== undefined && otherEntity !== undefined)
      return differingFields(goldEntity, otherEntity);
    if (isJsonObject(goldValue) && isJsonObject(otherValue)) {
      return Object.keys({ ...goldValue, ...otherValue })
        .filter((name) => !equalJson(goldValue[name], otherValue[name]))
        .map((name) => ({ path: [name], gold: goldValue[name], other: otherValue[name] }));
    }
    return [{ path: [], gold: goldValue, other: otherValue, ...(schema !== undefined && { schema }) }];
  }
}

/** Differences between two states over one base, value by value. */
export function diffStates(left: State, right: State): Change[] {
  return [...left.differences(right)].flatMap(({ table, key, before, after }) =>
    diffRows(table, key, before, after),
  );
}
