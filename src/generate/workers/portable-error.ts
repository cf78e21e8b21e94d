import { isUserError, type MessageDetails, UserError } from '../../base/finding/index.ts';
import { SourceError } from './shard-source.ts';

/** An error as plain data, for the way between threads and machines: its class would be lost. */
export interface PortableError {
  readonly kind: 'user' | 'source' | 'bug';
  readonly message: string;
  readonly details?: MessageDetails;
}

export function portableError(error: unknown): PortableError {
  if (error instanceof SourceError) return { kind: 'source', message: error.message, details: error.details };
  if (isUserError(error)) return { kind: 'user', message: error.message, details: error.details };
  return { kind: 'bug', message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

/** The error again, of its kind. */
export function reviveError({ kind, message, details }: PortableError): Error {
  if (kind === 'bug') return new Error(message);
  return kind === 'source' ? new SourceError(message, details) : new UserError(message, details);
}
