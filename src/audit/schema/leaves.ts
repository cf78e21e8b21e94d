import type { JsonValue } from '../../base/json/index.ts';

/** Every text and number inside a value. */
export function leaves(
  value: JsonValue,
  visit: (leaf: string | number | boolean, name: string) => void,
  name = '',
): void {
  if (typeof value === 'object' && value !== null) {
    for (const [key, member] of Object.entries(value)) {
      leaves(member as JsonValue, visit, Array.isArray(value) ? name : key);
    }
  } else if (value !== null) visit(value, name);
}
