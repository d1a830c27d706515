import type { ParameterError, Problem } from './operations.ts';

/**
 * A problem's code, or one of the client's own: no answer, none in time, an answer that is not the service's, or neither
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
  /** Of the answer, if there was one. */
  readonly status?: number | undefined;
  /** Leads the operator of the service to its log. */
  readonly requestId?: string | undefined;
  /** What is wrong with each parameter. */
  readonly errors?: readonly ParameterError[] | undefined;
  /** Milliseconds that the service asks to wait. */
  readonly retryAfter?: number | undefined;
  /** Of a write: with it the same request can be repeated for 24 hours, and is recorded once. */
  readonly idempotencyKey?: string | undefined;
  readonly cause?: unknown;
}

/** Why a call has no answer. No token, password or person's data is in it. */
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
