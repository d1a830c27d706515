import { DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
} from '@aws-sdk/client-dynamodb-streams';
import { toLambdaRecord } from '../../cli/local/lambda-record.ts';
import type { Table } from '../../shared/store/client.ts';

/** What has come into a table's stream since it was asked last, as Lambda hands it over. */
export type TableStream = () => Promise<readonly object[]>;

/** Follows the stream of a table from now on. */
export const followStream = async ({ name: TableName, client }: Table): Promise<TableStream> => {
  const streams = new DynamoDBStreamsClient({ endpoint: process.env.AWS_ENDPOINT_URL_DYNAMODB ?? '' });
  const { Table: described } = await client.send(new DescribeTableCommand({ TableName }));
  const StreamArn = described?.LatestStreamArn;
  const { StreamDescription } = await streams.send(new DescribeStreamCommand({ StreamArn }));
  const open = (StreamDescription?.Shards ?? []).filter(
    ({ SequenceNumberRange }) => SequenceNumberRange?.EndingSequenceNumber === undefined,
  );
  const iterators = await Promise.all(
    open.map(async ({ ShardId }) => {
      const request = { StreamArn, ShardId, ShardIteratorType: 'LATEST' as const };
      return (await streams.send(new GetShardIteratorCommand(request))).ShardIterator;
    }),
  );
  return async () => {
    const records: object[] = [];
    for (const [i, iterator] of iterators.entries()) {
      let at = iterator;
      for (let isMore = true; isMore && at !== undefined; ) {
        const { Records = [], NextShardIterator } = await streams.send(new GetRecordsCommand({ ShardIterator: at }));
        records.push(...Records.map((record) => toLambdaRecord(record, StreamArn ?? '')));
        at = NextShardIterator;
        isMore = Records.length > 0;
      }
      iterators[i] = at;
    }
    return records;
  };
};
