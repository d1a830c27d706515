import { setTimeout as sleep } from 'node:timers/promises';
import { DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import type { _Record, DynamoDBStreamsClient, Shard } from '@aws-sdk/client-dynamodb-streams';
import type { EventPattern } from '../../shared/log/feed.ts';
import { streamFilter } from '../../shared/log/feed.ts';
import { attemptsWithin } from '../../shared/runtime/retry.ts';
import type { Table } from '../../shared/store/table.ts';

/** Follows a stream until stopped. */
export interface Follower {
  /** Resolves when work under way has ended. */
  readonly stop: () => Promise<void>;
}

/** How far a shard has been read. */
interface Position {
  iterator?: string | undefined;
  /** Sequence number of the last delivered record. */
  after?: string | undefined;
  isRead?: true;
}

/** A stream, with the SDK commands for it, which are loaded only when a stream is followed. */
interface Stream {
  readonly sdk: typeof import('@aws-sdk/client-dynamodb-streams');
  readonly client: DynamoDBStreamsClient;
  readonly arn: string;
}

/** Milliseconds between two looks at a stream, in which changes gather as they do before a deployed function. */
const pause = 1_000;

/** Records of one look after which there are probably more, so that the next one follows at once. */
const many = 100;

const listShards = async ({ sdk, client, arn: StreamArn }: Stream): Promise<Shard[]> => {
  const shards: Shard[] = [];
  let ExclusiveStartShardId: string | undefined;
  do {
    const { StreamDescription } = await client.send(
      new sdk.DescribeStreamCommand({ StreamArn, ExclusiveStartShardId }),
    );
    shards.push(...(StreamDescription?.Shards ?? []));
    ExclusiveStartShardId = StreamDescription?.LastEvaluatedShardId;
  } while (ExclusiveStartShardId !== undefined);
  return shards;
};

const openShard = async ({ sdk, client, arn }: Stream, ShardId: string | undefined, { after }: Position) => {
  const from =
    after === undefined
      ? { ShardIteratorType: 'TRIM_HORIZON' as const }
      : { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER' as const, SequenceNumber: after };
  const { ShardIterator } = await client.send(new sdk.GetShardIteratorCommand({ StreamArn: arn, ShardId, ...from }));
  return ShardIterator;
};

/** Delivers records until they are accepted, as an event source does: at once, then after growing pauses. It reports the second failure. */
const insist = async (deliver: () => Promise<void>, signal: AbortSignal): Promise<void> => {
  for await (const attempt of attemptsWithin({ pause, longest: 10_000, signal, ref: false })) {
    try {
      return await deliver();
    } catch (error) {
      if (attempt === 2 && !signal.aborted) console.error(error);
    }
  }
};

/** Reads what is new in one shard, and returns whether there may be more. */
const readShard = async (
  stream: Stream,
  { ShardId }: Shard,
  position: Position,
  { deliver, signal }: { readonly deliver: (event: unknown) => Promise<void>; readonly signal: AbortSignal },
): Promise<boolean> => {
  position.iterator ??= await openShard(stream, ShardId, position);
  const { Records = [], NextShardIterator } = await stream.client.send(
    new stream.sdk.GetRecordsCommand({ ShardIterator: position.iterator }),
  );
  const wanted = Records.map((record) => toLambdaRecord(record, stream.arn)).filter((each) =>
    isWanted(each, streamFilter),
  );
  if (wanted.length > 0) await insist(() => deliver({ Records: wanted }), signal);
  position.after = Records.at(-1)?.dynamodb?.SequenceNumber ?? position.after;
  position.iterator = NextShardIterator;
  if (NextShardIterator === undefined) position.isRead = true;
  return Records.length >= many || position.isRead === true;
};

/** Reads new records from the shards whose parents are read to the end, which keeps the changes of an item in order. */
const readOnce = async (
  stream: Stream,
  positions: Map<string, Position>,
  to: Parameters<typeof readShard>[3],
): Promise<boolean> => {
  const shards = await listShards(stream);
  const names = new Set(shards.map(({ ShardId }) => ShardId));
  let mayHaveMore = false;
  for (const shard of shards) {
    const { ShardId = '', ParentShardId } = shard;
    const isBehind = names.has(ParentShardId) && !positions.get(ParentShardId ?? '')?.isRead;
    const position = positions.get(ShardId) ?? {};
    positions.set(ShardId, position);
    if (isBehind || position.isRead) continue;
    if (await readShard(stream, shard, position, to)) mayHaveMore = true;
  }
  return mayHaveMore;
};

const openStream = async ({ name, client }: Table, endpoint: string): Promise<Stream | undefined> => {
  const { Table: description } = await client.send(new DescribeTableCommand({ TableName: name }));
  const arn = description?.LatestStreamArn;
  if (arn === undefined) return undefined;
  const sdk = await import('@aws-sdk/client-dynamodb-streams');
  return { sdk, client: new sdk.DynamoDBStreamsClient({ endpoint }), arn };
};

/**
 * Does what an event source does with the table's stream, from its oldest record on: delivers batches of the records that the log needs,
 * each until it is accepted. An engine without streams has nothing to follow.
 *
 * @param deliver a handler, which gets the event that Lambda would give it
 */
export const followStream = async (
  table: Table,
  endpoint: string,
  deliver: (event: unknown) => Promise<void>,
): Promise<Follower> => {
  const stop = new AbortController();
  const { signal } = stop;
  const stream = await openStream(table, endpoint);
  const positions = new Map<string, Position>();
  const follow = async (of: Stream): Promise<void> => {
    while (!signal.aborted) {
      const mayHaveMore = await readOnce(of, positions, { deliver, signal }).catch(() => {
        // An iterator lasts for minutes, and a machine may sleep longer.
        for (const position of positions.values()) position.iterator = undefined;
        return false;
      });
      if (!mayHaveMore) await sleep(pause, undefined, { signal, ref: false }).catch(() => {});
    }
  };
  const followed = stream === undefined ? Promise.resolve() : follow(stream);
  return {
    stop: async () => {
      stop.abort();
      await followed;
      stream?.client.destroy();
    },
  };
};

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;

const holds = (value: unknown, condition: string | { readonly exists: boolean }): boolean =>
  typeof condition === 'string' ? value === condition : (value !== undefined) === condition.exists;

const fits = (value: unknown, pattern: EventPattern): boolean =>
  Object.entries(pattern).every(([name, inner]) => {
    const member = memberOf(value, name);
    return Array.isArray(inner) ? inner.some((one) => holds(member, one)) : fits(member, inner as EventPattern);
  });

/** Whether Lambda would deliver the record: at least one pattern matches. */
export const isWanted = (record: unknown, patterns: readonly EventPattern[]): boolean =>
  patterns.some((pattern) => fits(record, pattern));

/** Bytes become base64, times become seconds. */
const toJson = (value: unknown): unknown => {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (value instanceof Date) return value.getTime() / 1_000;
  if (Array.isArray(value)) return value.map(toJson);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, toJson(member)]));
};

/** A stream record as Lambda passes it to a function, in JSON. */
export const toLambdaRecord = (record: _Record, eventSourceARN: string): object => ({
  ...(toJson(record) as object),
  eventSource: 'aws:dynamodb',
  eventSourceARN,
});

/** Milliseconds between two checks for new entries: shorter than in a deployment, since developers do not wait a quarter of an hour. */
const publishingPause = 5_000;

/** Calls the job after new entries, and after a failure, until the signal comes. It reports the second failure in a row. */
const publishRegularly = async (
  publish: () => Promise<void>,
  takeChange: () => boolean,
  signal: AbortSignal,
): Promise<void> => {
  let failures = 0;
  while (!signal.aborted) {
    if (takeChange() || failures > 0) {
      failures = await publish().then(
        () => 0,
        (error) => {
          if (failures === 1 && !signal.aborted) console.error(error);
          return failures + 1;
        },
      );
    }
    await sleep(publishingPause, undefined, { signal, ref: false }).catch(() => {});
  }
};

/** Runs the jobs of the log on this machine. It loads them, so set the environment first. */
export const startLogJobs = async (table: Table, endpoint: string): Promise<Follower> => {
  const [feeding, publishing] = await Promise.all([
    import('../../functions/jobs/feed-log.ts'),
    import('../../functions/jobs/publish-checkpoint.ts'),
  ]);
  let hasChanged = true;
  const follower = await followStream(table, endpoint, async (event) => {
    await feeding.handler(event);
    hasChanged = true;
  });
  const takeChange = (): boolean => {
    const taken = hasChanged;
    hasChanged = false;
    return taken;
  };
  const stop = new AbortController();
  const published = publishRegularly(publishing.handler, takeChange, stop.signal);
  return {
    stop: async () => {
      stop.abort();
      await Promise.all([follower.stop(), published]);
    },
  };
};
