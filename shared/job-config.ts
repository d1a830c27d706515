import * as v from 'valibot';
import { readEnvironment } from './environment.ts';

const LogEnvironment = v.object({
  /** Name of the log table. */
  LOG_TABLE_NAME: v.pipe(v.string(), v.nonEmpty()),
  /** Name of the stage. */
  STAGE: v.pipe(v.string(), v.nonEmpty()),
});

const PublishingEnvironment = v.object({
  ...LogEnvironment.entries,
  /** Name of the log, which its checkpoints bear (C2SP tlog-checkpoint). */
  LOG_ORIGIN: v.pipe(v.string(), v.regex(/^[^\s+]+$/)),
  /** ARN of the key in KMS that encrypts what the stage keeps. */
  ENCRYPTION_KEY: v.pipe(v.string(), v.nonEmpty()),
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
});

/** What only the job that feeds the log has. Throws an error that names what is missing. */
export const readLogConfig = () => readEnvironment(LogEnvironment);

/** What only the job that publishes checkpoints has. Throws an error that names what is missing. */
export const readPublishingConfig = () => readEnvironment(PublishingEnvironment);

/** Where the job that feeds the log puts events, and undefined where it puts none. Throws an error that names what is missing. */
export const readEventsConfig = () => {
  if (readEnvironment(EventsSwitch).CONSENT_EVENTS === 'false') return undefined;
  const { EVENT_BUS: bus, ENCRYPTION_KEY: encryptionKey } = readEnvironment(EventsEnvironment);
  return { bus, encryptionKey };
};
