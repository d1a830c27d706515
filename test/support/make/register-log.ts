import { randomUUID } from 'node:crypto';
import { DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
} from '@aws-sdk/client-dynamodb-streams';
import {
  createErasuresTable,
  createLogTable,
  createTable,
  nameErasuresTable,
  nameLogTable,
} from '../../../cli/local/create-table.ts';
import { encryptionKeyAlias } from '../../../cli/local/kms.ts';
import { toLambdaRecord } from '../../../cli/local/stream.ts';
import { countEvents } from '../../../shared/log/counts.ts';
import { feed } from '../../../shared/log/feed.ts';
import { openSigningKey } from '../../../shared/log/keys.ts';
import type { NoteKey } from '../../../shared/log/note.ts';
import type { Publisher } from '../../../shared/log/publish.ts';
import { publishNext } from '../../../shared/log/publish.ts';
import type { Item, Table } from '../../../shared/store/table.ts';
import { openTable } from '../../../shared/store/table.ts';
import { writeItems } from './stock.ts';
import { table } from './table.ts';
import { openWithRetries } from './tables.ts';

/** What has come into a table's stream since it was asked last, as Lambda hands it over. */
export type TableStream = () => Promise<readonly object[]>;

/**
 * Follows the stream of a table from now on, and turns it on. Other tables of tests have none: with each stream that there is, the engine takes
 * longer over every write.
 */
export const followStream = async (table: Table): Promise<TableStream> => {
  const { name: TableName, client } = table;
  await createTable(table, { isFollowed: true });
  const streams = new DynamoDBStreamsClient({ endpoint: process.env.AWS_ENDPOINT_URL_DYNAMODB ?? '' });
  const { Table: described } = await client.send(new DescribeTableCommand({ TableName }));
  const StreamArn = described?.LatestStreamArn;
  const { StreamDescription } = await streams.send(new DescribeStreamCommand({ StreamArn }));
  const shards = (StreamDescription?.Shards ?? []).map(({ ShardId }) => ({
    ShardId,
    last: undefined as string | undefined,
  }));
  /** An iterator of the engine that was made while its shard was empty is worth nothing once it has a record. */
  const openShard = async ({ ShardId, last }: (typeof shards)[number]): Promise<string | undefined> => {
    const from =
      last === undefined
        ? { ShardIteratorType: 'TRIM_HORIZON' as const }
        : { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER' as const, SequenceNumber: last };
    return (await streams.send(new GetShardIteratorCommand({ StreamArn, ShardId, ...from }))).ShardIterator;
  };
  const readOn = async () => {
    const records: object[] = [];
    for (const shard of shards) {
      let at = await openShard(shard);
      for (let isMore = true; isMore && at !== undefined; ) {
        const { Records = [], NextShardIterator } = await streams.send(new GetRecordsCommand({ ShardIterator: at }));
        records.push(...Records.map((record) => toLambdaRecord(record, StreamArn ?? '')));
        shard.last = Records.at(-1)?.dynamodb?.SequenceNumber ?? shard.last;
        at = NextShardIterator;
        isMore = Records.length > 0;
      }
    }
    return records;
  };
  await readOn();
  return readOn;
};

/** A log of its own for a test file, which gets what happens in the file's table from now on. */
export interface RegisterLog {
  readonly log: Table;
  readonly publisher: Publisher;
  /** What verifies its checkpoints. */
  readonly key: NoteKey;
  /** Takes what came into the table since then, some records at a time. */
  readonly feed: (now?: Date) => Promise<void>;
  /** The same, and publishes all of it. @returns the size of the last checkpoint */
  readonly publish: (now?: Date) => Promise<number>;
}

const recordsAtOnce = 100;
const origin = 'consent-register/test';

const createOwnTable = async (): Promise<Table> => {
  const name = nameLogTable(randomUUID());
  await createLogTable(openWithRetries(name));
  return openTable(name);
};

/** The log that functions of the file's table read. */
export const openOwnLog = (): Promise<RegisterLog> => openRegisterLog(openTable(nameLogTable(table.name)));

/** @param own a table that is there; a new one without it */
export const openRegisterLog = async (own?: Table): Promise<RegisterLog> => {
  const log = own ?? (await createOwnTable());
  const next = await followStream(table);
  const signer = await openSigningKey(log, 'checkpoints', { encryptionKey: encryptionKeyAlias, stage: 'test' });
  const publisher = { log, origin, key: signer, count: countEvents({ log, table }) };
  const feedAll = async (now = new Date()): Promise<void> => {
    const records = await next();
    for (let i = 0; i < records.length; i += recordsAtOnce) await feed(log, records.slice(i, i + recordsAtOnce), now);
  };
  const publish = async (now = new Date()): Promise<number> => {
    await feedAll(now);
    for (let size = 0; ; ) {
      const checkpoint = await publishNext(publisher, now);
      if (checkpoint === undefined) return size;
      size = checkpoint.size;
    }
  };
  return { log, publisher, key: { name: origin, publicKey: signer.publicKey }, feed: feedAll, publish };
};

/** A new table that holds copies of these items, as one that was restored to the moment of the copies. */
export const restore = async (items: readonly Item[]): Promise<Table> => {
  const table = openTable(`restored-${randomUUID()}`);
  await createTable(table);
  await writeItems(table, items);
  return table;
};

/** An erasures table that lists nothing. */
export const createErasures = async (): Promise<Table> => {
  const erasures = openTable(nameErasuresTable(`empty-${randomUUID()}`));
  await createErasuresTable(erasures);
  return erasures;
};
