import { UserError } from '../finding/index.ts';

/** What kept a model from answering. The first group is worth another attempt, the second is not. */
export type ModelErrorCode =
  | 'rate-limit'
  | 'server-error'
  | 'timeout'
  | 'connection'
  | 'bad-response'
  | 'bad-key'
  | 'wrong-url'
  | 'no-model'
  | 'context-overflow'
  | 'no-tools'
  | 'bad-request'
  | 'budget'
  | 'cassette-miss'
  | 'aborted';

const RETRIED: readonly ModelErrorCode[] = [
  'rate-limit',
  'server-error',
  'timeout',
  'connection',
  'bad-response',
];

export interface ModelErrorDetails {
  readonly hint?: string;
  /** HTTP status, where there was one. */
  readonly status?: number;
  /** Milliseconds the server asked to wait. */
  readonly retryAfterMs?: number;
  readonly attempts?: number;
  /** Whether another attempt may help, where the code alone does not say. */
  readonly retriable?: boolean;
}

/** A model gave no usable answer. As a UserError it prints without a stack; a trial it ends is void. */
export class ModelError extends UserError {
  override readonly name = 'ModelError';
  readonly code: ModelErrorCode;
  readonly status: number | undefined;
  readonly retryAfterMs: number | undefined;
  readonly attempts: number;
  readonly retriable: boolean;

  constructor(code: ModelErrorCode, message: string, details: ModelErrorDetails = {}) {
    super(message, details.hint === undefined ? {} : { hint: details.hint });
    this.code = code;
    this.status = details.status;
    this.retryAfterMs = details.retryAfterMs;
    this.attempts = details.attempts ?? 1;
    this.retriable = details.retriable ?? RETRIED.includes(code);
  }

  /** The same error after a number of attempts. */
  after(attempts: number): ModelError {
    const tried = attempts > 1 ? ` (after ${attempts} attempts)` : '';
    return new ModelError(this.code, `${this.message}${tried}`, {
      ...this.details,
      attempts,
      retriable: this.retriable,
      ...(this.status !== undefined && { status: this.status }),
      ...(this.retryAfterMs !== undefined && { retryAfterMs: this.retryAfterMs }),
    });
  }
}
