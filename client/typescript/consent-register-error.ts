import type { ParameterError, Problem } from './operations.ts';

/**
 * The code of a problem, or one of the client's own: no answer, no answer in time, an answer that did not come from the service, neither
 * tokens nor credentials, or a store that has something else than tokens.
 */
export type ErrorCode =
  | Problem['code']
  | 'connection.failed'
  | 'connection.timeout'
  | 'answer.unexpected'
  | 'tokens.missing'
  | 'tokens.unreadable';

/** Why a call failed. It contains no token, no password and no personal data. */
export class ConsentRegisterError extends Error {
  override readonly name = 'ConsentRegisterError';
  readonly code: ErrorCode;
  /** What to do. */
  readonly detail: string;
  /** Of the answer, if there is one. */
  readonly status: number | undefined;
  /** Lets the operator find the request in the log. */
  readonly requestId: string | undefined;
  /** What is wrong with each parameter. */
  readonly errors: readonly ParameterError[];
  /** How many milliseconds the service asks you to wait. */
  readonly retryAfter: number | undefined;
  /** Of a write: repeat the same request with this key within 24 hours, and it is recorded once. */
  readonly idempotencyKey: string | undefined;

  constructor(parts: Pick<ConsentRegisterError, 'code' | 'detail'> & Partial<ConsentRegisterError>) {
    const { code, detail, status, requestId, errors = [], retryAfter, idempotencyKey, cause } = parts;
    const unsaid = errors.map((error) => `${error.field}: ${error.detail}`).filter((text) => !detail.includes(text));
    super([`${code}: ${detail}`, ...unsaid].join(' '), { cause });
    this.code = code;
    this.detail = detail;
    this.status = status;
    this.requestId = requestId;
    this.errors = errors;
    this.retryAfter = retryAfter;
    this.idempotencyKey = idempotencyKey;
  }
}
