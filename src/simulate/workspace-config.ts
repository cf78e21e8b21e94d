import type { ModelConfig } from '../base/model/model-config.ts';

/** What `taskwright.config.ts` of a workspace exports as its default. */
export interface WorkspaceConfig {
  /** Models by name. Keys are named by their environment variable and never written here. */
  readonly models?: Readonly<Record<string, Omit<ModelConfig, 'name'>>>;
}

/** Gives `taskwright.config.ts` its types: `export default defineConfig({ models: { … } })`. */
export function defineConfig(config: WorkspaceConfig): WorkspaceConfig {
  return config;
}
