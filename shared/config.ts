import * as v from 'valibot';
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
  /** Name of the log table, where there is a log. */
  LOG_TABLE_NAME: v.optional(v.pipe(v.string(), v.nonEmpty())),
  /** ARN of the key in KMS that signs evidence. */
  EVIDENCE_KEY: v.pipe(v.string(), v.nonEmpty()),
  /** Name of the stage. */
  STAGE: v.pipe(v.string(), v.nonEmpty()),
});

const LogEnvironment = v.object({
  /** Name of the log table. */
  LOG_TABLE_NAME: v.pipe(v.string(), v.nonEmpty()),
});

const PublishingEnvironment = v.object({
  ...LogEnvironment.entries,
  /** Name of the log, which its checkpoints bear (C2SP tlog-checkpoint). */
  LOG_ORIGIN: v.pipe(v.string(), v.regex(/^[^\s+]+$/)),
  /** ARN of the key in KMS that encrypts what the stage keeps. */
  ENCRYPTION_KEY: v.pipe(v.string(), v.nonEmpty()),
  /** Name of the stage. */
  STAGE: v.pipe(v.string(), v.nonEmpty()),
  /** Bucket under Object Lock that checkpoints are anchored in. */
  ANCHOR_BUCKET: v.pipe(v.string(), v.nonEmpty()),
  /** URL of a time-stamp authority (RFC 3161); none without it. */
  TIMESTAMP_AUTHORITY: v.optional(v.pipe(v.string(), v.url())),
  /** Name or ARN of the event bus that is told of checkpoints; none without it. */
  EVENT_BUS: v.optional(v.pipe(v.string(), v.nonEmpty())),
});

const EventsSwitch = v.object({
  /** Whether others are told of what happens to consents and notices. */
  CONSENT_EVENTS: v.optional(v.picklist(['true', 'false']), 'false'),
});

const EventsEnvironment = v.object({
  /** Name or ARN of the event bus. */
  EVENT_BUS: v.pipe(v.string(), v.nonEmpty()),
  /** ARN of the key in KMS that encrypts what the stage keeps. */
  ENCRYPTION_KEY: v.pipe(v.string(), v.nonEmpty()),
  /** Name of the stage. */
  STAGE: v.pipe(v.string(), v.nonEmpty()),
});

const read = <Schema extends v.ObjectSchema<v.ObjectEntries, undefined>>(schema: Schema): v.InferOutput<Schema> => {
  const result = v.safeParse(schema, process.env);
  if (result.success) return result.output;
  const names = result.issues.map((issue) => v.getDotPath(issue)).join(', ');
  throw new Error(`Environment variables missing or not valid: ${names}.`);
};

/** The environment, read once when a function starts. Throws an error that names what is missing. */
export const config = read(Environment);

/** What only the functions that sign tokens have. Throws an error that names what is missing. */
export const readSigningConfig = () => read(SigningEnvironment);

/** What only the function that signs evidence has. Throws an error that names what is missing. */
export const readEvidenceConfig = () => read(EvidenceEnvironment);

/** What only the job that feeds the log has. Throws an error that names what is missing. */
export const readLogConfig = () => read(LogEnvironment);

/** What only the job that publishes checkpoints has. Throws an error that names what is missing. */
export const readPublishingConfig = () => read(PublishingEnvironment);

/** Where the job that feeds the log puts events, and undefined where it puts none. Throws an error that names what is missing. */
export const readEventsConfig = () => {
  if (read(EventsSwitch).CONSENT_EVENTS === 'false') return undefined;
  const { EVENT_BUS: bus, ENCRYPTION_KEY: encryptionKey, STAGE: stage } = read(EventsEnvironment);
  return { bus, encryptionKey, stage };
};
