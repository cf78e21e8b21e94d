import {
  type Budget,
  estimateTokens,
  type LanguageModel,
  type ModelConfig,
  ModelError,
  preflight,
} from '../base/model/index.ts';
import { type Domain, describeTool, type OptionValues, offeredTools } from '../define/index.ts';

/** One side of a trial that a model plays. */
export interface CastMember {
  readonly role: 'agent' | 'user' | 'judge';
  /** Strategy: `tool-calling` is the one that needs tool support. */
  readonly strategy: string;
  readonly model: LanguageModel;
  readonly config: Pick<ModelConfig, 'contextTokens' | 'price'>;
}

export interface CastNeeds {
  readonly domain: Domain;
  readonly options: OptionValues;
  readonly budget?: Budget;
  readonly signal?: AbortSignal;
}

/**
 * Finds what would keep every trial from running, before the first is spent: each model is asked one small question.
 * @throws ModelError for a key, URL, model, context or tool support that is not right, or a budget that cannot be kept
 */
export async function preflightCast(cast: readonly CastMember[], needs: CastNeeds): Promise<void> {
  const { domain, options, budget, signal } = needs;
  for (const { model, config } of cast) {
    if (budget?.usd === undefined || config.price !== undefined) continue;
    throw new ModelError(
      'budget',
      `Cannot keep budget "$${budget.usd}": the price of model "${model.name}" is not known`,
      { hint: 'add "price" to this model in taskwright.config.ts, or limit tokens with --budget-tokens' },
    );
  }
  const tools = JSON.stringify(offeredTools(domain, options).map(describeTool));
  const standing = estimateTokens(domain.policy.text) + estimateTokens(tools);
  for (const { role, strategy, model, config } of cast) {
    await preflight(model, config, {
      role,
      tools: strategy === 'tool-calling',
      ...(role === 'agent' && { standingTokens: standing }),
      ...(signal && { signal }),
    });
  }
}
