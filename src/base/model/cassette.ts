import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { UserError } from '../finding/index.ts';
import {
  formatJson,
  hashJson,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseJson,
} from '../json/index.ts';
import { replaceFile } from '../store/index.ts';
import type { ModelCall, ModelMessage, ModelReply, ModelRequest } from './language-model.ts';
import { ModelError } from './model-error.ts';

/**
 * `record` asks the model and writes answers down, `replay` answers from what was written and never asks,
 * `replay-else-record` asks only for what was not written.
 */
export type CassetteMode = 'record' | 'replay' | 'replay-else-record';

export interface CassetteOptions {
  /** Folder of the recording: one file per trial. */
  readonly folder: string;
  readonly mode: CassetteMode;
  /** All trials answer from one recording, so that equal questions get equal answers. Such trials are not independent. */
  readonly shared?: boolean;
}

type Asked = ModelRequest & { readonly model: string };
type Answer = Pick<ModelReply, 'text' | 'calls' | 'finish' | 'thought' | 'responseId'>;

/** A recorded question and answer. Only `key`, `occurrence` and `answer` are read back; `request` is for people. */
interface Entry {
  readonly key: string;
  readonly occurrence: number;
  readonly request: JsonObject;
  readonly answer: JsonObject;
}

const VERSION = 1;

/**
 * A recording of model calls, found again by the canonical request and how often it was asked before in that trial.
 * Files hold no headers and no keys, so they can be shared, and are laid out so that a change shows in a diff.
 */
export class Cassette {
  readonly mode: CassetteMode;
  readonly #folder: string;
  readonly #shared: boolean;
  readonly #tapes = new Map<string, Tape>();

  constructor({ folder, mode, shared = false }: CassetteOptions) {
    if (mode === 'replay' && !existsSync(folder)) {
      throw new UserError(`Cannot replay cassette "${folder}": there is no such folder`, {
        hint: 'record it first, with --cassette-mode record',
      });
    }
    this.mode = mode;
    this.#folder = folder;
    this.#shared = shared;
  }

  /** The place of a question. Asking the same again in the same trial is the next occurrence. */
  open(
    request: Asked,
    scope = '',
  ): {
    answer(): Answer | undefined;
    record(reply: Answer, redact: (text: string) => string): Promise<void>;
    miss(model: string): ModelError;
  } {
    const name = this.#shared ? '' : scope;
    let tape = this.#tapes.get(name);
    if (tape === undefined) {
      tape = new Tape(join(this.#folder, `${fileName(name)}.json`), this.mode !== 'record');
      this.#tapes.set(name, tape);
    }
    const key = hashJson(canonicalRequest(request));
    // Shared trials all hear the first answer to a question.
    const occurrence = this.#shared ? 0 : tape.next(key);
    const found = tape;
    return {
      answer: () => (this.mode === 'record' && !this.#shared ? undefined : found.find(key, occurrence)),
      record: (reply, redact) => found.add({ key, occurrence, ...entry(request, reply, found, redact) }),
      miss: (model) =>
        new ModelError(
          'cassette-miss',
          `Cannot replay model "${model}": the recording has no answer to question ${key.slice(0, 10)} (asked ${occurrence + 1} times)`,
          { hint: 'the prompt, the tools or the conversation changed since; record again' },
        ),
    };
  }
}

/** One file of a cassette. */
class Tape {
  readonly #path: string;
  readonly #entries: Entry[];
  readonly #answers = new Map<string, Answer>();
  readonly #asked = new Map<string, number>();
  #texts: readonly string[] = [];
  #saving: Promise<void> = Promise.resolve();

  constructor(path: string, keep: boolean) {
    this.#path = path;
    this.#entries = keep && existsSync(path) ? readEntries(path) : [];
    for (const item of this.#entries) this.#learn(item);
  }

  /** How often this was asked before. */
  next(key: string): number {
    const occurrence = this.#asked.get(key) ?? 0;
    this.#asked.set(key, occurrence + 1);
    return occurrence;
  }

  find(key: string, occurrence: number): Answer | undefined {
    return this.#answers.get(`${key}/${occurrence}`);
  }

  /** Number of leading messages that the question before this one had as well. */
  sameAsBefore(texts: readonly string[]): number {
    const before = this.#texts;
    this.#texts = texts;
    let same = 0;
    while (same < before.length && same < texts.length && before[same] === texts[same]) same += 1;
    return same;
  }

  add(item: Entry): Promise<void> {
    this.#entries.push(item);
    this.#learn(item);
    // One swap after the other: calls of one trial may overlap.
    const saved = this.#saving.then(() => this.#save());
    this.#saving = saved.catch(() => undefined);
    return saved;
  }

  async #save(): Promise<void> {
    mkdirSync(dirname(this.#path), { recursive: true });
    const document = { version: VERSION, entries: this.#entries } as unknown as JsonValue;
    await replaceFile(this.#path, formatJson(document));
  }

  #learn(item: Entry): void {
    this.#answers.set(`${item.key}/${item.occurrence}`, item.answer as unknown as Answer);
  }
}

/** All of a request that can change the answer. */
function canonicalRequest({ messages, tools, temperature, maxTokens, extra, model }: Asked): JsonValue {
  return JSON.parse(
    JSON.stringify({ model, messages, tools: tools ?? [], temperature, maxTokens, extra }),
  ) as JsonValue;
}

function entry(
  request: Asked,
  reply: Answer,
  tape: Tape,
  redact: (text: string) => string,
): Pick<Entry, 'request' | 'answer'> {
  const texts = request.messages.map((message) => JSON.stringify(message));
  const same = tape.sameAsBefore(texts);
  const { text, calls, finish, thought, responseId } = reply;
  const document = {
    request: {
      model: request.model,
      temperature: request.temperature ?? null,
      ...((request.tools ?? []).length > 0 && { tools: (request.tools ?? []).map(({ name }) => name) }),
      ...(same > 0 && { asBefore: same }),
      messages: request.messages.slice(same).map(readable),
    },
    answer: {
      text,
      calls: calls.map((call: ModelCall) => ({ ...call })),
      finish,
      ...(thought !== undefined && { thought }),
      ...(responseId !== undefined && { responseId }),
    },
  };
  return JSON.parse(redact(JSON.stringify(document))) as Pick<Entry, 'request' | 'answer'>;
}

/** A message with long texts cut into lines, so that a changed line is one line of a diff. */
function readable(message: ModelMessage): JsonValue {
  const { content, ...rest } = message;
  const lines = content?.includes('\n') === true ? content.split('\n') : content;
  return JSON.parse(JSON.stringify({ ...rest, content: lines })) as JsonValue;
}

function readEntries(path: string): Entry[] {
  const document = parseJson(readFileSync(path, 'utf8'), path);
  if (!isJsonObject(document) || document.version !== VERSION || !Array.isArray(document.entries)) {
    throw new UserError(`Cannot replay cassette "${path}": it is no recording of version ${VERSION}`, {
      hint: 'delete it and record again',
    });
  }
  return [...(document.entries as unknown as Entry[])];
}

function fileName(scope: string): string {
  return scope === '' ? 'shared' : scope.replaceAll(/[^\w.-]+/g, '-');
}
