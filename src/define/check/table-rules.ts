import { nearMiss } from '../../base/finding/index.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json/index.ts';
import { lazyValidator } from '../ajv.ts';
import { walkSchema } from '../compile-table.ts';
import type { Domain } from '../domain.ts';
import type { CheckRule, Complaint } from './rule.ts';

const tableFile = (domain: Domain, table: string): string =>
  `schemas/${domain.name}/tables/${table}.schema.json`;

function invalid(schema: object): string | undefined {
  try {
    lazyValidator(schema)({});
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Every `x-references` of tables and tools: where it stands and what it names. */
function* references(
  domain: Domain,
): Generator<{ readonly where: string; readonly at: string; readonly target: string }> {
  for (const table of Object.values(domain.tables)) {
    for (const { path, target } of table.references) {
      yield {
        where: `field "${path.join('.')}" of table "${table.name}"`,
        at: tableFile(domain, table.name),
        target,
      };
    }
  }
  for (const tool of [...domain.tools, ...domain.userTools]) {
    const found: { path: string; target: string }[] = [];
    walkSchema(tool.parameters as JsonObject, (node, path) => {
      const target = node['x-references'];
      if (typeof target === 'string') found.push({ path: path.join('.'), target });
    });
    for (const { path, target } of found) {
      yield { where: `argument "${path}" of tool "${tool.name}"`, at: `tool ${tool.name}`, target };
    }
  }
}

function missingTarget(domain: Domain, target: string): string | undefined {
  const [name = '', ...nested] = target.split('/');
  const table = domain.tables[name];
  if (table === undefined) return `there is no table "${name}"`;
  let node: JsonValue | undefined = table.schema;
  for (const step of nested)
    node = isJsonObject(node) && isJsonObject(node.properties) ? node.properties[step] : undefined;
  if (!isJsonObject(node)) return `table "${name}" has no nested collection "${nested.join('/')}"`;
  return undefined;
}

/** Rules about tables. */
export const TABLE_RULES: readonly CheckRule[] = [
  {
    code: 'invalid-schema',
    sentence: 'Every schema compiles as JSON Schema 2020-12 with the extension keywords and no others',
    severity: 'error',
    *check(domain) {
      for (const table of Object.values(domain.tables)) {
        const problem = invalid(table.schema);
        if (problem !== undefined)
          yield { message: `table "${table.name}": ${problem}`, at: tableFile(domain, table.name) };
      }
      for (const tool of [...domain.tools, ...domain.userTools]) {
        const problem = invalid(tool.parameters as object);
        if (problem !== undefined)
          yield { message: `parameters of tool "${tool.name}": ${problem}`, at: `tool ${tool.name}` };
      }
    },
  },
  {
    code: 'broken-reference',
    sentence: 'Every x-references names a table, or a nested collection of a table, that exists',
    severity: 'error',
    *check(domain) {
      for (const { where, at, target } of references(domain)) {
        const missing = missingTarget(domain, target);
        if (missing === undefined) continue;
        const near = nearMiss(target, Object.keys(domain.tables));
        yield {
          message: `${where} refers to "${target}": ${missing}`,
          at,
          ...(near !== undefined && { hint: `did you mean "${near}"?` }),
        };
      }
    },
  },
  {
    code: 'key-not-declared',
    sentence: 'Every table names its key with x-key, and the key is one of its properties',
    severity: 'warning',
    *check(domain) {
      for (const table of Object.values(domain.tables)) {
        const properties = table.schema.properties;
        if (table.key !== undefined && isJsonObject(properties) && table.key in properties) continue;
        yield {
          message:
            table.key === undefined
              ? `table "${table.name}" declares no x-key`
              : `x-key "${table.key}" of table "${table.name}" is no property of it`,
          at: tableFile(domain, table.name),
          hint: 'add "x-key": "<property>" to the root of the schema; rows are then checked against the key they stand under',
        };
      }
    },
  },
  {
    code: 'open-row',
    sentence: 'Every table closes its rows with additionalProperties, so that a misspelt field is found',
    severity: 'note',
    *check(domain) {
      for (const table of Object.values(domain.tables)) {
        if (
          table.schema.additionalProperties !== undefined ||
          table.schema.unevaluatedProperties !== undefined
        )
          continue;
        yield {
          message: `table "${table.name}" accepts rows with any further property`,
          at: tableFile(domain, table.name),
          hint: 'add "additionalProperties": false',
        };
      }
    },
  },
  {
    code: 'enum-never-used',
    sentence: 'Every enum value of a table is used by a tool, a rule or the policy',
    severity: 'note',
    *check(domain) {
      const used = sourceText(domain);
      for (const table of Object.values(domain.tables)) {
        const complaints: Complaint[] = [];
        walkSchema(table.schema, (node, path) => {
          const values = node.enum;
          if (!Array.isArray(values)) return;
          for (const value of values) {
            if (typeof value !== 'string' || used.includes(value.toLowerCase())) continue;
            complaints.push({
              message: `value "${value}" of "${path.join('.')}" in table "${table.name}" is used by no tool, rule or clause`,
              at: tableFile(domain, table.name),
            });
          }
        });
        yield* complaints;
      }
    },
  },
  {
    code: 'unknown-invariant-table',
    sentence: 'Every invariant names a table that exists',
    severity: 'error',
    *check(domain) {
      for (const invariant of domain.invariants) {
        if (invariant.table in domain.tables) continue;
        yield {
          message: `invariant "${invariant.id}" is about table "${invariant.table}", which does not exist`,
        };
      }
    },
  },
];

/** All text in which a value could be used: code of tools, rules and candidates, parameters, policy. */
function sourceText(domain: Domain): string {
  return [
    ...[...domain.tools, ...domain.userTools].flatMap((tool) => [
      String(tool.run),
      JSON.stringify(tool.parameters),
      tool.description,
    ]),
    ...domain.rules.flatMap((rule) => [String(rule.check), rule.sentence]),
    ...Object.values(domain.candidates).map(String),
    domain.policy.text,
  ]
    .join('\n')
    .toLowerCase();
}
