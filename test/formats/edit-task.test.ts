import { describe, expect, it } from 'vitest';
import type { Task } from '../../src/annotate/index.ts';
import { editTaskText } from '../../src/formats/index.ts';
import { readOwnTask } from '../../src/formats/workspace/task-file.ts';

const TEXT = `{
    "id": "one",   "tags": [ "a","b" ],
    "scenario": {
        "reason": "You want it."
    },
    "goldActions": [
        { "tool": "look", "args": {} },
        { "tool": "set_note", "args": { "n": 1.50 } }
    ],
    "extra": { "kept": [1,  2] }
}
`;
const TASK = readOwnTask(JSON.parse(TEXT), 'one.json');
const ids = { before: TASK, file: 'one.json' };
const asking = (text: string): Task => ({ ...TASK, scenario: { ...TASK.scenario, preferences: text } });

describe('editTaskText', () => {
  it('adds a part of the scenario on a line of its own, and leaves every other character', () => {
    const edits = [{ path: ['scenario', 'preferences'], text: 'You say "red".' }];
    const after = editTaskText(TEXT, edits, { ...ids, after: asking('You say "red".') });
    expect(after).toBe(
      TEXT.replace('"You want it."', '"You want it.",\n        "preferences": "You say \\"red\\"."'),
    );
  });

  it('changes a text in place', () => {
    const edits = [{ path: ['scenario', 'reason'], text: 'You want two.' }];
    const task = { ...TASK, scenario: { reason: 'You want two.' } };
    expect(editTaskText(TEXT, edits, { ...ids, after: task })).toBe(
      TEXT.replace('You want it.', 'You want two.'),
    );
  });

  it.each([[0], [1]])('takes gold action %d out', (index) => {
    const task = { ...TASK, goldActions: TASK.goldActions.filter((_, at) => at !== index) };
    const after = editTaskText(TEXT, [{ path: ['goldActions', index] }], { ...ids, after: task });
    expect(readOwnTask(JSON.parse(after), 'one.json')).toEqual(task);
    expect(after).toContain('"id": "one",   "tags": [ "a","b" ],');
    expect(after).toContain('"extra": { "kept": [1,  2] }');
  });

  it('edits the named task of a list', () => {
    const list = `[\n${TEXT.replace('"one"', '"zero"')},\n${TEXT}]`;
    const edits = [{ path: ['scenario', 'preferences'], text: 'Red.' }];
    const after = editTaskText(list, edits, { ...ids, after: asking('Red.') });
    expect(after.indexOf('"preferences"')).toBeGreaterThan(after.indexOf('"one"'));
  });

  it('does not touch a file that holds another task by now', () => {
    const edits = [{ path: ['scenario', 'preferences'], text: 'Red.' }];
    const changed = TEXT.replace('You want it.', 'You want more.');
    expect(() => editTaskText(changed, edits, { ...ids, after: asking('Red.') })).toThrow(
      'Cannot change task "one": its file has changed since it was read',
    );
  });

  it('refuses edits that do not give the task they should', () => {
    const edits = [{ path: ['scenario', 'preferences'], text: 'Red.' }];
    expect(() => editTaskText(TEXT, edits, { ...ids, after: asking('Blue.') })).toThrow('Cannot change task');
  });
});
