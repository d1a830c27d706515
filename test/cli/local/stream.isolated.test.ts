import { randomUUID } from 'node:crypto';
import { DeleteCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test, vi } from 'vitest';
import { createTable } from '../../../cli/local/create-table.ts';
import { followStream } from '../../../cli/local/stream.ts';
import { openTable } from '../../../shared/store/table.ts';

interface Event {
  readonly Records: readonly {
    readonly eventName: string;
    readonly dynamodb: Readonly<Record<string, unknown>>;
  }[];
}

const endpoint = process.env.AWS_ENDPOINT_URL_DYNAMODB ?? '';

const newTable = async () => {
  const table = openTable(`followed-${randomUUID()}`);
  await createTable(table, { isFollowed: true });
  const key = { TableName: table.name, Key: { PK: 'consent', SK: 'one' } };
  return {
    table,
    put: (Item: Record<string, unknown>) => table.client.send(new PutCommand({ TableName: table.name, Item })),
    revoke: () =>
      table.client.send(
        new UpdateCommand({
          ...key,
          UpdateExpression: 'SET revoked = :yes',
          ExpressionAttributeValues: { ':yes': true },
        }),
      ),
    remove: () => table.client.send(new DeleteCommand(key)),
  };
};

const consent = {
  PK: 'consent',
  SK: 'one',
  contentHash: Buffer.from('hash'),
  weights: [1, { deep: Buffer.from('b') }],
};

/** A handler that keeps what it got. */
const keep = () => {
  const records: Event['Records'][number][] = [];
  return {
    records,
    deliver: async (event: unknown) => {
      records.push(...(event as Event).Records);
    },
  };
};

test('what happens to a consent comes in its order, as Lambda writes it, also what happened before', async () => {
  const { table, put, revoke, remove } = await newTable();
  await put(consent);
  const { records, deliver } = keep();
  const follower = await followStream(table, endpoint, deliver);
  await revoke();
  await remove();
  await vi.waitFor(() => expect(records).toHaveLength(3), { timeout: 10_000 });
  await follower.stop();

  expect(records.map(({ eventName }) => eventName)).toEqual(['INSERT', 'MODIFY', 'REMOVE']);
  const [inserted] = records;
  expect(inserted).toMatchObject({ eventSource: 'aws:dynamodb', eventSourceARN: expect.stringContaining(table.name) });
  expect(JSON.parse(JSON.stringify(inserted?.dynamodb))).toMatchObject({
    Keys: { PK: { S: 'consent' }, SK: { S: 'one' } },
    NewImage: {
      contentHash: { B: Buffer.from('hash').toString('base64') },
      weights: { L: [{ N: '1' }, { M: { deep: { B: Buffer.from('b').toString('base64') } } }] },
    },
    SequenceNumber: expect.stringMatching(/^\d+$/),
    StreamViewType: 'NEW_AND_OLD_IMAGES',
  });
  const seconds = Number(inserted?.dynamodb.ApproximateCreationDateTime);
  expect(Math.abs(seconds - Date.now() / 1_000)).toBeLessThan(120);
  expect(records[2]?.dynamodb).toHaveProperty('OldImage.revoked', { BOOL: true });
});

test('what the log does not want is not handed over', async () => {
  const { table, put } = await newTable();
  const { records, deliver } = keep();
  await put({ PK: 'SESSIONS#1', SK: 'SESSION#1' });
  await put({ PK: 'ACCOUNT#1', SK: 'VERSION#1', contentHash: 'text' });
  await put({ PK: 'EVIDENCE-KEYS', SK: 'KEYS' });
  const follower = await followStream(table, endpoint, deliver);
  await vi.waitFor(() => expect(records).toHaveLength(2), { timeout: 10_000 });
  await follower.stop();

  expect(records.map(({ dynamodb }) => dynamodb.Keys)).toEqual([
    { PK: { S: 'ACCOUNT#1' }, SK: { S: 'VERSION#1' } },
    { PK: { S: 'EVIDENCE-KEYS' }, SK: { S: 'KEYS' } },
  ]);
});

test('a batch that was not taken comes again, before what happened later', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => {});
  const { table, put, revoke } = await newTable();
  await put(consent);
  const names: string[][] = [];
  const follower = await followStream(table, endpoint, async (event) => {
    names.push((event as Event).Records.map(({ eventName }) => eventName));
    if (names.length === 1) await revoke();
    if (names.length <= 2) {
      throw new Error('The log is not there.');
    }
  });
  await vi.waitFor(() => expect(names).toHaveLength(4), { timeout: 15_000 });
  await follower.stop();

  expect(names).toEqual([['INSERT'], ['INSERT'], ['INSERT'], ['MODIFY']]);
  expect(said).toHaveBeenCalledTimes(1);
});

test('a follower stops while a batch is refused, and hands over nothing more', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const { table, put } = await newTable();
  await put(consent);
  const deliver = vi.fn(async () => {
    throw new Error('The log is not there.');
  });
  const follower = await followStream(table, endpoint, deliver);
  await vi.waitFor(() => expect(deliver).toHaveBeenCalled(), { timeout: 10_000 });
  await follower.stop();
  const calls = deliver.mock.calls.length;
  await put({ ...consent, SK: 'two' });
  await new Promise((resolve) => setTimeout(resolve, 1_500));

  expect(deliver.mock.calls.length).toBe(calls);
});
