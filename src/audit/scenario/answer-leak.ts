import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json/index.ts';
import { readingOf, spanOf } from '../evidence/reading.ts';
import type { AuditContext, AuditedTask, RuleFinding, TaskRule } from '../types.ts';
import { doneWrites, leaves, rowsInReach } from './world.ts';

/** Words by which a row gives a judgement away that the agent is to make. */
const JUDGES =
  /\b(?:erroneous(?:ly)?|in error|by mistake|incorrect(?:ly)?|wrongly|duplicate charge|should (?:be|have been)|ground truth|correct answer|expected answer|fraudulent|do not refund|must be refunded)\b/i;

export const answerLeak: TaskRule = {
  code: 'answer-leak',
  sentence: 'No text gives away what the agent is to find out',
  severity: 'warning',
  scope: 'task',
  check(audited, context) {
    return [...idsInScenario(audited, context), ...judgedRows(audited, context)];
  },
};

/** Ids of catalogue items in gold that the scenario spells out, though no customer knows them. */
function idsInScenario(audited: AuditedTask, context: AuditContext): RuleFinding[] {
  const reading = readingOf(audited);
  return doneWrites(audited).flatMap((step) => {
    const properties = (context.domain.tool(step.tool)?.parameters as JsonObject | undefined)?.properties;
    if (!isJsonObject(properties)) return [];
    return Object.entries(step.args).flatMap(([argument, value]): RuleFinding[] => {
      if (!namesCollection(properties[argument])) return [];
      const ids = (Array.isArray(value) ? value : [value]).filter(
        (id): id is string => typeof id === 'string',
      );
      const hit = ids.flatMap((id) => [...reading.phrases.find(id)])[0];
      if (hit === undefined) return [];
      const span = spanOf(reading, hit);
      return [
        {
          severity: 'note',
          action: step.index,
          argument,
          message: `the scenario spells out "${span.text}", an id of gold that no customer would know`,
          evidence: { spans: [{ ...span }] },
          hint: 'describe the thing by what a customer sees of it',
        },
      ];
    });
  });
}

function namesCollection(schema: JsonValue | undefined): boolean {
  if (!isJsonObject(schema)) return false;
  const own = schema['x-references'];
  if (typeof own === 'string') return own.includes('/') && !own.includes('payment');
  return namesCollection(schema.items);
}

/** Rows that gold writes to, or reads, whose own text says how they are to be judged. */
function judgedRows(audited: AuditedTask, context: AuditContext): RuleFinding[] {
  const written = new Set(audited.gold.outcome.changes.map((change) => `${change.table}/${change.key}`));
  const findings: RuleFinding[] = [];
  for (const { table, key, row } of rowsInReach(audited, context)) {
    if (!written.has(`${table}/${key}`)) continue;
    leaves(row, (leaf, name) => {
      if (typeof leaf !== 'string' || findings.length > 0) return;
      const word = JUDGES.exec(leaf)?.[0];
      if (word === undefined || leaf.length < word.length + 3) return;
      findings.push({
        message: `${table} "${key}" says "${word}" in ${name}, which gives the agent the judgement that the task is about`,
        at: `${table}/${key}/${name}`,
        evidence: { value: leaf, column: name },
        hint: 'write down what happened, not how it is to be judged',
      });
    });
  }
  return findings;
}
