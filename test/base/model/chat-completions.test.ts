import { describe, expect, it } from 'vitest';
import { readChatBody } from '../../../src/base/model/chat-completions.ts';

const read = (message: Record<string, string | null>) =>
  readChatBody({ choices: [{ message, finish_reason: 'stop' }] }, 'http://server');

describe('an answer whose thoughts stand in its text', () => {
  it.each([
    ['<think>\nWhich order?\n</think>\n\nYour order is on its way.', 'Which order?'],
    ['Which order?\n</think>\nYour order is on its way.', 'Which order?'],
    ['<think></think>Your order is on its way.', undefined],
  ])('says only the answer: %j', (content, thought) => {
    const answer = read({ content });
    expect(answer.text).toBe('Your order is on its way.');
    expect(answer.thought).toBe(thought);
  });

  it('says nothing when it was cut off while thinking', () => {
    expect(read({ content: '<think>Which order' })).toMatchObject({ text: null, thought: 'Which order' });
  });

  it('is left as it is without thoughts, and beside thoughts told apart', () => {
    expect(read({ content: 'I think so.' })).toMatchObject({ text: 'I think so.' });
    expect(read({ content: 'Yes.', reasoning_content: 'Hm.' })).toMatchObject({
      text: 'Yes.',
      thought: 'Hm.',
    });
  });
});
