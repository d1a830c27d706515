import * as v from 'valibot';
import { openAnnouncing } from '../../shared/log/announcing.ts';
import { feed } from '../../shared/log/feed.ts';
import { isOwnLog } from '../../shared/log/keys.ts';
import { openTable } from '../../shared/store/table.ts';
import { atFirstCall, Log, readAtFirstCall, text } from '../environment.ts';

/** A batch from the table's stream: records of one shard, in order. */
const Batch = v.object({ Records: v.array(v.unknown()) });

const readConfig = readAtFirstCall(
  v.variant('CONSENT_EVENTS', [
    v.object({
      ...Log.entries,
      /** Whether events about consents and notices are sent. */
      CONSENT_EVENTS: v.literal('true'),
      /** Name or ARN of the event bus. */
      EVENT_BUS: text,
      /** ARN of the KMS key that encrypts the stage's data. */
      ENCRYPTION_KEY: text,
    }),
    v.object({ ...Log.entries, CONSENT_EVENTS: v.optional(v.literal('false')) }),
  ]),
);

const open = atFirstCall(() => {
  const config = readConfig();
  const log = openTable(config.LOG_TABLE_NAME);
  const events =
    config.CONSENT_EVENTS === 'true'
      ? { bus: config.EVENT_BUS, encryptionKey: config.ENCRYPTION_KEY, stage: config.STAGE }
      : undefined;
  return { log, stage: config.STAGE, announce: openAnnouncing(log, events) };
});

let isOwn = false;

/**
 * Appends a batch to the log and announces all its events, including those that the log already had, because an
 * interrupted run may not have announced them. If it throws, Lambda sends the same batch again
 * (docs/decisions.md#the-log).
 */
export const handler = async (event: unknown): Promise<void> => {
  const { log, stage, announce } = open();
  const { Records } = v.parse(Batch, event);
  if (!isOwn) isOwn = await isOwnLog(log, stage);
  const leaves = await feed(log, Records, new Date());
  await announce(leaves.map(({ event }) => event));
};
