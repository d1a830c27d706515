import { DescribeTableCommand, DescribeTimeToLiveCommand } from '@aws-sdk/client-dynamodb';
import { expect, test } from 'vitest';
import { tableDefinition } from '../../../shared/store/keys.ts';
import { startStoreProxy } from '../../support/faults/store-proxy.ts';

const proxy = await startStoreProxy();
const { openTable } = await import('../../../shared/store/table.ts');
const { createTable } = await import('../../../cli/local/create-table.ts');

const describe = async (name: string) => {
  const { client } = openTable(name);
  const { Table: shape } = await client.send(new DescribeTableCommand({ TableName: name }));
  const { TimeToLiveDescription: timeToLive } = await client.send(new DescribeTimeToLiveCommand({ TableName: name }));
  return { indexes: shape?.GlobalSecondaryIndexes?.length, stream: shape?.StreamSpecification, timeToLive };
};

const ready = {
  indexes: 7,
  timeToLive: { TimeToLiveStatus: 'ENABLED', AttributeName: tableDefinition.timeToLive },
};

test('a table is made whole though the engine made it before it could say so', async () => {
  const calls: string[] = [];
  proxy.intercept = async ({ name, forward }) => {
    calls.push(name);
    const answer = await forward();
    return calls.length === 1 ? undefined : answer;
  };
  const name = `slow-${crypto.randomUUID()}`;

  await createTable(openTable(name));

  expect(calls.filter((call) => call === 'CreateTable')).toHaveLength(2);
  expect(await describe(name)).toEqual(ready);
});

test('a table that is there stays as it is', async () => {
  proxy.intercept = undefined;
  const name = `kept-${crypto.randomUUID()}`;

  await createTable(openTable(name));
  await createTable(openTable(name));

  expect(await describe(name)).toEqual(ready);
});

test('a table gets its stream once', async () => {
  proxy.intercept = undefined;
  const table = openTable(`followed-${crypto.randomUUID()}`);
  await createTable(table);

  await createTable(table, { isFollowed: true });
  await createTable(table, { isFollowed: true });

  expect(await describe(table.name)).toEqual({
    ...ready,
    stream: { StreamEnabled: true, StreamViewType: tableDefinition.stream },
  });
});
