import * as v from 'valibot';
import { readLogConfig } from '../shared/config.ts';
import { openTable } from '../shared/store/client.ts';
import { feed } from '../shared/transparency/feeding.ts';

/** What Lambda hands over of the table's stream: a batch of one shard, in the order of its records. */
const Batch = v.object({ Records: v.array(v.unknown()) });

const log = openTable(readLogConfig().LOG_TABLE_NAME);

/** Appends a batch to the log. Where it throws, Lambda hands over the same batch again (docs/decisions/0041-log.md). */
export const handler = async (event: unknown): Promise<void> => {
  const { Records } = v.parse(Batch, event);
  await feed(log, Records, new Date());
};
