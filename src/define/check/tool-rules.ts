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

/**
 * Whether a tool's code could use a parameter: by name, by handing its arguments on as a whole, or by a rest pattern.
 * Tools that stand alone (a scratch pad, handing over) take arguments for the record.
 */
function mayUse(tool: AnyTool, parameter: string): boolean {
  if (tool.standalone === true || tool.endsConversation === true) return true;
  const source = String(tool.run);
  const name = parameter.replaceAll(/[^\w]/g, '\\$&');
  if (new RegExp(`(?<![\\w$])${name}(?![\\w$])`).test(source)) return true;
  const head = source.slice(0, source.search(/=>|\)\s*\{/));
  if (head.includes('...')) return true;
  const second = head
    .slice(head.indexOf('(') + 1)
    .split(',')[1]
    ?.trim()
    .replace(/\W+$/, '');
  if (second === undefined || !/^[\w$]+$/.test(second)) return false;
  const body = source.slice(head.length);
  return new RegExp(`(?<![\\w$.])${second.replace('$', '\\$')}(?!\\s*[.[\\w$])`).test(body);
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
    code: 'undone-tool-unknown',
    sentence: 'What a tool says it undoes is another write tool of the domain',
    severity: 'error',
    *check(domain) {
      for (const { name, undoes } of domain.tools) {
        if (undoes === undefined || (undoes !== name && domain.tool(undoes)?.effect === 'write')) continue;
        const writes = domain.tools.filter((tool) => tool.effect === 'write' && tool.name !== name);
        yield {
          message: `tool "${name}" undoes "${undoes}", which is no other write tool`,
          hint: suggest(
            undoes,
            writes.map((tool) => tool.name),
          ),
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
