import type { GoldAction } from '../../annotate/index.ts';
import { equalJson, type JsonObject } from '../../base/json/index.ts';
import { type AnyTool, isOffered } from '../../define/index.ts';
import type { Environment } from '../../environment/index.ts';
import { parametersOf } from '../reach/read-tools.ts';
import { keyParameter } from '../schema/key-parameter.ts';
import type { Alternative, AuditedTask, GoldWrite } from '../types.ts';
import { tryDraft } from './build.ts';
import { callsSaying, standsIn } from './calls.ts';
import { projectTo } from './project.ts';
import { type Remaking, remakingsOf } from './remaking.ts';
import { goldAfter } from './run-plan.ts';

/** A row taken back and made anew as gold leaves it, in place of the writes that change it; and the other way round. */
export function remadeRows(audited: AuditedTask): Alternative[] {
  if (audited.writes.length === 0) return [];
  return remakingsOf(audited.start.domain, audited.start.options).flatMap((remaking) => [
    ...remade(remaking, audited),
    ...amended(remaking, audited),
  ]);
}

/** The writes that change one row, all replaced by taking it back and making one that is like it after them. */
function remade(remaking: Remaking, audited: AuditedTask): Alternative[] {
  const { undo, make } = remaking;
  return [...writesByRow(remaking, audited)].flatMap(([key, writes]): Alternative[] => {
    const [first] = writes;
    const last = audited.end.state.row(remaking.table, key);
    if (first === undefined || last === undefined || writes.some(({ action }) => action.tool === undo.name))
      return [];
    const facts: JsonObject = Object.assign({}, last, ...writes.map(({ action }) => action.args));
    for (const undoArgs of callsSaying({ ...facts, [remaking.key]: key }, undo, first.before)) {
      const without = first.before.fork();
      if (without.call({ tool: undo.name, args: undoArgs }).observation.failed) continue;
      if (!remaking.declared && without.state.row(remaking.table, key) !== undefined) continue;
      for (const makeArgs of callsSaying(facts, make, without)) {
        const actions = [
          { tool: undo.name, args: undoArgs },
          { tool: make.name, args: makeArgs },
        ];
        if (!addsLike(without.fork(), actions[1] as GoldAction, remaking)) continue;
        const found = tryWay(audited, writes, first, actions);
        if (found !== undefined) return [found];
      }
    }
    return [];
  });
}

/** A row that gold takes back while it makes a like one: changed in place by the tools that change such rows. */
function amended(remaking: Remaking, audited: AuditedTask): Alternative[] {
  const makes = audited.writes.filter(({ action }) => action.tool === remaking.make.name);
  return audited.writes
    .filter(({ action }) => action.tool === remaking.undo.name)
    .flatMap((undone): Alternative[] => {
      const key = String(undone.action.args[remaking.key]);
      const row = undone.before.state.row(remaking.table, key);
      const made = row && makes.find((write) => resembles(row, write, remaking));
      if (row === undefined || made === undefined) return [];
      const writes = [undone, made].sort((left, right) => left.index - right.index);
      const [first] = writes as [GoldWrite, GoldWrite];
      const actions = changesInto(made.action.args, { key, remaking, from: first.before.fork() });
      const found = actions && tryWay(audited, writes, first, actions);
      return found === undefined ? [] : [found];
    });
}

function tryWay(
  audited: AuditedTask,
  replaced: readonly GoldWrite[],
  first: GoldWrite,
  actions: readonly GoldAction[],
): Alternative | undefined {
  const gone = new Set(replaced.map(({ index }) => index));
  const result = tryDraft(audited, {
    kind: 'path',
    path: 'undo-and-redo',
    write: first,
    rest: [
      ...actions.map((action) => ({ action })),
      ...goldAfter(audited, first.index).filter(({ gold }) => gold === undefined || !gone.has(gold.index)),
    ],
    goldValue: replaced.map(({ action: { tool, args } }) => ({ tool, args })),
    otherValue: actions.map(({ tool, args }) => ({ tool, args })),
  });
  return typeof result === 'string' ? undefined : result;
}

/** Gold writes by the row of the table that they name as the one they are done to. */
function writesByRow({ table }: Remaking, audited: AuditedTask): Map<string, GoldWrite[]> {
  const byRow = new Map<string, GoldWrite[]>();
  for (const write of audited.writes) {
    const tool = audited.start.domain.tool(write.action.tool);
    const parameter = tool && keyParameter(tool);
    if (parameter?.table !== table) continue;
    const key = String(write.action.args[parameter.name]);
    byRow.set(key, [...(byRow.get(key) ?? []), write]);
  }
  return byRow;
}

/** Whether a call adds one row to the table that says what the call says. */
function addsLike(environment: Environment, action: GoldAction, { table, make }: Remaking): boolean {
  const before = environment.fork();
  if (environment.call(action).observation.failed) return false;
  const added = [...before.state.differences(environment.state)].filter(
    (row) => row.table === table && row.before === undefined && row.after !== undefined,
  );
  const row = added[0]?.after;
  return added.length === 1 && row !== undefined && standsIn(row as JsonObject, action.args, make);
}

/** Whether a maker's call says of its row what mostly stands in another, the owner above all. */
function resembles(row: JsonObject, { action, before }: GoldWrite, { make, table }: Remaking): boolean {
  const root = make.parameters as JsonObject;
  const owners = new Set(before.domain.tables[table]?.references.map(({ target }) => target));
  const shared = parametersOf(make).filter(
    ({ name }) => action.args[name] !== undefined && row[name] !== undefined,
  );
  const equal = shared.filter(({ name, schema }) =>
    equalJson(action.args[name], projectTo(schema, root, row[name] ?? null)),
  );
  return (
    equal.length * 2 >= shared.length &&
    shared.every((parameter) => {
      const owns = parameter.target !== undefined && owners.has(parameter.target);
      return !owns || equal.includes(parameter);
    })
  );
}

interface Amending {
  readonly key: string;
  readonly remaking: Remaking;
  readonly from: Environment;
}

/** Calls after which a row says what a maker's call would say of it; undefined where no tools change it so. */
function changesInto(wanted: JsonObject, { key, remaking, from }: Amending): GoldAction[] | undefined {
  const { table, undo, make } = remaking;
  const actions: GoldAction[] = [];
  // What a tool was told counts as said, also where it writes it in another form.
  const told = new Set<string>();
  const open = (): string[] => {
    const row = (from.state.row(table, key) ?? {}) as JsonObject;
    return Object.keys(wanted).filter(
      (name) => !told.has(name) && !standsIn(row, { [name]: wanted[name] ?? null }, make),
    );
  };
  for (const tool of amendingTools(from, table)) {
    const missing = open();
    const named = keyParameter(tool)?.name;
    if (
      tool === undo ||
      named === undefined ||
      !parametersOf(tool).some(({ name }) => missing.includes(name))
    )
      continue;
    for (const args of callsSaying({ ...wanted, [named]: key }, tool, from)) {
      const action = { tool: tool.name, args };
      if (from.call(action).observation.failed) continue;
      actions.push(action);
      for (const name of Object.keys(args)) told.add(name);
      break;
    }
  }
  return actions.length > 0 && open().length === 0 ? actions : undefined;
}

function amendingTools({ domain, options }: Environment, table: string): AnyTool[] {
  return domain.tools.filter(
    (tool) => tool.effect === 'write' && isOffered(tool, options) && keyParameter(tool)?.table === table,
  );
}
