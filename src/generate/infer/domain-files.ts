import { formatJson } from '../../base/json/index.ts';
import { findShapes } from './find-shapes.ts';
import { generatorSource } from './generator-source.ts';
import { camelCase } from './names.ts';
import type { FoundTable } from './read-tables.ts';
import { schemaOf } from './schema-of.ts';
import type { Shape, TableShape } from './shape.ts';

/** A day that is after no other, where rows hold no time. */
const SOME_DAY = '2030-01-01T00:00:00';

/**
 * The files of a domain whose schemas fit some rows and whose generators make rows like them, by path in the workspace.
 * It passes `check` and makes databases as it is: a start to edit. Tools, rules and tasks are the author's to write.
 */
export function domainFiles(domain: string, tables: readonly FoundTable[]): ReadonlyMap<string, string> {
  const shapes = findShapes(tables);
  const files = new Map<string, string>();
  for (const shape of shapes) {
    files.set(`schemas/${domain}/tables/${shape.name}.schema.json`, formatJson(schemaOf(shape)));
    files.set(`generators/${domain}/${shape.name}.ts`, generatorSource(shape, domain));
  }
  files.set(`schemas/${domain}/domain.ts`, domainSource(domain, shapes));
  files.set(`schemas/${domain}/tables.ts`, tablesSource(domain));
  files.set(`schemas/${domain}/policy.md`, POLICY);
  files.set(`generators/${domain}/database.config.ts`, databaseSource(domain, shapes));
  return files;
}

const POLICY = `# Policy

- Say here what the agent may do and what it must refuse, a clause a line. {#scope}
`;

function domainSource(domain: string, shapes: readonly TableShape[]): string {
  const imports = shapes.map(
    ({ name }) => `import ${camelCase(name)} from './tables/${name}.schema.json' with { type: 'json' };`,
  );
  const tables = shapes.map(({ name }) => `    ${quoted(name)}: ${camelCase(name)} as TableSchema,`);
  return `import { readFileSync } from 'node:fs';
import { defineDomain, definePolicy, type TableSchema } from 'taskwright';
${imports.join('\n')}

/** Inferred from existing tables: a start to edit. Tools, rules and the policy are yours to write. */
export const ${camelCase(domain)} = defineDomain({
  name: '${domain}',
  version: '0.1.0',
  description: 'Tables as they were found.',
  tables: {
${tables.join('\n')}
  },
  tools: [],
  policy: definePolicy(readFileSync(new URL('./policy.md', import.meta.url), 'utf8')),
  rules: [],
  // Time stands still here: the latest moment that the rows know.
  now: '${latest(shapes)}',
});
`;
}

function tablesSource(domain: string): string {
  const camel = camelCase(domain);
  const pascal = camel.slice(0, 1).toUpperCase() + camel.slice(1);
  return `import { generatorsFor, rulesFor, toolsFor } from 'taskwright';
import type { ${pascal}Tables } from './types.generated.ts';

/** \`define*\` functions that know this domain's tables: a wrong table, field or argument does not compile. */
export const defineTool = toolsFor<${pascal}Tables>();
export const defineRule = rulesFor<${pascal}Tables>();
export const defineGenerator = generatorsFor<${pascal}Tables>();
`;
}

function databaseSource(domain: string, shapes: readonly TableShape[]): string {
  const imports = shapes.map(({ name }) => `import { ${camelCase(name)} } from './${name}.ts';`);
  const counts = shapes.map(({ name, rows }) => `${quoted(name)}: ${rows}`);
  return `import { defineDatabase } from 'taskwright';
${imports.join('\n')}

export const ${camelCase(domain)}Database = defineDatabase({
  domain: '${domain}',
  seed: 1,
  counts: { ${counts.join(', ')} },
  generators: [${shapes.map(({ name }) => camelCase(name)).join(', ')}],
});
`;
}

function quoted(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : `'${name}'`;
}

function latest(shapes: readonly TableShape[]): string {
  const times = shapes.flatMap(({ row }) => timesIn(row)).sort();
  return times.at(-1) ?? SOME_DAY;
}

function timesIn(shape: Shape): string[] {
  switch (shape.kind) {
    case 'object':
      return shape.members.flatMap((member) => timesIn(member.shape));
    case 'map':
      return timesIn(shape.member);
    case 'array':
      return timesIn(shape.item);
    case 'nullable':
      return timesIn(shape.shape);
    case 'moment':
      return [shape.last];
    case 'date':
      return [`${shape.last}T00:00:00`];
    default:
      return [];
  }
}
