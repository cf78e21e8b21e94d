import { nearMiss } from '../../base/finding/index.ts';
import { readingOf, sentenceAt, spanOf } from '../evidence/reading.ts';
import type { AuditContext, AuditedTask, RuleFinding, TaskRule } from '../types.ts';
import { leaves, rowsInReach } from './world.ts';

/** Sentences that say a thing is wrong on purpose. */
const ON_PURPOSE =
  /\b(?:mistake|incorrect|wrong|first|forgot|typo|doesn't work|does not work|not remember|fails?|or)\b/i;
const EMAIL = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;

export const unknownInText: TaskRule = {
  code: 'unknown-entity',
  sentence: 'Ids, e-mail addresses and card digits in the scenario exist in the database',
  severity: 'warning',
  scope: 'task',
  check(audited, context) {
    return [...emails(audited, context), ...cards(audited, context), ...keys(audited, context)];
  },
};

function valuesInReach(
  audited: AuditedTask,
  context: AuditContext,
  wanted: (name: string, text: string) => boolean,
): Set<string> {
  const values = new Set<string>();
  for (const { row } of rowsInReach(audited, context)) {
    leaves(row, (leaf, name) => {
      if (typeof leaf === 'string' && wanted(name, leaf)) values.add(leaf);
    });
  }
  return values;
}

function emails(audited: AuditedTask, context: AuditContext): RuleFinding[] {
  const said = [...audited.text.matchAll(EMAIL)].map((match) => ({ text: match[0], at: match.index }));
  if (said.length === 0) return [];
  const known = valuesInReach(audited, context, (_, text) => text.includes('@'));
  if (known.size === 0) return [];
  if (said.some(({ text }) => known.has(text.toLowerCase()))) return [];
  return said.slice(0, 1).map(({ text, at }) => {
    const near = nearMiss(text, known);
    return {
      // The user can be found by other facts, or nothing would be in reach.
      severity: near === undefined ? ('warning' as const) : ('note' as const),
      message: `the e-mail address "${text}" in the scenario belongs to no user in reach${near === undefined ? '' : `; the user has "${near}"`}`,
      evidence: { spans: [{ start: at, end: at + text.length, text }] },
      ...(near !== undefined && { hint: `did you mean "${near}"?` }),
    };
  });
}

function cards(audited: AuditedTask, context: AuditContext): RuleFinding[] {
  if (!/\b(?:card|ending)\b/i.test(audited.text) || !/\b\d{4}\b/.test(audited.text)) return [];
  const known = valuesInReach(audited, context, (name) => /last_?(?:four|4)/i.test(name));
  if (known.size === 0) return [];
  const reading = readingOf(audited);
  return reading.tokens.flatMap((token, at): RuleFinding[] => {
    if (!/^\d{4}$/.test(token.text) || known.has(token.text) || reading.tokens[at - 1]?.text === '$')
      return [];
    const around = reading.tokens.slice(Math.max(0, at - 5), at + 3).map((other) => other.lower);
    if (!around.includes('card') && !around.includes('ending')) return [];
    return [
      {
        message: `no card in reach ends in ${token.text}; there are ${[...known].sort().join(', ')}`,
        evidence: { spans: [{ ...spanOf(reading, token) }] },
        hint: 'write the digits of the card that gold uses',
      },
    ];
  });
}

/** Words shaped like keys of a table ("#W1234567", "abc_def_1234") that are none. */
function keys(audited: AuditedTask, context: AuditContext): RuleFinding[] {
  const findings: RuleFinding[] = [];
  for (const table of Object.keys(context.domain.tables)) {
    const rows = context.database.rows(table);
    const sample = rows.keys().next().value;
    const shape = sample === undefined ? undefined : shapeOf(sample);
    if (shape === undefined) continue;
    for (const match of audited.text.matchAll(shape)) {
      const text = match[0];
      if (
        rows.has(text) ||
        Object.keys(context.domain.tables).some((other) => context.database.rows(other).has(text))
      )
        continue;
      if (rowsInReach(audited, context).some(({ row }) => JSON.stringify(row).includes(`"${text}"`)))
        continue;
      const reading = readingOf(audited);
      const token = reading.tokens.findIndex((other) => other.end > match.index);
      const sentence = spanOf(reading, sentenceAt(reading, token));
      if (ON_PURPOSE.test(sentence.text)) continue;
      const near = nearMiss(
        text,
        rowsInReach(audited, context, table).map((row) => row.key),
      );
      findings.push({
        message: `"${text}" in the scenario is no key of ${table}${near === undefined ? '' : `; the nearest in reach is "${near}"`}`,
        evidence: { spans: [{ start: match.index, end: match.index + text.length, text }] },
        ...(near !== undefined && { hint: `did you mean "${near}"?` }),
      });
    }
  }
  return findings;
}

/** A pattern for keys that no ordinary word has: a mark before digits, or words and digits joined by underscores. */
function shapeOf(key: string): RegExp | undefined {
  if (/^#[A-Z]?\d{4,}$/.test(key)) return /#[A-Z]?\d{4,}\b/g;
  if (/^[a-z]+(?:_[a-z]+)*_\d+$/.test(key)) return /\b[a-z]+(?:_[a-z]+)*_\d+\b/g;
  return undefined;
}
