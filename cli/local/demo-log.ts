import { readPublishingConfig } from '../../shared/job-config.ts';
import { appendUnknown } from '../../shared/log/appending.ts';
import { completeItems } from '../../shared/log/auditing/kept-hashes.ts';
import { scanEvidence } from '../../shared/log/auditing/scan-evidence.ts';
import type { Block } from '../../shared/log/blocks.ts';
import { findLastBlock } from '../../shared/log/blocks.ts';
import type { Leaf } from '../../shared/log/log-event.ts';
import { openLogName } from '../../shared/log/log-name.ts';
import { publishNext } from '../../shared/log/publication.ts';
import { openSigningKey } from '../../shared/log/signing-keys.ts';
import { leavesOfItem } from '../../shared/log/stream-records.ts';
import { countEvents } from '../../shared/log/sums/counting.ts';
import type { Table } from '../../shared/store/client.ts';
import { openTable } from '../../shared/store/client.ts';

/** Milliseconds within which what happens comes into one checkpoint, as the job would have made it. */
const together = 15 * 60_000;

const readLeaves = async (table: Table): Promise<Leaf[]> => {
  const leaves: Leaf[] = [];
  for await (const page of scanEvidence(table, 1))
    for await (const some of completeItems(table, page, (kept) => kept.some(({ known }) => known === undefined)))
      leaves.push(...some.flatMap(({ item }) => leavesOfItem(item)));
  return leaves.sort((one, other) => one.event.time - other.event.time);
};

/** Leaves in the order of their times, a list for each checkpoint. */
const groupByTime = (leaves: readonly Leaf[]): Leaf[][] => {
  const groups: Leaf[][] = [];
  for (const leaf of leaves) {
    const first = groups.at(-1)?.[0];
    if (first !== undefined && leaf.event.time < first.event.time + together) groups.at(-1)?.push(leaf);
    else groups.push([leaf]);
  }
  return groups;
};

/**
 * Makes the log of new demo data as the jobs would have made it in the year that the data tells of: with checkpoints of those times. Otherwise
 * each document of the demo would leave a doubt, and rightly so. A log that has something stays as it is.
 * The environment of the jobs must be set.
 */
export const logDemo = async (table: Table): Promise<void> => {
  const now = new Date();
  const { ENCRYPTION_KEY: encryptionKey, STAGE: stage, LOG_TABLE_NAME, LOG_NAME: name } = readPublishingConfig();
  const log = openTable(LOG_TABLE_NAME);
  if ((await findLastBlock(log)) !== undefined) return;
  const key = await openSigningKey(log, 'checkpoints', { encryptionKey, stage });
  const origin = await openLogName(log, { stage, name }, key.publicKey);
  const publisher = { log, origin, key, count: countEvents({ log, table }) };
  const known = new Set<string>();
  let last: Block | undefined;
  for (const group of groupByTime(await readLeaves(table))) {
    const latest = group.at(-1)?.event.time ?? now.getTime();
    last = await appendUnknown(log, group, { last, known }, now);
    await publishNext(publisher, new Date(Math.min(latest + together, now.getTime())));
  }
};
