/** Where a message points: the place, what to do, and how to see it again. */
export interface MessageDetails {
  /** File, JSON path or `file:line:column`. */
  readonly at?: string;
  /** What the user should do, in the user's words. */
  readonly hint?: string;
  /** The command that shows it again. */
  readonly again?: string;
}

const BRAND = Symbol.for('taskwright.UserError');

/**
 * Something the user must fix: printed without a stack, exit status 2.
 * The message has the form `Cannot <verb> <thing> "<name>": <present state>`, without a full stop.
 */
export class UserError extends Error {
  override readonly name: string = 'UserError';
  readonly details: MessageDetails;
  readonly [BRAND] = true;

  constructor(message: string, details: MessageDetails & { readonly cause?: unknown } = {}) {
    super(message, 'cause' in details ? { cause: details.cause } : undefined);
    const { cause: _, ...rest } = details;
    this.details = rest;
  }
}

/** Recognises a UserError also when it comes from another copy of this package. */
export function isUserError(error: unknown): error is UserError {
  return error instanceof Error && (error as { [BRAND]?: boolean })[BRAND] === true;
}

/** The message with its indented `at`, `hint` and `again` lines. */
export function formatMessage(message: string, details: MessageDetails = {}): string {
  const lines = [message];
  if (details.at !== undefined) lines.push(`  at    ${details.at}`);
  if (details.hint !== undefined) lines.push(`  hint  ${details.hint}`);
  if (details.again !== undefined) lines.push(`  again ${details.again}`);
  return lines.join('\n');
}
