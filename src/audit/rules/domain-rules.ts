import type { JsonValue } from '../../base/json/index.ts';
import { isOffered, type PastAction } from '../../define/index.ts';
import type { Environment } from '../../environment/index.ts';
import { reorderedLists } from '../alternatives/reordered.ts';
import { memo } from '../evidence/memo.ts';
import type { AuditContext, DomainRule, RuleFinding } from '../types.ts';
import { coverageOf, isTested } from './clause-coverage.ts';
import { probeTool } from './probe-tool.ts';

/** Calls of each tool that are tried. */
const CALLS = 5;

interface Sample {
  readonly action: PastAction;
  readonly before: Environment;
}

/** What a first call of a sample does, which several rules ask. */
const probed = memo(({ before, action }: Sample) => probeTool(before, action));

const sampled = new WeakMap<AuditContext, ReadonlyMap<string, readonly Sample[]>>();

/** Some calls of every tool from gold, each with the world before it; failed calls are of use too. */
function samples(context: AuditContext): ReadonlyMap<string, readonly Sample[]> {
  const known = sampled.get(context);
  if (known !== undefined) return known;
  const byTool = new Map<string, Sample[]>();
  for (const audited of context.tasks) {
    for (const step of audited.gold.steps) {
      const list = byTool.get(step.tool) ?? [];
      byTool.set(step.tool, list);
      if (list.length >= CALLS) continue;
      const before = audited.writes.find(({ index }) => index >= step.index)?.before ?? audited.end;
      list.push({ action: step, before });
    }
  }
  sampled.set(context, byTool);
  return byTool;
}

export const readToolWrites: DomainRule = {
  scope: 'domain',
  code: 'read-tool-writes',
  sentence: 'A read tool leaves the database as it is',
  severity: 'error',
  check: (context) =>
    eachTool(context, 'read', (tool, sample) => {
      const { action } = sample;
      return probed(sample).wrote
        ? {
            message: `read tool "${tool}" writes to the database`,
            hint: 'declare its effect as "write", or let it leave rows alone',
            evidence: { args: action.args },
          }
        : undefined;
    }),
};

export const toolNotDeterministic: DomainRule = {
  scope: 'domain',
  code: 'tool-not-deterministic',
  sentence: 'A tool gives the same answer and the same writes for the same call on the same database',
  severity: 'error',
  check: (context) =>
    eachTool(context, undefined, (tool, sample) => {
      const { action, before } = sample;
      const first = probed(sample);
      const second = probeTool(before, action);
      const reason =
        first.text !== second.text || first.outcome !== second.outcome
          ? 'gives another answer or state when called again'
          : first.used;
      return reason === undefined
        ? undefined
        : {
            message: `tool "${tool}" ${reason}`,
            hint: 'take the time from "context.now" and fresh ids from "context.newId"',
            evidence: { args: action.args },
          };
    }),
};

export const toolNotAtomic: DomainRule = {
  scope: 'domain',
  code: 'tool-not-atomic',
  sentence: 'A tool that refuses a call has written nothing before',
  severity: 'warning',
  check: (context) =>
    eachTool(context, 'write', (tool, sample) => {
      const { action, before } = sample;
      // A second call is often refused, and so is a call with another row's key: both show what a refusal leaves behind.
      const again = before.fork();
      again.call(action);
      for (const { failed, wroteBeforeFailing } of [probed(sample), probeTool(again, action)]) {
        if (failed && wroteBeforeFailing) {
          return {
            message: `tool "${tool}" writes before it refuses a call; here the writes are undone, in other harnesses they stay`,
            hint: 'check everything first, then write',
            evidence: { args: action.args },
          };
        }
      }
      return undefined;
    }),
};

export const textOnlyClause: DomainRule = {
  scope: 'domain',
  code: 'text-only-clause',
  sentence: 'Every clause of the policy is enforced by a rule',
  severity: 'note',
  check: ({ domain }) => {
    const enforced = new Set(domain.rules.map(({ clause }) => clause));
    return domain.policy.clauses
      .filter(({ id }) => !enforced.has(id))
      .map(({ id, text }) => ({
        message: `clause "${id}" stands in the policy's text alone: no rule judges it`,
        hint: 'write it as a rule, so that gold and trials are held to it',
        evidence: { clause: id, text },
      }));
  },
};

export const untestedClause: DomainRule = {
  scope: 'domain',
  code: 'untested-clause',
  sentence:
    'Every clause that a rule enforces is put to the test, for each tool it judges, by a gold call, a near miss or a refusal of some task',
  severity: 'note',
  check: (context) => {
    const coverage = coverageOf(context);
    return [...new Set(coverage.map(({ clause }) => clause))].flatMap((clause): RuleFinding[] => {
      const pairs = coverage.filter((pair) => pair.clause === clause);
      const untested = pairs.filter((pair) => !isTested(pair));
      if (untested.length === 0) return [];
      const uncalled = untested.filter(({ called }) => called.length === 0).map(({ tool }) => tool);
      const idle = untested.filter(({ called }) => called.length > 0);
      const reasons = [
        ...(uncalled.length === 0 ? [] : [`no gold calls ${uncalled.join(', ')}`]),
        ...idle.map(
          ({ tool, called }) =>
            `${tool} is called by ${called.length} ${called.length === 1 ? 'task' : 'tasks'}, and neither gold nor a call close to it breaks the clause`,
        ),
      ];
      const all = untested.length === pairs.length;
      return [
        {
          message: `clause "${clause}" ${all ? 'is put to the test by no task' : `is put to no test for ${untested.length} of ${pairs.length} tools`}: ${reasons.join('; ')}`,
          hint: 'add a task in which keeping or breaking the clause makes a difference',
          evidence: { clause, untested: untested.map(({ tool }) => tool) },
        },
      ];
    });
  },
};

export const unusedTool: DomainRule = {
  scope: 'domain',
  code: 'unused-tool',
  sentence: 'Every tool is called by the gold actions of some task',
  severity: 'note',
  check: ({ domain, tasks, options }) => {
    const used = new Set(tasks.flatMap(({ task }) => task.goldActions.map(({ tool }) => tool)));
    return domain.tools
      .filter((tool) => isOffered(tool, options) && !used.has(tool.name))
      .map(({ name }) => ({
        message: `tool "${name}" is called by no gold action`,
        hint: 'add a task that needs it, or do without it',
      }));
  },
};

export const gradeSensitiveToListOrder: DomainRule = {
  scope: 'domain',
  code: 'grade-sensitive-to-list-order',
  sentence: 'Lists that differ in nothing but their order do not make two states different',
  severity: 'warning',
  check: ({ tasks }) => {
    const places = new Map<string, { readonly tasks: string[]; readonly example: JsonValue }>();
    for (const { alternatives, task } of tasks) {
      for (const alternative of alternatives) {
        if (alternative.path !== 'order' && alternative.path !== 'list-order') continue;
        for (const place of reorderedLists(alternative.changes)) {
          const known = places.get(place);
          if (known === undefined) places.set(place, { tasks: [task.id], example: task.id });
          else if (known.tasks.at(-1) !== task.id) known.tasks.push(task.id);
        }
      }
    }
    return [...places].map(([place, { tasks: ids }]) => ({
      message: `"${place}" ends in another order when the same calls list their items in another order, and grading takes that for another state (${ids.length} ${ids.length === 1 ? 'task' : 'tasks'})`,
      hint: `mark "${place}" with "x-unordered": true if its order means nothing`,
      evidence: { place, tasks: ids },
    }));
  },
};

function eachTool(
  context: AuditContext,
  effect: 'read' | 'write' | undefined,
  judge: (tool: string, sample: Sample) => RuleFinding | undefined,
): RuleFinding[] {
  return context.domain.tools.flatMap((tool) => {
    if (effect !== undefined && tool.effect !== effect) return [];
    for (const sample of samples(context).get(tool.name) ?? []) {
      const finding = judge(tool.name, sample);
      if (finding !== undefined) return [finding];
    }
    return [];
  });
}
