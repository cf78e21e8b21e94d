import { suggest } from '../../base/finding/index.ts';
import type { CheckRule } from './rule.ts';

/** Rules about the policy and the rules that enforce it. */
export const POLICY_RULES: readonly CheckRule[] = [
  {
    code: 'rule-without-clause',
    sentence: 'Every policy rule, and every clause a tool says it enforces, is a clause of the policy',
    severity: 'error',
    *check(domain) {
      const ids = domain.policy.clauses.map(({ id }) => id);
      for (const rule of domain.rules) {
        if (ids.includes(rule.clause)) continue;
        yield {
          message: `rule "${rule.id}" enforces clause "${rule.clause}", which the policy does not have`,
          hint: suggest(rule.clause, ids),
        };
      }
      for (const tool of domain.tools) {
        for (const clause of tool.enforces ?? []) {
          if (ids.includes(clause)) continue;
          yield {
            message: `tool "${tool.name}" enforces clause "${clause}", which the policy does not have`,
            hint: suggest(clause, ids),
          };
        }
      }
    },
  },
  {
    code: 'duplicate-rule',
    sentence: 'Every policy rule has an id of its own',
    severity: 'error',
    *check(domain) {
      const seen = new Set<string>();
      for (const { id } of domain.rules) {
        if (seen.has(id)) yield { message: `rule id "${id}" is used twice` };
        seen.add(id);
      }
    },
  },
  {
    code: 'rule-names-unknown-tool',
    sentence: 'Every tool a policy rule names exists',
    severity: 'error',
    *check(domain) {
      for (const rule of domain.rules) {
        for (const tool of rule.tools ?? []) {
          if (domain.tool(tool) !== undefined) continue;
          yield {
            message: `rule "${rule.id}" judges tool "${tool}", which does not exist`,
            hint: suggest(
              tool,
              domain.tools.map(({ name }) => name),
            ),
          };
        }
      }
    },
  },
  {
    code: 'text-only-clause',
    sentence: 'Every clause is enforced by a rule or a tool, or is known to be text only',
    severity: 'note',
    *check(domain) {
      const enforced = new Set([
        ...domain.rules.map(({ clause }) => clause),
        ...domain.tools.flatMap((tool) => tool.enforces ?? []),
      ]);
      for (const clause of domain.policy.clauses) {
        if (enforced.has(clause.id)) continue;
        yield {
          message: `clause "${clause.id}" is text only: ${clause.text.slice(0, 120)}`,
          at: `schemas/${domain.name}/policy.md:${clause.line}`,
          hint: 'write a rule for it, or name it in "enforces" of the tool that refuses what it forbids',
        };
      }
    },
  },
  {
    code: 'write-without-rule',
    sentence: 'Every write tool is judged by at least one policy rule',
    severity: 'warning',
    *check(domain) {
      for (const tool of domain.tools) {
        if (tool.effect !== 'write') continue;
        if (domain.rules.some((rule) => rule.tools === undefined || rule.tools.includes(tool.name))) continue;
        yield {
          message: `no rule judges write tool "${tool.name}"`,
          hint: 'at least the confirmation before a write can be checked',
        };
      }
    },
  },
  {
    code: 'wrong-option-default',
    sentence: 'Every option has its default among its values',
    severity: 'error',
    *check(domain) {
      for (const [name, option] of Object.entries(domain.options)) {
        if (option.values.includes(option.default)) continue;
        yield {
          message: `default ${JSON.stringify(option.default)} of option "${name}" is none of its values`,
        };
      }
    },
  },
];
