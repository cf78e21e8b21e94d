import { describe, expect, it } from 'vitest';
import { type Region, type TaskFormat, type TaskPart, taskLocator } from '../../src/formats/index.ts';

const FILES: Readonly<Record<TaskFormat, string>> = {
  taskwright: `{
  "id": "one",
  "scenario": { "reason": "r" },
  "goldActions": [
    { "tool": "look", "args": {} },
    { "tool": "set_note", "args": { "note": "a" } }
  ]
}`,
  'tau-bench': `[
  { "index": 7, "instruction": "other", "actions": [] },
  {
    "index": 9,
    "instruction": "i",
    "actions": [
      { "name": "respond", "kwargs": { "content": "hello" } },
      { "name": "look", "kwargs": {} },
      { "name": "set_note", "kwargs": { "note": "a" } }
    ]
  }
]`,
  'tau2-bench': `[
  {
    "id": "one",
    "user_scenario": { "instructions": "i" },
    "evaluation_criteria": {
      "actions": [{ "name": "look", "arguments": {} }, { "name": "set_note", "arguments": { "note": "a" } }]
    }
  }
]`,
};

/** The text of a file that a region covers, on one line. */
function textAt(file: string, { startLine, startColumn, endLine, endColumn }: Region): string {
  const lines = file.split('\n').slice(startLine - 1, endLine);
  lines[lines.length - 1] = lines.at(-1)?.slice(0, endColumn - 1) ?? '';
  lines[0] = lines[0]?.slice(startColumn - 1) ?? '';
  return lines.join(' ').replaceAll(/\s+/g, ' ');
}

const at = (format: TaskFormat, id: string, part?: TaskPart): string | undefined => {
  const region = taskLocator(FILES[format], format)(id, part);
  return region && textAt(FILES[format], region);
};

describe('taskLocator', () => {
  it.each([
    ['taskwright', 'one'],
    ['tau-bench', '9'],
    ['tau2-bench', 'one'],
  ] as const)('finds argument, action and scenario of a task in a %s file', (format, id) => {
    expect(at(format, id, { action: 1, argument: 'note' })).toBe('"note": "a"');
    expect(at(format, id, { action: 1 })).toMatch(/^\{ "(tool|name)": "set_note".*\}$/);
    expect(at(format, id, { action: 1, argument: 'no_such' })).toMatch(/^\{ "(tool|name)": "set_note".*\}$/);
    expect(at(format, id)).toMatch(/^"(scenario|instruction|user_scenario)": .*/);
  });

  it('finds nothing where there is no such task', () => {
    expect(at('tau-bench', '8')).toBeUndefined();
    expect(taskLocator('not json', 'taskwright')('one')).toBeUndefined();
  });
});
