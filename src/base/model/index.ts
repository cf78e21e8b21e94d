/**
 * Language models behind OpenAI-compatible servers: calls with retries, limits, costs and recordings.
 * Reads: ModelConfigs and the environment's keys. Makes: LanguageModels, and a Ledger of what they cost.
 * Knows nothing of domains and tasks.
 */
export { Cassette, type CassetteMode, type CassetteOptions } from './cassette.ts';
export { type Clock, SYSTEM_CLOCK } from './clock.ts';
export type {
  CallContext,
  LanguageModel,
  ModelCall,
  ModelMessage,
  ModelReply,
  ModelRequest,
  ModelTool,
} from './language-model.ts';
export { type Budget, Ledger, type LedgerLine } from './ledger.ts';
export { Limiter, type Limits } from './limiter.ts';
export { defineModel, type ModelConfig, OPENAI_URL } from './model-config.ts';
export { ModelError, type ModelErrorCode } from './model-error.ts';
export { createModel, type ModelTools } from './openai-model.ts';
export { type PreflightNeeds, preflight } from './preflight.ts';
export { estimateInput, estimateTokens, type Price, usageOf } from './price.ts';
export { Secrets } from './secrets.ts';
export type { Allowance, OpenAllowance } from './token-bucket.ts';
export { addUsage, NO_USAGE, type Usage } from './usage.ts';
