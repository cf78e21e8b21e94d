/** What an answer gives apart from talk: its first code block, else all of it. */
export function codeBlock(text: string): string {
  return /```[a-z]*\n([\s\S]*?)```/i.exec(text)?.[1] ?? text;
}
