import type { CreateTableCommandInput } from '@aws-sdk/client-dynamodb';
import {
  CreateTableCommand,
  ResourceInUseException,
  UpdateTimeToLiveCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import type { Table } from '../../shared/store/client.ts';
import { tableDefinition } from '../../shared/store/table.ts';

const { partitionKey: tableKey, sortKey, indexes } = tableDefinition;

const keySchema = (partitionKey: string) => [
  { AttributeName: partitionKey, KeyType: 'HASH' as const },
  { AttributeName: sortKey, KeyType: 'RANGE' as const },
];

/** Pure: the table of the definition as CreateTable takes it. */
const toCreateTable = (name: string): CreateTableCommandInput => ({
  TableName: name,
  BillingMode: 'PAY_PER_REQUEST',
  AttributeDefinitions: [
    { AttributeName: tableKey, AttributeType: 'S' },
    { AttributeName: sortKey, AttributeType: 'S' },
    ...indexes.map(({ partitionKey }) => ({ AttributeName: partitionKey, AttributeType: 'B' as const })),
  ],
  KeySchema: keySchema(tableKey),
  GlobalSecondaryIndexes: indexes.map((index) => ({
    IndexName: index.name,
    KeySchema: keySchema(index.partitionKey),
    Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: [...index.nonKeyAttributes] },
  })),
});

/** Creates the table, unless the engine has it. Returns whether it is new. */
export const createTable = async ({ name, client }: Table): Promise<boolean> => {
  try {
    await client.send(new CreateTableCommand(toCreateTable(name)));
  } catch (error) {
    if (error instanceof ResourceInUseException) return false;
    throw error;
  }
  await waitUntilTableExists({ client, maxWaitTime: 60, minDelay: 1 }, { TableName: name });
  await client.send(
    new UpdateTimeToLiveCommand({
      TableName: name,
      TimeToLiveSpecification: { AttributeName: tableDefinition.timeToLive, Enabled: true },
    }),
  );
  return true;
};
