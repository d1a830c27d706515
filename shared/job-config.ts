import * as v from 'valibot';
import { readEnvironment } from './environment.ts';
import { logName } from './stage.ts';

const LogEnvironment = v.object({
  /** Name of the log table. */
  LOG_TABLE_NAME: v.pipe(v.string(), v.nonEmpty()),
  /** Name of the stage. */
  STAGE: v.pipe(v.string(), v.nonEmpty()),
  /** Name of the log in its checkpoints (C2SP tlog-checkpoint). Default: the one in the log table, or a new one. */
  LOG_NAME: v.optional(v.pipe(v.string(), v.regex(logName.pattern))),
});

const PublishingEnvironment = v.object({
  ...LogEnvironment.entries,
  /** ARN of the KMS key that encrypts the stage's data. */
  ENCRYPTION_KEY: v.pipe(v.string(), v.nonEmpty()),
  /** Bucket under Object Lock for the anchors of checkpoints. */
  ANCHOR_BUCKET: v.pipe(v.string(), v.nonEmpty()),
  /** URL of a time-stamp authority (RFC 3161). Default: none. */
  TIMESTAMP_AUTHORITY: v.optional(v.pipe(v.string(), v.url())),
  /** Name or ARN of the event bus for checkpoints. Default: none. */
  EVENT_BUS: v.optional(v.pipe(v.string(), v.nonEmpty())),
});

const EventsSwitch = v.object({
  /** Whether events about consents and notices are sent. */
  CONSENT_EVENTS: v.optional(v.picklist(['true', 'false']), 'false'),
});

const EventsEnvironment = v.object({
  /** Name or ARN of the event bus. */
  EVENT_BUS: v.pipe(v.string(), v.nonEmpty()),
  /** ARN of the KMS key that encrypts the stage's data. */
  ENCRYPTION_KEY: v.pipe(v.string(), v.nonEmpty()),
});

const KeysEnvironment = v.object({
  /** ARNs of the KMS keys without which the stage cannot work, with commas between them. */
  KEYS: v.pipe(
    v.string(),
    v.transform((text) => text.split(',')),
    v.array(v.pipe(v.string(), v.nonEmpty())),
  ),
});

/** The variables of the job that checks the keys. Throws an error that names missing variables. */
export const readKeysConfig = () => readEnvironment(KeysEnvironment);

/** The variables of the job that feeds the log. Throws an error that names missing variables. */
export const readLogConfig = () => readEnvironment(LogEnvironment);

/** The variables of the job that publishes checkpoints. Throws an error that names missing variables. */
export const readPublishingConfig = () => readEnvironment(PublishingEnvironment);

/** The event bus of the job that feeds the log, or undefined. Throws an error that names missing variables. */
export const readEventsConfig = () => {
  if (readEnvironment(EventsSwitch).CONSENT_EVENTS === 'false') return undefined;
  const { EVENT_BUS: bus, ENCRYPTION_KEY: encryptionKey } = readEnvironment(EventsEnvironment);
  return { bus, encryptionKey };
};
