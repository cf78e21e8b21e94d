/** Colours by outcome kind. */
export const COLORS: Readonly<Record<string, string>> = {
  gold: '#3f8f5b',
  null: '#9aa3ad',
  partial: '#6d8fb8',
  'policy-violating': '#b5684a',
  'legal-alternative': '#c22f5c',
  unknown: '#8a63b8',
};

/** Colour of an outcome kind, the same in charts and tables. */
export function colorOf(kind: string): string {
  return COLORS[kind] ?? '#777777';
}
