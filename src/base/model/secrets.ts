/**
 * Values that must not be written down. What leaves the process (messages, records, cassettes) goes through `redact`.
 */
export class Secrets {
  readonly #values = new Set<string>();

  /** Remembers a value; texts of fewer than 6 characters are too common to be told apart. */
  add(value: string | undefined): void {
    if (value === undefined || value.length < 6) return;
    this.#values.add(value);
    const encoded = encodeURIComponent(value);
    if (encoded !== value) this.#values.add(encoded);
  }

  /** The text with every secret replaced by `[secret]`. */
  redact(text: string): string {
    let result = text;
    for (const value of this.#values) result = result.replaceAll(value, '[secret]');
    return result;
  }
}

/** A URL fit for messages: without user name, password and query. */
export function publicUrl(url: string): string {
  try {
    const { protocol, host, pathname } = new URL(url);
    return `${protocol}//${host}${pathname}`.replace(/\/$/, '');
  } catch {
    return '(no URL)';
  }
}
