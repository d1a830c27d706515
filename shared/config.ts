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
});

const SigningEnvironment = v.object({
  /** Name or ARN of the secret that holds the private signing key. */
  SIGNING_KEY_SECRET: v.pipe(v.string(), v.nonEmpty()),
});

const EvidenceEnvironment = v.object({
  /** ARN of the key in KMS that signs evidence. */
  EVIDENCE_KEY: v.pipe(v.string(), v.nonEmpty()),
  /** Name of the stage. */
  STAGE: v.pipe(v.string(), v.nonEmpty()),
});

/** The environment, read once when a function starts. Throws an error that names what is missing. */
export const config = readEnvironment(Environment);

/** What only the functions that sign tokens have. Throws an error that names what is missing. */
export const readSigningConfig = () => readEnvironment(SigningEnvironment);

/** What only the function that signs evidence has. Throws an error that names what is missing. */
export const readEvidenceConfig = () => readEnvironment(EvidenceEnvironment);
