import type { PlainProblemCode, ProblemCode, ProblemKind } from './problem-catalogue.ts';
import { problems } from './problem-catalogue.ts';

/** What can be wrong with a parameter. Codes are stable; `answer-too-large` is for what decides the size of an answer. */
export const parameterErrorCodes = [
  'missing',
  'malformed',
  'unknown',
  'retired',
  'unknown-parameter',
  'conflict',
  'repeated',
  'out-of-range',
  'too-long',
  'too-many',
  'answer-too-large',
] as const;
export type ParameterErrorCode = (typeof parameterErrorCodes)[number];

/** One entry of a problem's `errors`: the parameter in bracket notation, what is wrong with it, and what to do about it. */
export interface ParameterError {
  readonly field: string;
  readonly code: ParameterErrorCode;
  readonly detail: string;
}

/** What one problem has beside its code. `detail` is that of the catalogue where it is not given; `retryAfter` is in seconds. */
interface Particulars {
  readonly detail?: string;
  readonly errors?: readonly ParameterError[];
  readonly retryAfter?: number;
  readonly cause?: unknown;
}

/** The one error that a caller is meant to see. `detail` says what to do and never repeats a value that was sent. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly detail: string;
  readonly errors: readonly ParameterError[];
  /** In seconds, where it is not the same for all problems of the code. */
  readonly retryAfter: number | undefined;

  constructor(code: PlainProblemCode, particulars?: Particulars);
  constructor(code: ProblemCode, particulars: Particulars & { readonly detail: string });
  constructor(code: ProblemCode, { detail, errors = [], retryAfter, cause }: Particulars = {}) {
    const kind: ProblemKind = problems[code];
    super(code, { cause });
    this.name = 'Problem';
    this.code = code;
    this.detail = detail ?? kind.detail ?? kind.title;
    this.errors = errors;
    this.retryAfter = retryAfter;
  }
}

/** Why an answer is too much for one call, and what its caller can do instead. */
interface Excess {
  readonly why?: string | undefined;
  readonly remedy?: string | undefined;
}

/** The 422 of an answer that is too much for one call. @param field the parameter that decides how large it becomes */
export const answerTooLarge = (
  field: string,
  {
    why = 'The answer would be larger than AWS Lambda can return (6 MB)',
    remedy = 'ask for less at a time',
  }: Excess = {},
): Problem => invalidParameters({ field, code: 'answer-too-large', detail: `${why}: ${remedy}.` });

/** The 422 of parameters that are missing or wrong. */
export const invalidParameters = (...errors: ParameterError[]) => new Problem('parameters.invalid', { errors });
