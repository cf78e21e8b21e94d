import { isJsonObject } from '../../base/json/index.ts';
import { type AnyTool, type Domain, isOffered, type OptionValues } from '../../define/index.ts';
import { parametersOf } from '../reach/read-tools.ts';
import { keyParameter } from '../schema/key-parameter.ts';

/** Two tools of which one takes a row back and the other makes a like one. */
export interface Remaking {
  readonly table: string;
  /** Argument of `undo` that names the row. */
  readonly key: string;
  readonly undo: AnyTool;
  readonly make: AnyTool;
  /** Whether the domain says so; otherwise the row has to be gone after `undo`. */
  readonly declared: boolean;
}

const known = new WeakMap<Domain, Map<string, readonly Remaking[]>>();

/**
 * Pairs of write tools by which a row can be taken back and made anew. A maker names no row of the table, and takes all
 * it needs from members of such a row or from lists of candidates, the row's owner among them.
 */
export function remakingsOf(domain: Domain, options: OptionValues): readonly Remaking[] {
  const byOptions = known.get(domain) ?? new Map<string, readonly Remaking[]>();
  known.set(domain, byOptions);
  const name = JSON.stringify(options);
  let pairs = byOptions.get(name);
  if (pairs === undefined) {
    pairs = findRemakings(domain, options);
    byOptions.set(name, pairs);
  }
  return pairs;
}

function findRemakings(domain: Domain, options: OptionValues): Remaking[] {
  const writes = domain.tools.filter(
    (tool) => tool.effect === 'write' && tool.endsConversation !== true && isOffered(tool, options),
  );
  return writes.flatMap((undo): Remaking[] => {
    const row = keyParameter(undo);
    if (row === undefined) return [];
    return writes
      .filter(
        (make) => (undo.undoes === undefined || undo.undoes === make.name) && makes(make, row.table, domain),
      )
      .map((make) => ({ ...row, key: row.name, undo, make, declared: undo.undoes !== undefined }));
  });
}

function makes(tool: AnyTool, table: string, domain: Domain): boolean {
  const definition = domain.tables[table];
  const members = isJsonObject(definition?.schema.properties) ? definition.schema.properties : {};
  const required = parametersOf(tool).filter((parameter) => parameter.required);
  const owners = new Set(definition?.references.map(({ target }) => target));
  return (
    parametersOf(tool).every(({ target }) => target !== table) &&
    required.some(
      ({ target, name }) => target !== undefined && owners.has(target) && Object.hasOwn(members, name),
    ) &&
    required.every(
      ({ name, schema }) => Object.hasOwn(members, name) || typeof schema['x-candidates'] === 'string',
    )
  );
}
