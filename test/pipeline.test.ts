import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../src/cli/commands.ts';
import { STAGES } from '../src/pipeline.ts';

describe('the pipeline', () => {
  it('names for each stage a command that exists', () => {
    for (const { command } of STAGES) expect(Object.keys(COMMANDS)).toContain(command);
  });
  it('is the table of the README', () => {
    const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
    for (const { name, command, reads, makes, does } of STAGES) {
      expect(readme).toContain(`| ${name} | \`taskwright ${command}\` | ${reads} | ${makes} | ${does} |`);
    }
  });
});
