import * as v from 'valibot';
import { openAnnouncing } from '../shared/events/announcing.ts';
import { readEventsConfig, readLogConfig } from '../shared/job-config.ts';
import { openTable } from '../shared/store/client.ts';
import { feed } from '../shared/transparency/feeding.ts';
import { isOwnLog } from '../shared/transparency/signing-keys.ts';

/** What Lambda hands over of the table's stream: a batch of one shard, in the order of its records. */
const Batch = v.object({ Records: v.array(v.unknown()) });

const { LOG_TABLE_NAME, STAGE: stage } = readLogConfig();
const log = openTable(LOG_TABLE_NAME);
const events = readEventsConfig();
const announce = openAnnouncing(log, events && { ...events, stage });

let isOwn = false;

/**
 * Appends a batch to the log, and tells others of all that is in it, also of what the log had before: who was interrupted in between has told
 * nobody. Where it throws, Lambda hands over the same batch again (docs/decisions/0041-log.md, 0043-events.md).
 */
export const handler = async (event: unknown): Promise<void> => {
  const { Records } = v.parse(Batch, event);
  if (!isOwn) isOwn = await isOwnLog(log, stage);
  const leaves = await feed(log, Records, new Date());
  await announce(leaves.map(({ event }) => event));
};
