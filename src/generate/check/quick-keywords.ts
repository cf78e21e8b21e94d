import type { Ajv2020, CodeKeywordDefinition, KeywordCxt } from 'ajv/dist/2020.js';
import { _, and, type Code, not, or } from 'ajv/dist/compile/codegen/index.js';
import * as closed from 'ajv/dist/vocabularies/applicator/additionalProperties.js';
import * as named from 'ajv/dist/vocabularies/applicator/propertyNames.js';

const additionalProperties = definitionIn(closed);
const propertyNames = definitionIn(named);

/** The keyword that a module of Ajv defines: Node hands over the whole CommonJS module, other loaders its default. */
function definitionIn(module: { readonly default: unknown }): CodeKeywordDefinition {
  const exported = module.default as CodeKeywordDefinition & { readonly default?: CodeKeywordDefinition };
  return exported.default ?? exported;
}

/**
 * Standard keywords of Ajv in a form that generated rows pass faster, with the same meaning:
 * - `minLength` counts characters only where the number of code units leaves it open (a character is one or two);
 * - `additionalProperties: false` compares names in place, where Ajv asks an object for more than eight of them;
 * - `propertyNames: { minLength: 1 }` asks for the empty name alone.
 */
export function quicken(ajv: Ajv2020): void {
  ajv.removeKeyword('minLength').addKeyword(minLength);
  ajv.removeKeyword('additionalProperties').addKeyword({ ...additionalProperties, code: closeObject });
  ajv.removeKeyword('propertyNames').addKeyword({ ...propertyNames, code: nameMembers });
}

const minLength: CodeKeywordDefinition = {
  keyword: 'minLength',
  type: 'string',
  schemaType: 'number',
  code(cxt) {
    const { data } = cxt;
    const least = cxt.schema as number;
    const characters = _`Array.from(${data}).length`;
    const open = least < 2 ? _`false` : and(_`${data}.length < ${2 * least}`, _`${characters} < ${least}`);
    cxt.fail(or(_`${data}.length < ${least}`, open));
  },
};

function closeObject(cxt: KeywordCxt): void {
  const { gen, schema, parentSchema, data, it } = cxt;
  const names = Object.keys(parentSchema.properties ?? {});
  if (schema !== false || parentSchema.patternProperties !== undefined || names.length === 0) {
    additionalProperties.code(cxt);
    return;
  }
  it.props = true;
  const fits = gen.let('fits', true);
  gen.forIn('key', data, (key) => {
    const known = or(...names.map((name): Code => _`${key} === ${name}`));
    gen.if(not(known), () => gen.assign(fits, false).break());
  });
  cxt.setParams({ additionalProperty: _`""` });
  cxt.pass(fits);
}

function nameMembers(cxt: KeywordCxt): void {
  const { minLength: least, ...others } = cxt.schema as Readonly<Record<string, unknown>>;
  if (least !== 1 || Object.keys(others).some((keyword) => !keyword.startsWith('x-'))) {
    propertyNames.code(cxt);
    return;
  }
  cxt.setParams({ propertyName: _`""` });
  cxt.pass(_`!Object.prototype.hasOwnProperty.call(${cxt.data}, "")`);
}
