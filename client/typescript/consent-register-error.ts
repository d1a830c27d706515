import type { ParameterError, Problem } from './operations.ts';

/**
 * The code of a problem, or one of the client's own: no answer, no answer in time, an answer that did not come from the service, or neither
 * tokens nor credentials.
 */
export type ErrorCode =
  | Problem['code']
  | 'connection.failed'
  | 'connection.timeout'
  | 'answer.unexpected'
  | 'tokens.missing';

export interface ErrorParts {
  readonly code: ErrorCode;
  /** What to do. */
  readonly detail: string;
  /** Of the answer, if there is one. */
  readonly status?: number | undefined;
  /** Lets the operator find the request in the log. */
  readonly requestId?: string | undefined;
  /** What is wrong with each parameter. */
  readonly errors?: readonly ParameterError[] | undefined;
  /** How many milliseconds the service asks you to wait. */
  readonly retryAfter?: number | undefined;
  /** For a write: repeat the same request with this key within 24 hours, and it is recorded once. */
  readonly idempotencyKey?: string | undefined;
  readonly cause?: unknown;
}

/** Why a call failed. It contains no token, no password and no personal data. */
export class ConsentRegisterError extends Error implements ErrorParts {
  override readonly name = 'ConsentRegisterError';
  readonly code: ErrorCode;
  readonly detail: string;
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  readonly errors: readonly ParameterError[];
  readonly retryAfter: number | undefined;
  readonly idempotencyKey: string | undefined;

  constructor({ code, detail, status, requestId, errors = [], retryAfter, idempotencyKey, cause }: ErrorParts) {
    const wrong = errors.map((error) => ` ${error.field}: ${error.detail}`).join('');
    super(`${code}: ${detail}${wrong}`, { cause });
    this.code = code;
    this.detail = detail;
    this.status = status;
    this.requestId = requestId;
    this.errors = errors;
    this.retryAfter = retryAfter;
    this.idempotencyKey = idempotencyKey;
  }
}
