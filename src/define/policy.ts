import { UserError } from '../base/finding/index.ts';

/** One sentence or paragraph of the policy that can be pointed at. */
export interface Clause {
  /** Written `{#id}` at the end of the clause, for example `{#cancel.pending-only}`. */
  readonly id: string;
  readonly text: string;
  /** Titles of the sections it stands in, outermost first. */
  readonly section: readonly string[];
  /** Line of the policy file, from 1. */
  readonly line: number;
}

/** The text the agent is bound by, cut into clauses. */
export interface Policy {
  /** What the agent reads: the text without clause ids. */
  readonly text: string;
  readonly clauses: readonly Clause[];
}

const CLAUSE_ID = /\s*\{#([a-z0-9][a-z0-9.-]*)\}\s*$/;

/**
 * Reads a policy in Markdown. A list item or paragraph that ends in `{#id}` is a clause; the rest is prose.
 * @throws UserError when an id is used twice
 */
export function definePolicy(markdown: string): Policy {
  const clauses: Clause[] = [];
  const section: string[] = [];
  const seen = new Map<string, number>();
  let block: string[] = [];
  const lines = markdown.split('\n');
  for (const [index, line] of lines.entries()) {
    const heading = /^(#+)\s+(.*)$/.exec(line);
    if (heading) {
      section.splice((heading[1] as string).length - 1);
      section.push(heading[2] as string);
      block = [];
      continue;
    }
    if (line.trim() === '') {
      block = [];
      continue;
    }
    if (/^\s*([-*]|\d+\.)\s/.test(line)) block = [];
    block.push(line.trim());
    const id = CLAUSE_ID.exec(line)?.[1];
    if (id === undefined) continue;
    const before = seen.get(id);
    if (before !== undefined) {
      throw new UserError(
        `Cannot read policy: clause id "${id}" is used on lines ${before} and ${index + 1}`,
      );
    }
    seen.set(id, index + 1);
    const text = block
      .join(' ')
      .replace(CLAUSE_ID, '')
      .replace(/^([-*]|\d+\.)\s+/, '');
    clauses.push({ id, text, section: [...section], line: index + 1 });
    block = [];
  }
  const text = lines.map((line) => line.replace(CLAUSE_ID, '')).join('\n');
  return { text, clauses };
}
