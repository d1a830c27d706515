import type { PlainProblemCode, ProblemCode, ProblemKind } from './problem-catalogue.ts';
import { problems } from './problem-catalogue.ts';

/**
 * What can be wrong with a parameter. Codes never change. `answer-too-large` is for the parameter that decides the size
 * of an answer.
 */
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
  'too-short',
  'too-many',
  'guessable',
  'wrong',
  'answer-too-large',
] as const;
export type ParameterErrorCode = (typeof parameterErrorCodes)[number];

/** An entry of a problem's `errors`: the parameter in bracket notation, what is wrong with it, and what to do. */
export interface ParameterError {
  readonly field: string;
  readonly code: ParameterErrorCode;
  readonly detail: string;
}

/**
 * The parts of a problem besides its code. The default `detail` is that of the catalogue. `retryAfter` is in seconds.
 */
interface Particulars {
  readonly detail?: string;
  readonly errors?: readonly ParameterError[];
  readonly retryAfter?: number;
  readonly cause?: unknown;
}

/** The only error that callers see. `detail` says what to do, and repeats no value of the request but an unknown PID. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly detail: string;
  readonly errors: readonly ParameterError[];
  /** In seconds, if it is not the same for all problems of the code. */
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

/** Why an answer is too large for one call, and what the caller can do instead. */
interface Excess {
  readonly why?: string | undefined;
  readonly remedy?: string | undefined;
}

/** The 422 of an answer that is too large for one call. @param field the parameter that decides how large it becomes */
export const answerTooLarge = (
  field: string,
  {
    why = 'The answer would be larger than AWS Lambda can return (6 MB)',
    remedy = 'ask for less at a time',
  }: Excess = {},
): Problem => invalidParameters({ field, code: 'answer-too-large', detail: `${why}: ${remedy}.` });

const sayFirst = ([first, ...others]: readonly ParameterError[]): string | undefined => {
  if (first === undefined) return undefined;
  const said = first.field === '' ? first.detail : `Look at ${first.field}: ${first.detail}`;
  return others.length === 0 ? said : `${said} \`errors\` has ${others.length} more.`;
};

/** The 422 of missing or wrong parameters. `detail` says the first error in words, and how many more there are. */
export const invalidParameters = (...errors: ParameterError[]): Problem => {
  const detail = sayFirst(errors);
  return new Problem('parameters.invalid', { errors, ...(detail !== undefined && { detail }) });
};
