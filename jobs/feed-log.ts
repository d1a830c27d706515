import * as v from 'valibot';
import { openAnnouncing } from '../shared/events/announcing.ts';
import { readEventsConfig, readLogConfig } from '../shared/job-config.ts';
import { openTable } from '../shared/store/client.ts';
import { feed } from '../shared/transparency/feeding.ts';

/** What Lambda hands over of the table's stream: a batch of one shard, in the order of its records. */
const Batch = v.object({ Records: v.array(v.unknown()) });

const log = openTable(readLogConfig().LOG_TABLE_NAME);
const announce = openAnnouncing(log, readEventsConfig());

/**
 * Appends a batch to the log, and tells others of all that is in it, also of what the log had before: who was interrupted in between has told
 * nobody. Where it throws, Lambda hands over the same batch again (docs/decisions/0041-log.md, 0043-events.md).
 */
export const handler = async (event: unknown): Promise<void> => {
  const { Records } = v.parse(Batch, event);
  const leaves = await feed(log, Records, new Date());
  await announce(leaves.map(({ event }) => event));
};
