import { existsSync } from 'node:fs';
import { hashJson, isJsonObject, type JsonObject } from '../../base/json/index.ts';
import type { LanguageModel, ModelReply, ModelRequest } from '../../base/model/language-model.ts';
import { AppendLog, readLines } from '../../base/store/index.ts';

/** The part of a reply that is kept. */
export type KeptReply = Pick<ModelReply, 'text' | 'finish'>;

/**
 * Answers of judges, found again by the model, the request and which of several equal questions it was.
 * With a file the journal is append-only, so that a killed run goes on where it stopped and pays for nothing twice.
 */
export class JudgeJournal {
  readonly #kept = new Map<string, KeptReply>();
  readonly #log: AppendLog | undefined;
  /** Calls that went to a model, and calls that were answered from the journal. */
  readonly counts = { asked: 0, kept: 0 };

  private constructor(log?: AppendLog) {
    this.#log = log;
  }

  /** A journal in memory. */
  static inMemory(): JudgeJournal {
    return new JudgeJournal();
  }

  /** A journal in a file, made when absent. */
  static async open(path: string): Promise<JudgeJournal> {
    const existed = existsSync(path);
    const journal = new JudgeJournal(await AppendLog.open(path));
    if (existed) {
      for await (const { text } of readLines(path)) journal.#take(text);
    }
    return journal;
  }

  /** The kept answer, else the model's, which is then kept. @throws ModelError when the model has none; nothing is kept then */
  async ask(
    model: LanguageModel,
    request: ModelRequest,
    { seat, scope, role = 'judge', signal }: AskOptions,
  ): Promise<KeptReply> {
    const key = hashJson({ model: model.model, request: request as unknown as JsonObject, seat });
    const known = this.#kept.get(key);
    if (known !== undefined) {
      this.counts.kept += 1;
      return known;
    }
    this.counts.asked += 1;
    const { text, finish } = await model.complete(request, {
      role,
      ...(scope !== undefined && { scope }),
      ...(signal && { signal }),
    });
    const reply: KeptReply = { text, finish };
    this.#kept.set(key, reply);
    await this.#log?.append(JSON.stringify({ key, text, finish }));
    return reply;
  }

  async close(): Promise<void> {
    await this.#log?.close();
  }

  #take(line: string): void {
    const entry: unknown = JSON.parse(line);
    if (!isJsonObject(entry) || typeof entry.key !== 'string') return;
    this.#kept.set(entry.key, {
      text: entry.text as string | null,
      finish: entry.finish as KeptReply['finish'],
    });
  }
}

export interface AskOptions {
  /** Which of several equal questions: judges of one model and prompt, and repeats after unusable answers. */
  readonly seat: string;
  readonly scope?: string;
  /** Under which the ledger lists the call; `judge` when absent. */
  readonly role?: string;
  readonly signal?: AbortSignal;
}
