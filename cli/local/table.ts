import type { CreateTableCommandInput } from '@aws-sdk/client-dynamodb';
import {
  CreateTableCommand,
  DescribeTimeToLiveCommand,
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

/** Creates the table unless the engine has it, be it from an attempt whose answer did not come in time. */
const createOnce = async ({ name, client }: Table): Promise<void> => {
  try {
    await client.send(new CreateTableCommand(toCreateTable(name)));
  } catch (error) {
    if (!(error instanceof ResourceInUseException)) throw error;
  }
  await waitUntilTableExists({ client, maxWaitTime: 60, minDelay: 1 }, { TableName: name });
};

/** Makes the table ready, whatever of it the engine has already. */
export const createTable = async (table: Table): Promise<void> => {
  await createOnce(table);
  const TableName = table.name;
  const { TimeToLiveDescription: found } = await table.client.send(new DescribeTimeToLiveCommand({ TableName }));
  if (/^ENABL(?:ED|ING)$/.test(found?.TimeToLiveStatus ?? '')) return;
  const TimeToLiveSpecification = { AttributeName: timeToLive, Enabled: true };
  await table.client.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification }));
};
