import { UserError } from '../finding/user-error.ts';
import { looksLikeIndex, rememberKeyOrder } from './key-order.ts';
import type { JsonValue } from './value.ts';

const HAS_INDEX_KEY = /"\d{1,10}"\s*:/;
const FORBIDDEN = '__proto__';
const MAX_DEPTH = 512;

/**
 * Reads JSON text. Key order is kept even for keys of digits, `__proto__` is refused, and an error names line and column.
 * @param source what the text is called in messages, usually its path
 * @throws UserError when the text is not JSON
 */
export function parseJson(text: string, source = 'JSON text'): JsonValue {
  if (!HAS_INDEX_KEY.test(text) && !text.includes(FORBIDDEN) && !text.includes('\\u005f')) {
    try {
      return JSON.parse(text) as JsonValue;
    } catch {
      // The slower reader below finds the place.
    }
  }
  return new Reader(text, source).document();
}

class Reader {
  readonly #text: string;
  readonly #source: string;
  #at = 0;
  #depth = 0;

  constructor(text: string, source: string) {
    this.#text = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
    this.#source = source;
  }

  document(): JsonValue {
    const value = this.#value();
    this.#blanks();
    if (this.#at < this.#text.length) this.#fail('text after the end of the document');
    return value;
  }

  #value(): JsonValue {
    this.#blanks();
    const char = this.#text[this.#at];
    if (char === '{') return this.#nested(() => this.#object());
    if (char === '[') return this.#nested(() => this.#array());
    if (char === '"') return this.#string();
    return this.#scalar();
  }

  #nested(read: () => JsonValue): JsonValue {
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) this.#fail(`nesting deeper than ${MAX_DEPTH}`);
    this.#at += 1;
    const value = read();
    this.#depth -= 1;
    return value;
  }

  #object(): JsonValue {
    const object: Record<string, JsonValue> = {};
    const keys: string[] = [];
    let reordered = false;
    if (this.#take('}')) return object;
    do {
      this.#blanks();
      if (this.#text[this.#at] !== '"') this.#fail('expected a key in double quotes');
      const key = this.#string();
      if (key === FORBIDDEN) this.#fail(`key "${FORBIDDEN}" is not allowed`);
      if (!this.#take(':')) this.#fail('expected ":" after the key');
      if (!Object.hasOwn(object, key)) keys.push(key);
      reordered ||= looksLikeIndex(key);
      object[key] = this.#value();
    } while (this.#take(','));
    if (!this.#take('}')) this.#fail('expected "," or "}"');
    if (reordered) rememberKeyOrder(object, keys);
    return object;
  }

  #array(): JsonValue {
    const array: JsonValue[] = [];
    if (this.#take(']')) return array;
    do array.push(this.#value());
    while (this.#take(','));
    if (!this.#take(']')) this.#fail('expected "," or "]"');
    return array;
  }

  #string(): string {
    const from = this.#at;
    let at = from + 1;
    while (at < this.#text.length && this.#text[at] !== '"') at += this.#text[at] === '\\' ? 2 : 1;
    if (at >= this.#text.length) this.#fail('string without an end');
    this.#at = at + 1;
    return this.#native(from) as string;
  }

  #scalar(): JsonValue {
    const from = this.#at;
    while (this.#at < this.#text.length && !/[\s,\]}:]/.test(this.#text[this.#at] as string)) this.#at += 1;
    if (this.#at === from)
      this.#fail(from >= this.#text.length ? 'the text ends too early' : 'expected a value');
    return this.#native(from);
  }

  #native(from: number): JsonValue {
    try {
      return JSON.parse(this.#text.slice(from, this.#at)) as JsonValue;
    } catch {
      const piece = this.#text.slice(from, Math.min(this.#at, from + 24));
      this.#at = from;
      return this.#fail(`${piece} is no JSON value`);
    }
  }

  #blanks(): void {
    while (this.#at < this.#text.length && ' \n\r\t'.includes(this.#text[this.#at] as string)) this.#at += 1;
  }

  #take(char: string): boolean {
    this.#blanks();
    if (this.#text[this.#at] !== char) return false;
    this.#at += 1;
    return true;
  }

  #fail(what: string): never {
    const before = this.#text.slice(0, this.#at).split('\n');
    const column = (before.at(-1)?.length ?? 0) + 1;
    throw new UserError(`Cannot read JSON "${this.#source}": ${what}`, {
      at: `${this.#source}:${before.length}:${column}`,
    });
  }
}
