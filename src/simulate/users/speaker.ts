import {
  addUsage,
  type LanguageModel,
  type ModelMessage,
  NO_USAGE,
  type Usage,
} from '../../base/model/index.ts';
import { type ReplyTrace, traceReply } from '../model-trace.ts';

/** The model behind a user in one trial: asks it, adds up what its answers cost, keeps what was written. */
export class Speaker {
  readonly #model: LanguageModel;
  readonly #temperature: number | null;
  readonly #scope: string;
  /** What the user's model wrote for each turn, thoughts included: goes back to it word for word. */
  readonly #written: string[] = [];
  #usage: Usage = NO_USAGE;
  #replies: ReplyTrace[] = [];

  constructor(
    model: LanguageModel,
    { temperature, scope }: { readonly temperature: number | null; readonly scope: string },
  ) {
    this.#model = model;
    this.#temperature = temperature;
    this.#scope = scope;
  }

  async ask(messages: readonly ModelMessage[], signal?: AbortSignal): Promise<string> {
    const reply = await this.#model.complete(
      { messages, temperature: this.#temperature },
      { role: 'user', scope: this.#scope, ...(signal && { signal }) },
    );
    this.#usage = addUsage(this.#usage, reply.usage);
    this.#replies.push(traceReply(this.#model.model, reply));
    return reply.text ?? '';
  }

  /** Keeps what was written for a turn. */
  remember(text: string): void {
    this.#written.push(text);
  }

  written(turn: number): string | undefined {
    return this.#written[turn];
  }

  /** Usage and replies since the last call of this. */
  settle(): { readonly usage: Usage; readonly replies: readonly ReplyTrace[] } {
    const settled = { usage: this.#usage, replies: this.#replies };
    this.#usage = NO_USAGE;
    this.#replies = [];
    return settled;
  }
}
