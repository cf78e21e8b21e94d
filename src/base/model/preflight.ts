import type { LanguageModel } from './language-model.ts';
import type { ModelConfig } from './model-config.ts';
import { ModelError } from './model-error.ts';

export interface PreflightNeeds {
  readonly role: string;
  /** The model will be offered tools. */
  readonly tools: boolean;
  /** About how many tokens its standing instructions have. */
  readonly standingTokens?: number;
  readonly signal?: AbortSignal;
}

/**
 * Asks a model one small question before any trial is spent, as its role will ask it.
 * @throws ModelError that says what to do: bad key, wrong URL, no such model, no tool support, too small a context
 */
export async function preflight(
  model: LanguageModel,
  config: Pick<ModelConfig, 'contextTokens'>,
  needs: PreflightNeeds,
): Promise<void> {
  const { contextTokens } = config;
  const standing = needs.standingTokens ?? 0;
  if (contextTokens !== undefined && standing > contextTokens) {
    throw new ModelError(
      'context-overflow',
      `Cannot use model "${model.name}": policy and tools have about ${standing} tokens, its context ${contextTokens}`,
      { hint: 'take a model with a longer context' },
    );
  }
  const { signal, role } = needs;
  await model.complete(
    {
      messages: [{ role: 'user', content: 'Answer with the one word "ready".' }],
      ...(needs.tools && { tools: [PROBE] }),
    },
    { role, scope: 'preflight', ...(signal && { signal }) },
  );
}

const PROBE = {
  name: 'no_operation',
  description: 'Does nothing. Never needed.',
  parameters: { type: 'object', properties: {}, required: [] },
};
