import { describe, expect, it } from 'vitest';
import type { AnyTool } from '../../src/define/index.ts';
import {
  CHECK_RULES,
  checkDomain,
  type Domain,
  type DomainDefinition,
  defineDomain,
  definePolicy,
  type TableSchema,
} from '../../src/define/index.ts';
import { closePurchase, findCustomer, getPurchase, openPurchase, shop } from '../fixtures/shop.ts';

type Definition = DomainDefinition<readonly AnyTool[]>;

const good: Definition = {
  ...shop,
  tables: Object.fromEntries(Object.values(shop.tables).map(({ name, schema }) => [name, schema])),
};

function shopWith(changes: Partial<Definition>): Domain {
  return defineDomain({ ...good, ...changes });
}

function customers(change: (schema: Record<string, unknown>) => void): Partial<Definition> {
  const schema = structuredClone(good.tables.customers) as unknown as Record<string, unknown>;
  change(schema);
  return { tables: { ...good.tables, customers: schema as unknown as TableSchema } };
}

function tool(changes: Partial<AnyTool>): Partial<Definition> {
  return { tools: [...good.tools, { ...getPurchase, name: 'other', ...changes } as AnyTool] };
}

const parameter = (schema: object, name = 'thing_id') => ({
  type: 'object',
  properties: { [name]: schema },
  additionalProperties: false,
});
const described = { type: 'string', description: 'A thing' };
const anyRule = {
  id: 'extra',
  clause: 'confirm',
  sentence: 'x',
  needs: 'state' as const,
  check: () => undefined,
};

/** One way to break each rule, by the rule's code. */
const BROKEN: Record<string, Partial<Definition>> = {
  'invalid-schema': customers(
    (schema) =>
      ((schema.properties as Record<string, unknown>).name = { type: 'string', 'x-refrences': 'users' }),
  ),
  'broken-reference': customers(
    (schema) =>
      ((schema.properties as Record<string, unknown>).name = { type: 'string', 'x-references': 'purchase' }),
  ),
  'key-not-declared': customers((schema) => delete schema['x-key']),
  'open-row': customers((schema) => delete schema.additionalProperties),
  'enum-never-used': customers(
    (schema) => ((schema.properties as Record<string, unknown>).name = { enum: ['zebra'] }),
  ),
  'unknown-invariant-table': {
    invariants: [{ id: 'i', sentence: 's', table: 'nowhere', check: () => undefined }],
  },
  'tool-undescribed': tool({ description: ' ' }),
  'undone-tool-unknown': tool({ undoes: 'nothing' }),
  'parameter-undescribed': tool({ parameters: parameter({ type: 'string' }, 'purchase') }),
  'parameter-unused': tool({ parameters: parameter(described, 'colour') }),
  'unknown-required': tool({
    parameters: { ...parameter(described, 'purchase'), required: ['purchase', 'purchace'] },
  }),
  'unknown-candidates': tool({
    parameters: parameter({ ...described, 'x-candidates': 'nothing' }, 'purchase'),
  }),
  'id-without-reference': tool({
    effect: 'write',
    parameters: parameter(described),
    run: (_: unknown, { thing_id }: { thing_id: string }) => thing_id,
  }),
  'rule-without-clause': { rules: [...good.rules, { ...anyRule, clause: 'comfirm' }] },
  'duplicate-rule': { rules: [...good.rules, anyRule, anyRule] },
  'rule-names-unknown-tool': { rules: [...good.rules, { ...anyRule, tools: ['close_purchases'] }] },
  'text-only-clause': {
    policy: definePolicy(
      'Ask for a yes before any change. {#confirm}\n\nCharge at most 50. {#charge.limit}\n\nBe polite. {#polite}',
    ),
  },
  'write-without-rule': { rules: good.rules.filter(({ tools }) => tools !== undefined) },
  'wrong-option-default': { options: { mode: { description: 'x', values: ['a'], default: 'b' } } },
};

describe('checkDomain', () => {
  it('finds nothing in a domain that is well defined', () => {
    expect(checkDomain(shop)).toEqual([]);
  });
  it.each(CHECK_RULES.map((rule) => [rule.sentence, rule] as const))('%s', (_sentence, rule) => {
    const changes = BROKEN[rule.code];
    expect(changes, `no fixture breaks "${rule.code}"`).toBeDefined();
    const findings = checkDomain(shopWith(changes ?? {}));
    expect(findings.filter(({ code }) => code === rule.code)).not.toEqual([]);
    expect(
      findings.every(
        ({ severity, code }) => severity === CHECK_RULES.find((one) => one.code === code)?.severity,
      ),
    ).toBe(true);
  });
  it('offers the near miss of a reference', () => {
    const [finding] = checkDomain(shopWith(BROKEN['broken-reference'] ?? {}));
    expect(finding).toMatchObject({ code: 'broken-reference', hint: 'did you mean "purchases"?' });
  });
  it.each([
    ['arrow with destructuring', findCustomer],
    ['two destructured', closePurchase],
    ['context used', openPurchase],
    [
      'handed on whole',
      { ...getPurchase, run: (database: unknown, args: unknown) => String([database, args]) },
    ],
    ['by property', { ...getPurchase, run: (_: unknown, args: { purchase: string }) => args.purchase }],
  ])('takes a parameter as used: %s', (_title, used) => {
    const domain = shopWith({
      tools: [used as AnyTool, ...good.tools.filter(({ name }) => name !== used.name)],
    });
    expect(checkDomain(domain).filter(({ code }) => code === 'parameter-unused')).toEqual([]);
  });
});

describe('definePolicy', () => {
  it('cuts clauses with their sections and hides ids from the agent', () => {
    const policy = definePolicy('# A\n\nText. {#one}\n\n## B\n\n- First\n  line. {#two}\n- No clause.\n');
    expect(policy.clauses).toEqual([
      { id: 'one', text: 'Text.', section: ['A'], line: 3 },
      { id: 'two', text: 'First line.', section: ['A', 'B'], line: 8 },
    ]);
    expect(policy.text).not.toContain('{#');
  });
  it('refuses an id that is used twice', () => {
    expect(() => definePolicy('One. {#a}\n\nTwo. {#a}')).toThrowError(
      'clause id "a" is used on lines 1 and 3',
    );
  });
});

describe('defineDomain', () => {
  it('refuses two tools of one name', () => {
    expect(() => shopWith({ tools: [getPurchase, getPurchase] })).toThrowError(
      'tool "get_purchase" is defined twice',
    );
  });
});
