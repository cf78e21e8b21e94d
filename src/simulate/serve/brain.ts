import type { JsonObject } from '../../base/json/index.ts';

/** A question as the server read it. */
export interface ServedQuestion {
  readonly model: string;
  /** `agent`, `user` or `judge`: what the client says, else what the request looks like. */
  readonly role: string;
  /** Names the trial where the client tells it (`sendTrial`). */
  readonly trial: string | undefined;
  readonly messages: readonly ServedMessage[];
  readonly withTools: boolean;
}

/** A message of a request, as far as answers rest on it. */
export interface ServedMessage {
  readonly role: string;
  readonly content: string;
  readonly calls: readonly ServedCall[];
}

export interface ServedCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

export interface ServedAnswer {
  readonly text: string | null;
  readonly calls?: readonly ServedCall[];
  /** Id of the response; the server makes one where absent. */
  readonly id?: string;
}

/** Where answers come from. */
export interface ServedBrain {
  /** Names of the models it plays; any name is served when absent. */
  readonly models?: readonly string[];
  /** The answer, or a sentence that says why there is none. */
  answer(question: ServedQuestion): ServedAnswer | string;
}

/** Tool names the fault injection makes up; turns with them are not part of what a brain has said. */
export const WRONG_TOOL = 'no_such_tool_';

/** The model's own turns so far, without those the fault injection spoiled. */
export function ownTurns(messages: readonly ServedMessage[]): readonly ServedMessage[] {
  return messages.filter(
    ({ role, calls }) => role === 'assistant' && !calls.some(({ name }) => name.startsWith(WRONG_TOOL)),
  );
}

/** Reads a Chat Completions request body. */
export function readQuestion(
  body: JsonObject,
  headers: { readonly role: string | undefined; readonly trial: string | undefined },
): ServedQuestion {
  const list = Array.isArray(body.messages) ? (body.messages as readonly JsonObject[]) : [];
  const withTools = Array.isArray(body.tools) && body.tools.length > 0;
  const model = String(body.model ?? '');
  return {
    model,
    role: headers.role ?? (!withTools && /user/i.test(model) ? 'user' : 'agent'),
    trial: headers.trial,
    withTools,
    messages: list.map((message) => ({
      role: String(message.role),
      content: typeof message.content === 'string' ? message.content : '',
      calls: (Array.isArray(message.tool_calls) ? (message.tool_calls as readonly JsonObject[]) : []).map(
        (call) => {
          const made = call.function as JsonObject | undefined;
          return {
            id: String(call.id ?? ''),
            name: String(made?.name ?? ''),
            arguments: String(made?.arguments ?? ''),
          };
        },
      ),
    })),
  };
}
