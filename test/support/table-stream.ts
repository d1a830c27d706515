import { DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
} from '@aws-sdk/client-dynamodb-streams';
import { toLambdaRecord } from '../../cli/local/stream.ts';
import { createTable } from '../../cli/local/table.ts';
import type { Table } from '../../shared/store/client.ts';

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
