import * as v from 'valibot';
import { lifetimes } from '../shared/api/limits.ts';
import { Common, number, text } from './environment.ts';

/** The variables of operations that sign tokens. */
export const Signing = v.object({
  ...Common.entries,
  /** Name or ARN of the secret that holds the private signing key. */
  SIGNING_KEY_SECRET: text,
  /** Lifetimes of tokens in seconds (docs/contract.md, Tokens and sessions). */
  ACCESS_TOKEN_SECONDS: v.optional(
    v.pipe(number, v.maxValue(lifetimes.accessTokenSecondsLongest)),
    String(lifetimes.accessTokenSeconds),
  ),
  REFRESH_TOKEN_SECONDS: v.optional(number, String(lifetimes.refreshTokenSeconds)),
});
