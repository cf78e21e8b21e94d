import type { JsonObject, JsonValue } from '../json/index.ts';
import type { Usage } from './usage.ts';

/** A tool call as a model wrote it: the argument text is not read yet. */
export interface ModelCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

export type ModelMessage =
  | { readonly role: 'system' | 'user'; readonly content: string }
  | { readonly role: 'assistant'; readonly content: string | null; readonly calls?: readonly ModelCall[] }
  | { readonly role: 'tool'; readonly call: string; readonly content: string };

/** A function a model may call: name, description, JSON Schema of its parameters. */
export interface ModelTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonValue;
}

/** One question to a model. */
export interface ModelRequest {
  readonly messages: readonly ModelMessage[];
  readonly tools?: readonly ModelTool[];
  /** Used where the model's own setting does not fix another; `null` sends none. */
  readonly temperature?: number | null;
  /** Most tokens the answer may have. */
  readonly maxTokens?: number;
  /** Further members of the request body. */
  readonly extra?: JsonObject;
}

/** What surrounds a question: who asks, in which trial, and until when. */
export interface CallContext {
  /** Who asks, as the ledger lists it: `agent`, `user`, `judge`. */
  readonly role: string;
  /** Names the trial, so that a recorded answer is never shared by two trials. */
  readonly scope?: string;
  readonly signal?: AbortSignal;
}

export interface ModelReply {
  /** `null` where the model said nothing. */
  readonly text: string | null;
  readonly calls: readonly ModelCall[];
  readonly finish: 'stop' | 'length' | 'calls' | 'filter' | 'other';
  readonly usage: Usage;
  /** Reasoning that came apart from the answer. */
  readonly thought?: string;
  /** Id the server gave the response. */
  readonly responseId?: string;
  /** The temperature that was sent; `null` for the server's own. */
  readonly temperature: number | null;
  /** Replayed from a cassette instead of asked for. */
  readonly recorded: boolean;
  /** Attempts it took. */
  readonly attempts: number;
}

/** A language model behind some server. */
export interface LanguageModel {
  /** Name in the registry. */
  readonly name: string;
  /** Name the server knows it by. */
  readonly model: string;
  /** @throws ModelError when no usable answer could be had */
  complete(request: ModelRequest, context: CallContext): Promise<ModelReply>;
}
