import type { CreateTableCommandInput } from '@aws-sdk/client-dynamodb';
import {
  CreateTableCommand,
  ResourceInUseException,
  UpdateTimeToLiveCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import { consentIndexes } from '../../shared/consents/indexes.ts';
import type { Table } from '../../shared/store/client.ts';
import { tableDefinition } from '../../shared/store/table.ts';
import { sortKeyAttribute, toIndex, toKeyAttribute, toKeySchema } from '../table-shape.ts';

const { partitionKey, timeToLive } = tableDefinition;

/** Pure: the table of the definition as CreateTable takes it, without the stream, which nothing reads. */
const toCreateTable = (name: string): CreateTableCommandInput => ({
  TableName: name,
  BillingMode: 'PAY_PER_REQUEST',
  AttributeDefinitions: [
    { AttributeName: partitionKey, AttributeType: 'S' },
    sortKeyAttribute,
    ...consentIndexes.map(toKeyAttribute),
  ],
  KeySchema: toKeySchema(partitionKey),
  GlobalSecondaryIndexes: consentIndexes.map(toIndex),
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
      TimeToLiveSpecification: { AttributeName: timeToLive, Enabled: true },
    }),
  );
  return true;
};
