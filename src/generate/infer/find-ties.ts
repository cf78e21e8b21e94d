import type { FoundTable } from './read-tables.ts';
import { type Member, type TableShape, type Tally, tallyOf } from './shape.ts';

/** Rows of a table with their keys. */
export interface KeyedRows {
  readonly rows: FoundTable['rows'];
  readonly keys: readonly string[];
}

type Found = ReadonlyMap<string, KeyedRows>;

/** Adds how many rows refer to each, and tells lists that only repeat the references of another table. */
export function withTies(shapes: readonly TableShape[], found: Found): readonly TableShape[] {
  return shapes.map((shape) => ({
    ...shape,
    sharing: Object.fromEntries(
      referencesAtTop(shape).map(({ property, target }) => [
        property,
        sharingOf(found.get(shape.name)?.rows ?? [], property, found.get(target)?.keys ?? []),
      ]),
    ),
    row: {
      ...shape.row,
      members: shape.row.members.map((member) => referrers(member, shape, shapes, found)),
    },
  }));
}

/** Properties of a row that name a row of another table. */
function referencesAtTop({ row }: Pick<TableShape, 'row'>): { property: string; target: string }[] {
  return row.members.flatMap(({ name, shape }) => {
    const plain = shape.kind === 'nullable' ? shape.shape : shape;
    return plain.kind === 'reference' ? [{ property: name, target: plain.table }] : [];
  });
}

function sharingOf(rows: FoundTable['rows'], property: string, keys: readonly string[]): Tally<number> {
  const counts = new Map(keys.map((key) => [key, 0]));
  for (const { row } of rows) {
    const key = row[property];
    if (typeof key === 'string') counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return tallyOf(counts.values());
}

/** A list of keys of another table whose rows point back here is no tie of its own: it follows from theirs. */
function referrers(member: Member, here: TableShape, shapes: readonly TableShape[], found: Found): Member {
  const { shape, name } = member;
  if (member.share < 1 || shape.kind !== 'array' || shape.item.kind !== 'reference') return member;
  const { table } = shape.item;
  const other = shapes.find((candidate) => candidate.name === table);
  const own = found.get(here.name);
  const there = found.get(table);
  if (other === undefined || own === undefined || there === undefined) return member;
  const rowByKey = new Map(there.keys.map((key, at) => [key, there.rows[at]?.row]));
  for (const { property, target } of referencesAtTop(other)) {
    if (target !== here.name) continue;
    const ties = own.rows.flatMap(({ row }, at) =>
      (row[name] as readonly string[]).map((key) => rowByKey.get(key)?.[property] === own.keys[at]),
    );
    if (ties.filter(Boolean).length >= ties.length * 0.9)
      return { ...member, shape: { kind: 'referrers', table, property } };
  }
  return member;
}
