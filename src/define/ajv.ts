import { Ajv2020, type ErrorObject, type Options, type ValidateFunction } from 'ajv/dist/2020.js';
import * as formats from 'ajv-formats';
import type { JsonValue } from '../base/json/index.ts';
import type { SchemaProblem } from './table.ts';

/** The project's extension keywords: annotations to Ajv, meaning to us. */
const EXTENSION_KEYWORDS = [
  'x-key',
  'x-references',
  'x-index',
  'x-unordered',
  'x-volatile',
  'x-candidates',
  'x-order',
  'x-synonyms',
  'x-unit',
  'x-unique',
] as const;

const addFormats = formats.default as unknown as typeof formats.default.default;

/** Ajv for the project's schemas. */
export function createAjv(options: Pick<Options, 'allErrors' | 'verbose' | 'messages'>): Ajv2020 {
  const ajv = new Ajv2020({
    ...options,
    strict: true,
    allowUnionTypes: true,
    strictTypes: false,
    multipleOfPrecision: 6,
    discriminator: true,
  });
  addFormats(ajv);
  ajv.addVocabulary([...EXTENSION_KEYWORDS]);
  return ajv;
}

/** Everything that is wrong with a value, and the values it is wrong with. */
const REPORTING = { allErrors: true, verbose: true } as const;

let shared: Ajv2020 | undefined;

/** One instance for all schemas, because making one costs more than compiling a schema; it takes each `$id` only once. */
function ajvFor(schema: object): Ajv2020 {
  if (JSON.stringify(schema).includes('"$id"')) return createAjv(REPORTING);
  shared ??= createAjv(REPORTING);
  return shared;
}

const NO_PROBLEMS: readonly SchemaProblem[] = [];

/** Compiles a schema on first use. @throws Error from Ajv when the schema itself is wrong */
export function lazyValidator(schema: object): (value: unknown) => readonly SchemaProblem[] {
  let compiled: ValidateFunction | undefined;
  return (value) => {
    compiled ??= ajvFor(schema).compile(schema);
    return compiled(value) ? NO_PROBLEMS : (compiled.errors ?? []).map(toProblem);
  };
}

function toProblem(error: ErrorObject): SchemaProblem {
  const path = error.instancePath.slice(1).replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~');
  return { path: path === '' ? '(row)' : path, expected: expectation(error), found: error.data as JsonValue };
}

function expectation(error: ErrorObject): string {
  const params = error.params as Record<string, unknown>;
  if (error.keyword === 'enum') return `must be one of ${JSON.stringify(params.allowedValues)}`;
  if (error.keyword === 'const') return `must be ${JSON.stringify(params.allowedValue)}`;
  if (error.keyword === 'additionalProperties')
    return `must not have property "${String(params.additionalProperty)}"`;
  return error.message ?? `must satisfy "${error.keyword}"`;
}
