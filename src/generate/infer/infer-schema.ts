import type { JsonObject } from '../../base/json/index.ts';
import { findShapes } from './find-shapes.ts';
import type { FoundTable } from './read-tables.ts';
import { schemaOf } from './schema-of.ts';
import type { Shape } from './shape.ts';

/** How values at one place of the rows are spread. */
export interface FoundSpread {
  readonly table: string;
  readonly path: string;
  readonly low?: number;
  readonly high?: number;
  readonly mean?: number;
  readonly deviation?: number;
  /** Share of each value, where there are few. */
  readonly shares?: Readonly<Record<string, number>>;
}

export interface Inferred {
  readonly schemas: Readonly<Record<string, JsonObject>>;
  readonly spreads: readonly FoundSpread[];
}

/** Schemas, keys, references and spreads that fit the rows of some tables: a start to edit, not the truth about them. */
export function inferSchemas(tables: readonly FoundTable[]): Inferred {
  const shapes = findShapes(tables);
  return {
    schemas: Object.fromEntries(shapes.map((shape) => [shape.name, schemaOf(shape)])),
    spreads: shapes.flatMap(({ name, row }) => spreadsOf(row, name, [])),
  };
}

function spreadsOf(shape: Shape, table: string, path: readonly string[]): FoundSpread[] {
  const place = { table, path: path.join('.') };
  switch (shape.kind) {
    case 'object':
      return shape.members.flatMap((member) => spreadsOf(member.shape, table, [...path, member.name]));
    case 'map':
      return spreadsOf(shape.member, table, [...path, '*']);
    case 'array':
      return spreadsOf(shape.item, table, [...path, '*']);
    case 'nullable':
      return spreadsOf(shape.shape, table, path);
    case 'number': {
      const { low, high, mean, deviation } = shape;
      return [{ ...place, low, high, mean, deviation }];
    }
    case 'choice': {
      const total = shape.tally.reduce((sum, [, count]) => sum + count, 0);
      return [
        {
          ...place,
          shares: Object.fromEntries(shape.tally.map(([value, count]) => [String(value), count / total])),
        },
      ];
    }
    default:
      return [];
  }
}
