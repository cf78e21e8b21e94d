import type { ModelReply } from '../base/model/index.ts';

/** One answer of a model, as far as independence of trials rests on it. */
export interface ReplyTrace {
  readonly model: string;
  /** `null`: the server's own. */
  readonly temperature: number | null;
  readonly responseId?: string;
  /** Taken from a recording instead of asked for. */
  readonly recorded: boolean;
}

/** The model behind one side of a trial. */
export interface ModelTrace {
  readonly model: string;
  readonly temperature: number | null;
  readonly responseIds: readonly string[];
  /** How many of the answers came from a recording. */
  readonly recorded: number;
}

export function traceReply(model: string, reply: ModelReply): ReplyTrace {
  return {
    model,
    temperature: reply.temperature,
    ...(reply.responseId !== undefined && { responseId: reply.responseId }),
    recorded: reply.recorded,
  };
}

/** All answers of one side; undefined where no model spoke. */
export function traceModel(replies: readonly ReplyTrace[]): ModelTrace | undefined {
  const first = replies[0];
  if (first === undefined) return undefined;
  return {
    model: first.model,
    temperature: first.temperature,
    responseIds: replies.flatMap(({ responseId }) => (responseId === undefined ? [] : [responseId])),
    recorded: replies.filter(({ recorded }) => recorded).length,
  };
}
