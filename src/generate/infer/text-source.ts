import type { CodePart, TextShape } from './shape.ts';

export interface TextSource {
  readonly source: string;
  /** Functions of taskwright that it calls. */
  readonly uses: readonly string[];
}

const DAY = 86_400_000;

interface UniqueOptions {
  /** The unique number, as source. */
  readonly from: string;
  readonly salt: number;
  /** What texts begin with where nothing is known of them. */
  readonly prefix: string;
  /** Declares a list of texts and gives its name. */
  readonly list: (texts: readonly string[]) => string;
}

/** A text that is unique because the number `from` is: of a row, or of a member of a row. */
export function uniqueSource(
  shape: TextShape,
  { from, salt, prefix, list }: UniqueOptions,
): TextSource & { readonly draws: boolean } {
  if (shape.kind === 'code') {
    const longest = Math.max(...shape.parts.map((part) => ('length' in part ? part.length : 0)));
    const chosen = shape.parts.findIndex((part) => 'length' in part && part.length === longest);
    const parts = shape.parts.map((part, place) =>
      place === chosen ? partSource(part, from, salt) : partSource(part),
    );
    const draws = shape.parts.some((part, place) => 'length' in part && place !== chosen);
    return { source: join(parts), uses: parts.flatMap(({ uses }) => uses), draws };
  }
  if (shape.kind === 'numbered') {
    const tail = { text: `\${uniqueDigits(${from}, ${shape.digits}, ${salt})}`, uses: ['uniqueDigits'] };
    const [stem = ''] = shape.stems;
    if (shape.stems.length === 1) {
      return { source: join([partSource({ literal: stem }), tail]), uses: tail.uses, draws: false };
    }
    const head = { text: `\${random.pick(${list(shape.stems)})}`, uses: [] };
    return { source: join([head, tail]), uses: tail.uses, draws: true };
  }
  return {
    source: `\`${prefix}_\${uniqueDigits(${from}, 6, ${salt})}\``,
    uses: ['uniqueDigits'],
    draws: false,
  };
}

/** A text drawn anew each time, of a build or in a span of time. */
export function drawnSource(shape: Exclude<TextShape, { readonly kind: 'text' | 'numbered' }>): TextSource {
  if (shape.kind === 'code') {
    const parts = shape.parts.map((part) => partSource(part));
    return { source: join(parts), uses: parts.flatMap(({ uses }) => uses) };
  }
  if (shape.kind === 'date') {
    const days = Math.round((Date.parse(shape.last) - Date.parse(shape.first)) / DAY);
    return { source: `addDays('${shape.first}', random.int(0, ${days}))`, uses: ['addDays'] };
  }
  const seconds = (Date.parse(`${shape.last}Z`) - Date.parse(`${shape.first}Z`)) / 1000;
  const moment = `addSeconds('${shape.first}', random.int(0, ${seconds}))`;
  const separated = shape.separator === 'T' ? moment : `${moment}.replace('T', '${shape.separator}')`;
  return {
    source: shape.zone === '' ? separated : `\`\${${separated}}${shape.zone}\``,
    uses: ['addSeconds'],
  };
}

interface PartSource {
  /** Text that stands between backquotes. */
  readonly text: string;
  readonly uses: readonly string[];
}

function partSource(part: CodePart, from?: string, salt = 0): PartSource {
  if ('literal' in part) return { text: part.literal.replaceAll(/[`\\]|\$\{/g, '\\$&'), uses: [] };
  const { sort, length } = part;
  if (sort === 'digits') {
    return from === undefined
      ? { text: `\${digits(random.int(0, ${10 ** length - 1}), ${length})}`, uses: ['digits'] }
      : { text: `\${uniqueDigits(${from}, ${length}, ${salt})}`, uses: ['uniqueDigits'] };
  }
  const number = from ?? `random.int(0, ${Math.min(34 ** length, 2 ** 31) - 1})`;
  const code = `uniqueCode(${number}, ${length}, ${salt})`;
  return { text: `\${${sort === 'lower' ? `${code}.toLowerCase()` : code}}`, uses: ['uniqueCode'] };
}

function join(parts: readonly PartSource[]): string {
  return `\`${parts.map(({ text }) => text).join('')}\``;
}
