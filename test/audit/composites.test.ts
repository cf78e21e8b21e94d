import { describe, expect, it } from 'vitest';
import { auditContext, auditTasks } from '../../src/audit/index.ts';
import type { JsonValue } from '../../src/base/json/index.ts';
import { ToolError } from '../../src/define/index.ts';
import { defineLendingTool, lending, lendingDatabase, lendingTask } from './fixtures/lending.ts';

const text = { type: 'string' } as const;

const listTools = defineLendingTool({
  name: 'list_tools',
  effect: 'read',
  description: 'Lists all tools.',
  parameters: { type: 'object', properties: {} },
  run: (database) => [...database.tools.entries()].map(([tool_id]) => ({ tool_id })),
});

const getTool = defineLendingTool({
  name: 'get_tool',
  effect: 'read',
  description: 'Shows a tool.',
  parameters: {
    type: 'object',
    properties: { tool_id: { type: 'string', 'x-references': 'tools' } },
    required: ['tool_id'],
  },
  run: (database, { tool_id }) => database.tools.get(tool_id) ?? 'none',
});

const pack = defineLendingTool({
  name: 'pack_parts',
  effect: 'write',
  description: 'Packs copies for a loan.',
  parameters: {
    type: 'object',
    properties: {
      loan_id: { type: 'string', 'x-references': 'loans' },
      parts: {
        type: 'array',
        items: {
          type: 'object',
          properties: { tool_id: { type: 'string', 'x-references': 'tools' }, copy_id: text, label: text },
          required: ['tool_id', 'copy_id', 'label'],
        },
      },
    },
    required: ['loan_id', 'parts'],
  },
  // Takes whatever it is given, so that only the audit keeps the pairs real.
  run(database, { loan_id, parts }) {
    if (database.loans.get(loan_id) === undefined) throw new ToolError('no such loan');
    database.loans.edit(loan_id).log.push(...parts.map((part) => JSON.stringify(part)));
    return 'done';
  },
});

const domain = lending({ tools: [listTools, getTool, pack] });
const database = lendingDatabase(domain);

function packing(parts: JsonValue) {
  return lendingTask({ goldActions: [{ tool: 'pack_parts', args: { loan_id: 'L100', parts } }] });
}

describe('members of an object that go together', () => {
  const task = packing([{ tool_id: 'drill', copy_id: 'drill_a', label: 'top' }]);
  const [audited] = auditContext(domain, database, [task]).tasks;
  const parts = (audited?.alternatives ?? []).filter(({ argument }) => argument === 'parts');

  it('are varied together, so that every other value is a real row with what belongs to it', () => {
    const others = parts.filter(({ kind }) => kind === 'argument').map(({ otherValue }) => otherValue);
    const pairs = others.map((other) => {
      const { tool_id, copy_id, label } = other as Record<string, string>;
      return [tool_id, copy_id, label];
    });
    expect(pairs).toEqual([
      ['drill', 'drill_b', 'top'],
      ['drill', 'drill_c', 'top'],
      ['saw', 'saw_a', 'top'],
      ['saw', 'saw_b', 'top'],
      ['saw', 'saw_c', 'top'],
    ]);
  });

  it('are told apart by the fields of what they name', () => {
    const [first] = parts;
    expect(first?.differing.map(({ path, gold, other }) => [path.join('.'), gold, other])).toContainEqual([
      'color',
      'red',
      'blue',
    ]);
  });

  it('leave only the free member untried', () => {
    const [result] = auditTasks(domain, database, [task]).tasks;
    const [finding] = (result?.findings ?? []).filter(({ code }) => code === 'untried-argument');
    expect(finding?.evidence?.untried).toEqual([
      { action: 0, tool: 'pack_parts', argument: 'parts[].label', said: false },
    ]);
  });
});
