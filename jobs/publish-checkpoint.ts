import { anchorPending } from '../shared/anchors/anchor-pending.ts';
import { config as service } from '../shared/config.ts';
import { announceCheckpoints } from '../shared/events/checkpoint-events.ts';
import { readPublishingConfig } from '../shared/job-config.ts';
import { openTable } from '../shared/store/client.ts';
import { countEvents } from '../shared/sums/counting.ts';
import { publishNext } from '../shared/transparency/publication.ts';
import type { OpenKey } from '../shared/transparency/signing-keys.ts';
import { openSigningKey } from '../shared/transparency/signing-keys.ts';

const config = readPublishingConfig();
const log = openTable(config.LOG_TABLE_NAME);
const count = countEvents({ log, table: openTable(service.TABLE_NAME) });

const { ANCHOR_BUCKET: bucket, TIMESTAMP_AUTHORITY: authority } = config;
const anchorage = { bucket, authority: authority === undefined ? undefined : new URL(authority) };

let opened: OpenKey | undefined;

const getKey = async (): Promise<OpenKey> => {
  opened ??= await openSigningKey(log, 'checkpoints', { encryptionKey: config.ENCRYPTION_KEY, stage: config.STAGE });
  return opened;
};

/** Checkpoints that one run publishes at most; the next run goes on. */
const mostCheckpoints = 20;

/** Publishes what was appended to the log, in as many checkpoints as it takes, anchors them, and tells others of them. */
export const handler = async (): Promise<void> => {
  const publisher = { log, origin: config.LOG_ORIGIN, key: await getKey(), count };
  for (let published = 0; published < mostCheckpoints; published += 1)
    if ((await publishNext(publisher, new Date())) === undefined) break;
  await anchorPending(log, anchorage, new Date());
  await announceCheckpoints(log, config.EVENT_BUS);
};
