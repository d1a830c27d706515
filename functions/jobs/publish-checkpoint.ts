import { config as service } from '../../shared/config.ts';
import { readPublishingConfig } from '../../shared/job-config.ts';
import { anchorPending } from '../../shared/log/anchors/anchor-pending.ts';
import { announceCheckpoints } from '../../shared/log/events/checkpoint-events.ts';
import { checkFeed } from '../../shared/log/feed-mark.ts';
import { openLogName } from '../../shared/log/log-name.ts';
import { publishNext } from '../../shared/log/publication.ts';
import type { OpenKey } from '../../shared/log/signing-keys.ts';
import { openSigningKey } from '../../shared/log/signing-keys.ts';
import { countEvents } from '../../shared/log/sums/counting.ts';
import { openTable } from '../../shared/store/client.ts';

const config = readPublishingConfig();
const log = openTable(config.LOG_TABLE_NAME);
const stores = { log, table: openTable(service.TABLE_NAME) };
const count = countEvents(stores);

const { ANCHOR_BUCKET: bucket, TIMESTAMP_AUTHORITY: authority } = config;
const anchorage = { bucket, authority: authority === undefined ? undefined : new URL(authority) };

let opened: { readonly origin: string; readonly key: OpenKey } | undefined;

/** The key comes first: a log of another stage gets no name. */
const open = async () => {
  const { ENCRYPTION_KEY: encryptionKey, STAGE: stage, LOG_NAME: name } = config;
  if (opened === undefined) {
    const key = await openSigningKey(log, 'checkpoints', { encryptionKey, stage });
    opened = { origin: await openLogName(log, { stage, name }, key.publicKey), key };
  }
  return opened;
};

/**
 * Milliseconds after which a run begins no further checkpoint. The rest of its five minutes is for anchors, and the
 * next run continues.
 */
const longestPublishing = 120_000;

const publishAll = async (): Promise<void> => {
  const publisher = { log, ...(await open()), count };
  const until = performance.now() + longestPublishing;
  while (performance.now() < until) if ((await publishNext(publisher, new Date())) === undefined) return;
};

const steps = [
  publishAll,
  () => anchorPending(log, anchorage, new Date()),
  () => announceCheckpoints(log, config.EVENT_BUS),
  () => checkFeed(stores, new Date()),
];

/**
 * Publishes what was appended to the log, in as many checkpoints as needed, anchors them, announces them, and sees
 * whether the feed goes on. If one step fails, the others still do what earlier runs left.
 *
 * @throws Error of the failed step. AggregateError of several
 */
export const handler = async (): Promise<void> => {
  const failures: unknown[] = [];
  for (const step of steps) await step().catch((error: unknown) => failures.push(error));
  if (failures.length > 1) throw new AggregateError(failures, 'Several steps of the job failed.');
  if (failures.length === 1) throw failures[0];
};
