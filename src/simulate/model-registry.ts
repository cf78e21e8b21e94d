import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { suggest, UserError } from '../base/finding/index.ts';
import { isJsonObject, type JsonObject } from '../base/json/index.ts';
import { createModel, type LanguageModel, type ModelConfig, type ModelTools } from '../base/model/index.ts';
import { lazyValidator } from '../define/index.ts';
import { loadModule } from '../formats/index.ts';
import type { WorkspaceConfig } from './workspace-config.ts';

const number = { type: 'number', minimum: 0 };
const count = { type: 'integer', minimum: 1 };

const MODEL_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  properties: {
    model: { type: 'string' },
    baseUrl: { type: 'string' },
    keyEnv: { type: ['string', 'null'] },
    temperature: { type: ['number', 'null'] },
    maxTokens: count,
    contextTokens: count,
    price: {
      type: 'object',
      required: ['input', 'output'],
      additionalProperties: false,
      properties: { input: number, output: number, cachedInput: number },
    },
    limits: {
      type: 'object',
      additionalProperties: false,
      properties: { concurrency: count, requestsPerMinute: count, tokensPerMinute: count },
    },
    timeoutMs: count,
    attempts: count,
    backoffMs: number,
    retryAfterCapMs: number,
    stream: { type: 'boolean' },
    extra: { type: 'object' },
    headers: { type: 'object', additionalProperties: { type: 'string' } },
    sendTrial: { type: 'boolean' },
  },
} as const;

const validate = lazyValidator(MODEL_SCHEMA);
const FILES = ['taskwright.config.ts', 'taskwright.config.js', 'taskwright.config.mjs'];

/** Models of a workspace, each made once, so that both sides of a trial share its limits. */
export class ModelRegistry {
  readonly #configs: Readonly<Record<string, Omit<ModelConfig, 'name'>>>;
  readonly #tools: ModelTools;
  readonly #made = new Map<string, LanguageModel>();

  constructor(config: WorkspaceConfig, tools: ModelTools = {}) {
    this.#configs = config.models ?? {};
    this.#tools = tools;
  }

  /**
   * The model of a name in the registry, or of `MODEL@URL` for any OpenAI-compatible server.
   * @throws UserError when there is none, or its key is not set
   */
  model(name: string): LanguageModel {
    let model = this.#made.get(name);
    if (model === undefined) {
      model = createModel(this.config(name), this.#tools);
      this.#made.set(name, model);
    }
    return model;
  }

  /** Its settings. @throws UserError when there is no such model */
  config(name: string): ModelConfig {
    const config = Object.hasOwn(this.#configs, name) ? this.#configs[name] : undefined;
    if (config !== undefined) return { name, ...config };
    const at = name.search(/@https?:\/\//);
    if (at > 0) {
      const env = this.#tools.env ?? process.env;
      return {
        name,
        model: name.slice(0, at),
        baseUrl: name.slice(at + 1),
        keyEnv: (env.OPENAI_API_KEY ?? '') === '' ? null : 'OPENAI_API_KEY',
      };
    }
    throw new UserError(`Cannot use model "${name}": taskwright.config.ts names no such model`, {
      hint: `${suggest(name, Object.keys(this.#configs))}; or write MODEL@http://HOST/v1`,
    });
  }
}

/** Reads `taskwright.config.ts` of a workspace; an empty config where there is none. @throws UserError when malformed */
export async function loadConfig(workspace: string): Promise<WorkspaceConfig> {
  const file = FILES.map((name) => join(workspace, name)).find((path) => existsSync(path));
  if (file === undefined) return {};
  const exported = (await loadModule(file)).default;
  const models = isJsonObject(exported) ? (exported as JsonObject).models : undefined;
  if (!isJsonObject(exported) || !(models === undefined || isJsonObject(models))) {
    throw new UserError(`Cannot read config "${file}": its default export has no models`, {
      at: file,
      hint: 'export default defineConfig({ models: { … } })',
    });
  }
  for (const [name, model] of Object.entries(models ?? {})) {
    const [problem] = validate(model);
    if (problem === undefined) continue;
    throw new UserError(`Cannot read model "${name}": ${problem.path} ${problem.expected}`, { at: file });
  }
  return exported as WorkspaceConfig;
}
