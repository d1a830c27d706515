import * as v from 'valibot';
import { readEventsConfig, readLogConfig } from '../../shared/job-config.ts';
import { openAnnouncing } from '../../shared/log/events/announcing.ts';
import { feed } from '../../shared/log/feeding.ts';
import { refuseOtherName } from '../../shared/log/log-name.ts';
import { isOwnLog } from '../../shared/log/signing-keys.ts';
import { openTable } from '../../shared/store/client.ts';

/** A batch from the table's stream: records of one shard, in order. */
const Batch = v.object({ Records: v.array(v.unknown()) });

const { LOG_TABLE_NAME, STAGE: stage, LOG_NAME } = readLogConfig();
const log = openTable(LOG_TABLE_NAME);
const events = readEventsConfig();
const announce = openAnnouncing(log, events && { ...events, stage });

let isOwn = false;

/**
 * Appends a batch to the log and announces all its events, including those that the log already had, because an
 * interrupted run may not have announced them. If it throws, Lambda sends the same batch again
 * (docs/decisions/shared.md#the-log, #events).
 */
export const handler = async (event: unknown): Promise<void> => {
  const { Records } = v.parse(Batch, event);
  if (!isOwn) [isOwn] = await Promise.all([isOwnLog(log, stage), refuseOtherName(log, LOG_NAME)]);
  const leaves = await feed(log, Records, new Date());
  await announce(leaves.map(({ event }) => event));
};
