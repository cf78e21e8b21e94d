import type { JsonValue } from '../../base/json/index.ts';
import { toldOutput } from '../../grade/index.ts';
import { readingOf } from '../evidence/reading.ts';
import type { AuditContext, AuditedTask, RuleFinding, TaskRule } from '../types.ts';
import { answerOf, leaves } from './world.ts';

/** Share of unrelated statements that contain an output from which a hit proves little. */
const OFTEN = 0.04;

export const weakOutput: TaskRule = {
  code: 'weak-output',
  sentence: 'An expected output is told only by an agent who knows it',
  severity: 'warning',
  scope: 'task',
  check(audited, context) {
    if (audited.task.outputs.length === 0) return [];
    const statements = statementsOf(audited, context);
    return audited.task.outputs.flatMap((output) => [
      ...unmatchable(output),
      ...alreadySaid(output, audited),
      ...accidental(output, audited, statements),
    ]);
  },
};

/** Commas are taken out of what the agent says before outputs are looked for. */
function unmatchable(output: string): RuleFinding[] {
  if (!output.includes(',')) return [];
  return [
    {
      severity: 'error',
      message: `the expected output "${output}" contains a comma and can never be found, because commas are taken out of what the agent says`,
      hint: `write it as "${output.replaceAll(',', '')}"`,
      evidence: { output },
    },
  ];
}

function alreadySaid(output: string, audited: AuditedTask): RuleFinding[] {
  const hit = readingOf(audited).phrases.find(output)[0];
  if (hit === undefined) return [];
  return [
    {
      severity: 'note',
      message: `the expected output "${output}" stands in the scenario, so an agent that repeats the user's words passes`,
      hint: 'ask for something that only a read can tell',
      evidence: { output, span: { start: hit.start, end: hit.end } },
    },
  ];
}

function accidental(output: string, audited: AuditedTask, statements: readonly string[]): RuleFinding[] {
  const short = /^\d{1,2}$/.test(output);
  const others = statements.filter((statement) => statement !== output);
  const share =
    others.length === 0
      ? 0
      : others.filter((statement) => toldOutput(output, [statement], 'tau')).length / others.length;
  const strict =
    others.length === 0
      ? 0
      : others.filter((statement) => toldOutput(output, [statement], 'strict')).length / others.length;
  if (!short && share < OFTEN) return [];
  const percent = (part: number): string => `${(part * 100).toFixed(part < 0.1 ? 1 : 0)} %`;
  const number = /^\d+$/.test(output);
  return [
    {
      severity: number || strict >= OFTEN * 2 ? 'warning' : 'note',
      message:
        share === 0
          ? `the expected output "${output}" is so short that it is found inside other numbers, such as "1${output}" or "${output}.50"`
          : `the expected output "${output}" can be told by accident: of ${others.length} other values that the task's reads give, ${percent(share)} contain it as text and ${percent(strict)} as a whole word or number`,
      hint: number
        ? `let the scenario ask for more than the bare number, or expect a note such as "tells that there are ${output}"`
        : 'expect a phrase that only the right answer contains',
      evidence: { output, statements: others.length, share, strictShare: strict, task: audited.task.id },
    },
  ];
}

/** What agents say in this domain: messages where there are any, and the facts that this task's reads give. */
function statementsOf(audited: AuditedTask, context: AuditContext): string[] {
  const facts = new Set<string>();
  for (const step of audited.gold.steps) {
    const answer: JsonValue = answerOf(step);
    leaves(answer, (leaf) => facts.add(String(leaf)));
  }
  const spoken = context.spoken.length > 400 ? context.spoken.slice(0, 400) : context.spoken;
  return [...spoken, ...[...facts].slice(0, 600)];
}
