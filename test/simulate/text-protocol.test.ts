import { describe, expect, it } from 'vitest';
import { type Reading, readAction } from '../../src/simulate/agents/text-protocol.ts';

const call = (tool: string, args = {}) => [{ id: '', tool, args }];

describe('readAction', () => {
  it.each<[string, Reading, string, object]>([
    [
      'thought and action',
      'tau',
      'Thought:\nlook\nAction:\n{"name": "get", "arguments": {"a": 1}}',
      { thought: 'look', calls: call('get', { a: 1 }) },
    ],
    ['a message', 'tau', 'Action:\n{"name": "respond", "arguments": {"content": "Hi"}}', { text: 'Hi' }],
    [
      'the last action of several',
      'tau',
      'Action:\n{"name": "a", "arguments": {}}\nAction:\n{"name": "b", "arguments": {}}',
      { calls: call('b') },
    ],
    [
      'text without an action, said as it is',
      'tau',
      'How can I help?',
      { text: 'How can I help?', mistakes: ['no-action'] },
    ],
    [
      'an unreadable action, said as it is',
      'tau',
      'Action:\n{"name": ',
      { text: '{"name":', mistakes: ['no-action'] },
    ],
    [
      'words after the object, said as they are',
      'tau',
      'Action:\n{"name": "a", "arguments": {}} ok',
      { text: '{"name": "a", "arguments": {}} ok', mistakes: ['no-action'] },
    ],
    [
      'words after the object',
      'tolerant',
      'Action:\n{"name": "a", "arguments": {"s": "}"}} ok',
      { calls: call('a', { s: '}' }) },
    ],
    [
      'a fenced object',
      'tolerant',
      'Action:\n```json\n{"name": "a", "arguments": {}}\n```',
      { calls: call('a') },
    ],
    ['an object without the word', 'tolerant', '{"name": "a", "arguments": {}}', { calls: call('a') }],
    ['text without an action', 'tolerant', 'Hello', { text: 'Hello', mistakes: ['no-action'] }],
    ['nothing', 'tolerant', '  ', {}],
  ])('reads %s (%s)', (_, reading, text, move) => {
    expect(readAction(text, reading)).toMatchObject(move);
  });

  it('turns what cannot be read into a call the loop will refuse', () => {
    const { calls } = readAction('Action:\nget_purchase(p100)', 'tolerant');
    expect(calls).toEqual([{ id: '', tool: 'unreadable', args: {}, unreadable: 'get_purchase(p100)' }]);
  });
});
