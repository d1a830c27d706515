import * as v from 'valibot';
import { readEnvironment } from './environment.ts';
import { lifetimes } from './lifetimes.ts';

const seconds = (standard: number, longest = Number.MAX_SAFE_INTEGER) =>
  v.pipe(v.optional(v.string(), String(standard)), v.digits(), v.transform(Number), v.minValue(1), v.maxValue(longest));

const Environment = v.object({
  /** Name of the DynamoDB table. */
  TABLE_NAME: v.pipe(v.string(), v.nonEmpty()),
  /** Lifetimes of tokens in seconds (docs/contract.md, Tokens and sessions). */
  ACCESS_TOKEN_SECONDS: seconds(lifetimes.accessTokenSeconds, lifetimes.accessTokenSecondsLongest),
  REFRESH_TOKEN_SECONDS: seconds(lifetimes.refreshTokenSeconds),
  /** Ranges of addresses that may call, with commas. Without it everybody may. */
  ALLOWED_ADDRESSES: v.optional(v.string()),
  /** Days for which entries of the access log are kept. Without it there are none. */
  ACCESS_LOG_DAYS: v.optional(v.pipe(v.string(), v.digits(), v.transform(Number), v.minValue(1))),
});

const SigningEnvironment = v.object({
  /** Name or ARN of the secret that holds the private signing key. */
  SIGNING_KEY_SECRET: v.pipe(v.string(), v.nonEmpty()),
});

const EvidenceEnvironment = v.object({
  /** ARN of the KMS key that signs evidence. */
  EVIDENCE_KEY: v.pipe(v.string(), v.nonEmpty()),
  /** Name of the stage. */
  STAGE: v.pipe(v.string(), v.nonEmpty()),
});

/** The environment, read once when a function starts. Throws an error that names missing variables. */
export const config = readEnvironment(Environment);

/** The variables of functions that sign tokens. Throws an error that names missing variables. */
export const readSigningConfig = () => readEnvironment(SigningEnvironment);

/** The variables of the function that signs evidence. Throws an error that names missing variables. */
export const readEvidenceConfig = () => readEnvironment(EvidenceEnvironment);
