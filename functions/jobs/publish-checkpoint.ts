import * as v from 'valibot';
import { openEvidenceSigner } from '../../shared/identity/keys/evidence-signer.ts';
import { anchorPending } from '../../shared/log/anchors.ts';
import { announceCheckpoints } from '../../shared/log/announcing.ts';
import { countEvents } from '../../shared/log/counts.ts';
import { checkFeed } from '../../shared/log/feed.ts';
import { publishKeyFile } from '../../shared/log/key-file.ts';
import type { OpenKey } from '../../shared/log/keys.ts';
import { nameLog, openSigningKey } from '../../shared/log/keys.ts';
import { publishWaiting } from '../../shared/log/publish.ts';
import { openTable } from '../../shared/store/table.ts';
import { atFirstCall, Log, readAtFirstCall, text } from '../environment.ts';

const readConfig = readAtFirstCall(
  v.object({
    ...Log.entries,
    /** Name of the DynamoDB table. */
    TABLE_NAME: text,
    /** ARN of the KMS key that encrypts the stage's data. */
    ENCRYPTION_KEY: text,
    /** ARN of the KMS key that signs evidence. */
    EVIDENCE_KEY: text,
    /** Bucket under Object Lock for the anchors of checkpoints. */
    ANCHOR_BUCKET: text,
    /** URL of a time-stamp authority (RFC 3161). Default: none. */
    TIMESTAMP_AUTHORITY: v.optional(v.pipe(v.string(), v.url())),
    /** Name or ARN of the event bus for checkpoints. Default: none. */
    EVENT_BUS: v.optional(text),
  }),
);

const openStores = atFirstCall(() => {
  const { LOG_TABLE_NAME, TABLE_NAME } = readConfig();
  const stores = { log: openTable(LOG_TABLE_NAME), table: openTable(TABLE_NAME) };
  return { ...stores, count: countEvents(stores) };
});

let opened: { readonly origin: string; readonly key: OpenKey } | undefined;

const open = async () => {
  const { log } = openStores();
  const { ENCRYPTION_KEY: encryptionKey, STAGE: stage } = readConfig();
  if (opened === undefined) {
    const key = await openSigningKey(log, 'checkpoints', { encryptionKey, stage });
    opened = { origin: nameLog(stage, key.publicKey), key };
  }
  return opened;
};

/**
 * Milliseconds after which a run begins no further checkpoint. The rest of its fourteen minutes is for anchors, and the
 * next run continues.
 */
const longestPublishing = 600_000;

const publishAll = async (): Promise<void> => {
  const { log, count } = openStores();
  const publisher = { log, ...(await open()), count };
  const isPublished = await publishWaiting(publisher, performance.now() + longestPublishing);
  if (!isPublished) throw new Error('More of the log waits to be published than a run can publish.');
};

const anchorAll = (): Promise<void> => {
  const { ANCHOR_BUCKET: bucket, TIMESTAMP_AUTHORITY: authority } = readConfig();
  const anchorage = { bucket, authority: authority === undefined ? undefined : new URL(authority) };
  return anchorPending(openStores().log, anchorage, new Date());
};

const publishKeys = async (): Promise<void> => {
  const { EVIDENCE_KEY: id, STAGE: stage } = readConfig();
  const { log, table } = openStores();
  const { origin: name, key } = await open();
  const openSigner = () => openEvidenceSigner({ id, stage });
  await publishKeyFile({ table, log, key: { name, publicKey: key.publicKey }, openSigner });
};

const steps = [
  publishAll,
  publishKeys,
  anchorAll,
  () => announceCheckpoints(openStores().log, readConfig().EVENT_BUS),
  () => checkFeed(openStores(), new Date()),
];

/**
 * Publishes what was appended to the log, in as many checkpoints as needed, and the keys that verify evidence, anchors the
 * checkpoints, announces them, and sees whether the feed goes on. If one step fails, the others still do what earlier runs left.
 *
 * @throws Error of the failed step. AggregateError of several
 */
export const handler = async (): Promise<void> => {
  readConfig();
  const failures: unknown[] = [];
  for (const step of steps) await step().catch((error: unknown) => failures.push(error));
  if (failures.length > 1) throw new AggregateError(failures, 'Several steps of the job failed.');
  if (failures.length === 1) throw failures[0];
};
