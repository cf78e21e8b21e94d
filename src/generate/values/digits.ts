const TABLES = [1, 2, 3, 4].map((width) =>
  Array.from({ length: 10 ** width }, (_, value) => String(value).padStart(width, '0')),
);

/** A whole number with at least `width` digits, filled up with zeros: `digits(7, 4)` is `0007`. */
export function digits(value: number, width: number): string {
  return TABLES[width - 1]?.[value] ?? String(value).padStart(width, '0');
}
