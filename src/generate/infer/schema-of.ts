import type { JsonObject, JsonValue } from '../../base/json/index.ts';
import { singularOf } from './names.ts';
import type { CodePart, Shape, TableShape, TextShape } from './shape.ts';

/** A table's schema: what its rows have in common, written down as the rule. A start to edit, not the truth about it. */
export function schemaOf({ name, key, row }: TableShape): JsonObject {
  const title = singularOf(name);
  const schema = objectSchema(row, true);
  const carried = key === undefined || row.members.some((member) => member.name === key);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: title.slice(0, 1).toUpperCase() + title.slice(1),
    ...schema,
    ...(!carried && {
      properties: {
        [key]: { type: 'string', description: "The row's key, where rows carry it." },
        ...(schema.properties as JsonObject),
      },
    }),
    ...(key !== undefined && { 'x-key': key }),
  };
}

function objectSchema(
  { members }: Extract<Shape, { readonly kind: 'object' }>,
  top = false,
): Record<string, JsonValue> {
  return {
    type: 'object',
    additionalProperties: false,
    required: members.filter(({ share }) => share === 1).map(({ name }) => name),
    properties: Object.fromEntries(
      members.map(({ name, shape }) => [
        name,
        { ...schema(shape), ...(top && lookedUp(shape) && { 'x-index': true }) },
      ]),
    ),
  };
}

/** Fields that tools find rows by: those that name another row, and texts that hardly repeat. */
function lookedUp(shape: Shape): boolean {
  return ['reference', 'code', 'numbered'].includes(shape.kind);
}

function schema(shape: Shape): Record<string, JsonValue> {
  switch (shape.kind) {
    case 'object':
      return objectSchema(shape);
    case 'map': {
      const pattern = patternOf(shape.keys);
      return {
        type: 'object',
        ...(pattern !== undefined && { propertyNames: { pattern } }),
        additionalProperties: schema(shape.member),
      };
    }
    case 'array':
      return { type: 'array', items: schema(shape.item) };
    case 'nullable':
      return nullable(schema(shape.shape));
    case 'number':
      return { type: shape.integer ? 'integer' : 'number', minimum: shape.low, maximum: shape.high };
    case 'boolean':
      return { type: 'boolean' };
    case 'choice':
      return { enum: shape.tally.map(([value]) => value).sort() };
    case 'reference':
      return { type: 'string', 'x-references': shape.table };
    case 'member-reference':
      return { type: 'string', 'x-references': `${shape.table}/${shape.collection}` };
    case 'referrers':
      return { type: 'array', 'x-unordered': true, items: { type: 'string', 'x-references': shape.table } };
    case 'any':
      return {};
    case 'date':
      return { type: 'string', format: 'date' };
    case 'key':
    case 'member-key':
    case 'text':
      return { type: 'string' };
    default: {
      const pattern = patternOf(shape);
      return { type: 'string', ...(pattern !== undefined && { pattern }) };
    }
  }
}

function nullable(inner: Record<string, JsonValue>): Record<string, JsonValue> {
  if (typeof inner.type === 'string') return { ...inner, type: [inner.type, 'null'] };
  return Array.isArray(inner.enum) ? { ...inner, enum: [...inner.enum, null] } : inner;
}

const SORTS = { digits: '\\d', upper: '[A-Z\\d]', lower: '[a-z\\d]' };

/** A pattern that a larger database keeps, too: a unique piece may grow longer. */
function patternOf(shape: TextShape): string | undefined {
  if (shape.kind === 'date') return '^\\d{4}-\\d\\d-\\d\\d$';
  if (shape.kind === 'numbered') return `\\d{${shape.digits},}$`;
  if (shape.kind === 'moment')
    return `^\\d{4}-\\d\\d-\\d\\d${shape.separator}\\d\\d:\\d\\d:\\d\\d${shape.zone}$`;
  return shape.kind === 'code' ? `^${shape.parts.map(partPattern).join('')}$` : undefined;
}

function partPattern(part: CodePart): string {
  if ('literal' in part) return part.literal.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&');
  return `${SORTS[part.sort]}{${part.length},}`;
}
