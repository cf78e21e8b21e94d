/** A number that is a `float` in Python, where `1.0` and `1` are two values; plain numbers stand for `int`. */
export class PythonFloat {
  readonly value: number;

  constructor(value: number) {
    this.value = value;
  }
}

/** A value as Python holds it after reading JSON: JSON, with `int` and `float` kept apart. */
export type PythonValue =
  | string
  | number
  | boolean
  | null
  | PythonFloat
  | readonly PythonValue[]
  | PythonObject;

export interface PythonObject {
  readonly [key: string]: PythonValue;
}

/** Strings in Python's order: by code point, where JavaScript compares UTF-16 units. */
export function byCodePoint(left: string, right: string): number {
  if (left === right) return 0;
  const [a, b] = [[...left], [...right]];
  for (const [index, char] of a.entries()) {
    const difference = (char.codePointAt(0) as number) - (b[index]?.codePointAt(0) ?? -1);
    if (difference !== 0) return difference;
  }
  return -1;
}
