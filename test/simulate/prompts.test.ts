import { describe, expect, it } from 'vitest';
import { promptMark, promptNames, renderPrompt } from '../../src/simulate/prompts/index.ts';

describe('prompts', () => {
  it.each(promptNames())('%s has a version and a hash', (name) => {
    expect(promptMark(name)).toMatchObject({ name, version: expect.stringMatching(/^\d+$/) });
    expect(promptMark(name).hash).toMatch(/^[0-9a-f]{16}$/);
  });

  it('of different wording have different hashes', () => {
    const hashes = promptNames().map((name) => promptMark(name).hash);
    expect(new Set(hashes).size).toBe(hashes.length);
  });

  it('keep texts as they are: nothing is escaped', () => {
    const policy = 'Refunds < $5 & "small" ones {{stay}}';
    expect(renderPrompt('agent-tool-calling', { policy })).toContain(policy);
  });

  it('refuse to be filled in part', () => {
    expect(() => renderPrompt('user-respond', { conversation: 'x' })).toThrow(/reflection/);
  });
});
