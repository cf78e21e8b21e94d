/** The public surface of taskwright, in the order of the pipeline. */
export {
  cloneJson,
  type Immutable,
  type JsonObject,
  type JsonValue,
  rememberKeyOrder,
} from './base/json/index.ts';
export {
  type AnyTool,
  type CandidateFunction,
  type CandidateInput,
  type Domain,
  type DomainOption,
  defineDomain,
  definePolicy,
  type Invariant,
  type OptionValues,
  type PolicyRule,
  type ReadDatabase,
  rulesFor,
  type TableSchema,
  ToolError,
  type Transcript,
  toolsFor,
  type WriteDatabase,
} from './define/index.ts';
