import * as v from 'valibot';
import { lifetimes } from '../shared/lifetimes.ts';
import { Common, number, text } from './environment.ts';

const seconds = (standard: number, longest?: number) => v.optional(number(longest), String(standard));

/** The variables of operations that sign tokens. */
export const Signing = v.object({
  ...Common.entries,
  /** Name or ARN of the secret that holds the private signing key. */
  SIGNING_KEY_SECRET: text,
  /** Lifetimes of tokens in seconds (docs/contract.md, Tokens and sessions). */
  ACCESS_TOKEN_SECONDS: seconds(lifetimes.accessTokenSeconds, lifetimes.accessTokenSecondsLongest),
  REFRESH_TOKEN_SECONDS: seconds(lifetimes.refreshTokenSeconds),
});
