import { suggest } from '../../base/finding/index.ts';
import type { JsonObject } from '../../base/json/index.ts';
import { walkSchema } from '../compile-table.ts';
import type { Domain } from '../domain.ts';
import type { AnyTool } from '../tool.ts';
import type { CheckRule } from './rule.ts';

interface Parameter {
  readonly tool: AnyTool;
  readonly name: string;
  readonly schema: JsonObject;
}

function* parameters(domain: Domain): Generator<Parameter> {
  for (const tool of [...domain.tools, ...domain.userTools]) {
    for (const [name, schema] of Object.entries(tool.parameters.properties as Record<string, JsonObject>)) {
      yield { tool, name, schema };
    }
  }
}

/** Whether a tool's code could use a parameter: by name, or by handing its arguments on as a whole. */
function mayUse(tool: AnyTool, parameter: string): boolean {
  const source = String(tool.run);
  if (new RegExp(`(?<![\\w$])${parameter.replaceAll(/[^\w]/g, '\\$&')}(?![\\w$])`).test(source)) return true;
  const [, second] = /^[^(]*\(([^)]*)\)/.exec(source)?.[1]?.split(',') ?? [];
  const name = second?.trim();
  if (name === undefined || !/^[\w$]+$/.test(name))
    return !/^[^(]*\([^)]*[{[]/.test(source) && /^[\w$]+$/.test(source);
  return new RegExp(`(?<![\\w$.])${name.replace('$', '\\$')}(?!\\s*[.[\\w$])`).test(
    source.slice(source.indexOf(')') + 1),
  );
}

/** Rules about tools. */
export const TOOL_RULES: readonly CheckRule[] = [
  {
    code: 'tool-undescribed',
    sentence: 'Every tool says what it does',
    severity: 'error',
    *check(domain) {
      for (const tool of [...domain.tools, ...domain.userTools]) {
        if (tool.description.trim() !== '') continue;
        yield {
          message: `tool "${tool.name}" has no description`,
          hint: 'an agent chooses tools by their description',
        };
      }
    },
  },
  {
    code: 'parameter-undescribed',
    sentence: 'Every parameter of a tool says what it is',
    severity: 'warning',
    *check(domain) {
      for (const { tool, name, schema } of parameters(domain)) {
        if (typeof schema.description === 'string' && schema.description.trim() !== '') continue;
        yield { message: `parameter "${name}" of tool "${tool.name}" has no description`, argument: name };
      }
    },
  },
  {
    code: 'parameter-unused',
    sentence: 'Every parameter of a tool is used by its code',
    severity: 'warning',
    *check(domain) {
      for (const { tool, name } of parameters(domain)) {
        if (mayUse(tool, name)) continue;
        yield {
          message: `parameter "${name}" of tool "${tool.name}" is used nowhere in its code`,
          argument: name,
          hint: 'use it or take it out: agents will spend effort on it',
        };
      }
    },
  },
  {
    code: 'unknown-required',
    sentence: 'Every required parameter is one of the tool’s properties',
    severity: 'error',
    *check(domain) {
      for (const tool of [...domain.tools, ...domain.userTools]) {
        const names = Object.keys(tool.parameters.properties as object);
        for (const name of (tool.parameters.required ?? []) as readonly string[]) {
          if (names.includes(name)) continue;
          yield {
            message: `tool "${tool.name}" requires "${name}", which it does not describe`,
            argument: name,
            hint: suggest(name, names),
          };
        }
      }
    },
  },
  {
    code: 'unknown-candidates',
    sentence: 'Every x-candidates names a candidate function of the domain',
    severity: 'error',
    *check(domain) {
      const names = Object.keys(domain.candidates);
      for (const { tool, name, schema } of parameters(domain)) {
        const wanted = candidateNames(schema).filter((candidate) => !names.includes(candidate));
        for (const candidate of wanted) {
          yield {
            message: `parameter "${name}" of tool "${tool.name}" takes candidates from "${candidate}", which does not exist`,
            argument: name,
            hint: suggest(candidate, names),
          };
        }
      }
    },
  },
  {
    code: 'id-without-reference',
    sentence:
      'Every id among a write tool’s parameters says with x-references or x-candidates what it may name',
    severity: 'note',
    *check(domain) {
      for (const { tool, name, schema } of parameters(domain)) {
        if (tool.effect !== 'write' || !/(^|_)ids?$/.test(name)) continue;
        const text = JSON.stringify(schema);
        if (text.includes('"x-references"') || text.includes('"x-candidates"') || text.includes('"enum"'))
          continue;
        yield {
          message: `parameter "${name}" of tool "${tool.name}" is an id of unknown kind`,
          argument: name,
          hint: 'add "x-references": "<table>" so that the audit can try other values',
        };
      }
    },
  },
];

function candidateNames(schema: JsonObject): string[] {
  const names: string[] = [];
  walkSchema(schema, (node) => {
    const name = node['x-candidates'];
    if (typeof name === 'string') names.push(name);
  });
  return names;
}
