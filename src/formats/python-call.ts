import type { JsonValue } from '../base/json/index.ts';
import type { Action } from '../define/index.ts';

/**
 * A call written in Python's way, `name(key=value, other=[{'a': 1}])`, where plain words may stand without quotes.
 * @returns undefined for text that is no such call
 */
export function readPythonCall(text: string): Action | undefined {
  const found = /^\s*(\w+)\((.*)\)\s*$/s.exec(text);
  if (!found) return undefined;
  const args: Record<string, JsonValue> = {};
  for (const part of splitTop(found[2] as string)) {
    const pair = /^\s*(\w+)\s*=(.*)$/s.exec(part);
    if (!pair) return undefined;
    const value = readValue(pair[2] as string);
    if (value === undefined) return undefined;
    args[pair[1] as string] = value;
  }
  return { tool: found[1] as string, args };
}

/** Parts between commas that stand in no bracket and no quotes. */
function splitTop(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let quote = '';
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at] as string;
    if (quote !== '') {
      if (char === quote) quote = '';
    } else if (char === "'" || char === '"') quote = char;
    else if ('[{('.includes(char)) depth += 1;
    else if (']})'.includes(char)) depth -= 1;
    else if (char === ',' && depth === 0) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  const last = text.slice(from);
  return last.trim() === '' ? parts : [...parts, last];
}

function readValue(text: string): JsonValue | undefined {
  const bare = text.trim();
  if (/^['"]/.test(bare)) return bare.at(-1) === bare[0] && bare.length > 1 ? bare.slice(1, -1) : undefined;
  if (bare.startsWith('[') && bare.endsWith(']')) {
    const items = splitTop(bare.slice(1, -1)).map(readValue);
    return items.some((item) => item === undefined) ? undefined : (items as JsonValue[]);
  }
  if (bare.startsWith('{') && bare.endsWith('}')) {
    const object: Record<string, JsonValue> = {};
    for (const part of splitTop(bare.slice(1, -1))) {
      const pair = /^\s*['"]([^'"]*)['"]\s*:(.*)$/s.exec(part);
      const value = pair ? readValue(pair[2] as string) : undefined;
      if (!pair || value === undefined) return undefined;
      object[pair[1] as string] = value;
    }
    return object;
  }
  if (bare === '' || /[[\]{}()]/.test(bare)) return undefined;
  if (bare === 'True' || bare === 'False') return bare === 'True';
  if (bare === 'None') return null;
  return /^-?\d+(\.\d+)?$/.test(bare) ? Number(bare) : bare;
}
