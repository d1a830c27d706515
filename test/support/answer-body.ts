import type { ConsentRecord } from '../../shared/consents/record.ts';
import type { ConsentInformation } from '../../shared/notices/notice-answer.ts';
import type { ParameterError } from '../../shared/problem.ts';

/** Every member that some consent or notice in an answer has. */
type Entry = ConsentRecord & ConsentInformation & { readonly consentId: string; readonly time: string };

/**
 * Every member that some answer has. A test reads those of the answer that it expects; whether the answer is of that
 * kind has been checked against its schema.
 */
export interface AnswerBody extends Entry {
  readonly token_type: string;
  readonly expires_in: number;
  readonly access_token: string;
  readonly refresh_token: string;
  readonly name: string;
  readonly email: string;
  readonly consentInformationId: string;
  readonly page: string;
  readonly totalPages: number;
  readonly results: number;
  readonly resultsPerPage: number;
  readonly totalResults: number;
  /** A list of consents, the latest consent, or notices by PID. */
  readonly data: readonly Entry[] & Entry;
  readonly type: string;
  readonly code: string;
  readonly detail: string;
  readonly requestId: string;
  readonly errors: readonly ParameterError[];
}
