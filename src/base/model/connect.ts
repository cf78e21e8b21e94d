import OpenAI, { type ClientOptions } from 'openai';
import { Agent } from 'undici';
import { UserError } from '../finding/index.ts';
import type { ModelConfig } from './model-config.ts';
import type { ModelTools } from './openai-model.ts';
import type { Secrets } from './secrets.ts';

// Node's own fetch gives up after 300 s without headers; our deadline decides instead.
const DISPATCHER = new Agent({ headersTimeout: 0, bodyTimeout: 0, keepAliveTimeout: 10_000 });

/** The environment variable that holds a model's key; null for servers that ask for none. */
export function keyEnvOf({ keyEnv }: ModelConfig): string | null {
  return keyEnv === undefined ? 'OPENAI_API_KEY' : keyEnv;
}

/**
 * A client of a model's server. Its key and headers are put among the secrets, so that no message shows them.
 * @throws UserError when the key's environment variable is not set, or the URL is none or holds a password
 */
export function connect(
  config: ModelConfig,
  url: string,
  { env = process.env, fetch }: Pick<ModelTools, 'env' | 'fetch'>,
  secrets: Secrets,
): OpenAI {
  const { name, headers } = config;
  for (const value of Object.values(headers ?? {})) secrets.add(value);
  const keyEnv = keyEnvOf(config);
  const key = keyEnv === null ? undefined : env[keyEnv];
  if (keyEnv !== null && (key === undefined || key === '')) {
    throw new UserError(`Cannot use model "${name}": environment variable ${keyEnv} is not set`, {
      hint: `export ${keyEnv}=…, or set keyEnv: null for a server that asks for no key`,
    });
  }
  secrets.add(key);
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch {
    throw new UserError(`Cannot use model "${name}": its baseUrl is no URL`, {
      hint: 'for example http://127.0.0.1:8000/v1',
    });
  }
  if (parsed.username !== '' || parsed.password !== '') {
    throw new UserError(`Cannot use model "${name}": its baseUrl holds a user name or password`, {
      hint: 'take them out of the URL and send them as a header, read from the environment',
    });
  }
  return new OpenAI({
    apiKey: key ?? 'none',
    baseURL: url,
    organization: null,
    project: null,
    maxRetries: 0,
    // Longer than any deadline of ours, which also covers the body.
    timeout: 2_000_000_000,
    logLevel: 'off',
    ...(headers && { defaultHeaders: headers }),
    ...(fetch === undefined
      ? { fetchOptions: { dispatcher: DISPATCHER } as NonNullable<ClientOptions['fetchOptions']> }
      : { fetch }),
  });
}
