import type {
  AttributeDefinition,
  CreateTableCommandInput,
  GlobalSecondaryIndex,
  KeySchemaElement,
} from '@aws-sdk/client-dynamodb';
import {
  CreateTableCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  ResourceInUseException,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import type { ConsentIndex } from '../../shared/consents/indexes.ts';
import { consentIndexes } from '../../shared/consents/indexes.ts';
import { tableDefinition } from '../../shared/store/keys.ts';
import type { Table } from '../../shared/store/table.ts';

const { partitionKey, timeToLive, stream } = tableDefinition;

/** A table with only its keys, as CreateTable expects it. */
const toCreateTable = (name: string) => ({
  TableName: name,
  BillingMode: 'PAY_PER_REQUEST' as const,
  AttributeDefinitions: [{ AttributeName: partitionKey, AttributeType: 'S' as const }, sortKeyAttribute],
  KeySchema: toKeySchema(partitionKey),
});

/** The table of the definition as CreateTable expects it. */
const toCreateIndexed = (name: string): CreateTableCommandInput => {
  const { AttributeDefinitions, ...rest } = toCreateTable(name);
  return {
    ...rest,
    AttributeDefinitions: [...AttributeDefinitions, ...consentIndexes.map(toKeyAttribute)],
    GlobalSecondaryIndexes: consentIndexes.map(toIndex),
  };
};

const create = async ({ client }: Table, definition: CreateTableCommandInput): Promise<void> => {
  try {
    await client.send(new CreateTableCommand(definition));
  } catch (error) {
    if (!(error instanceof ResourceInUseException)) throw error;
  }
};

/** Creates the table unless the engine has it, perhaps from an attempt whose answer came too late. */
const createOnce = async (table: Table, definition: CreateTableCommandInput): Promise<void> => {
  await create(table, definition);
  await waitUntilTableExists({ client: table.client, maxWaitTime: 60, minDelay: 1 }, { TableName: table.name });
};

const ensureStream = async ({ name: TableName, client }: Table): Promise<void> => {
  const { Table: found } = await client.send(new DescribeTableCommand({ TableName }));
  if (found?.StreamSpecification?.StreamEnabled) return;
  await client.send(
    new UpdateTableCommand({ TableName, StreamSpecification: { StreamEnabled: true, StreamViewType: stream } }),
  );
};

/** The attribute by which items of the table expire. Undefined if none expires. */
export const findTimeToLive = async ({ name: TableName, client }: Table): Promise<string | undefined> => {
  const { TimeToLiveDescription: found } = await client.send(new DescribeTimeToLiveCommand({ TableName }));
  return /^ENABL(?:ED|ING)$/.test(found?.TimeToLiveStatus ?? '') ? found?.AttributeName : undefined;
};

/**
 * Creates whatever the table still lacks.
 *
 * @param isFollowed whether it gets the stream that feeds a log
 */
export const createTable = async (table: Table, { isFollowed = false } = {}): Promise<void> => {
  await createOnce(table, toCreateIndexed(table.name));
  if (isFollowed) await ensureStream(table);
  if ((await findTimeToLive(table)) !== undefined) return;
  const TimeToLiveSpecification = { AttributeName: timeToLive, Enabled: true };
  await table.client.send(new UpdateTimeToLiveCommand({ TableName: table.name, TimeToLiveSpecification }));
};

/** The log table's name, derived from the table's when no deployment names it. */
export const nameLogTable = (table: string): string => `${table}-log`;

/** Creates the log table, unless the engine has it. */
export const createLogTable = async (log: Table): Promise<void> => {
  await createOnce(log, toCreateTable(log.name));
};

/** The erasures table's name, derived from the table's when no deployment names it. */
export const nameErasuresTable = (table: string): string => `${table}-erasures`;

/** Creates the erasures table, unless the engine has it. */
export const createErasuresTable = async (erasures: Table): Promise<void> => {
  await createOnce(erasures, toCreateTable(erasures.name));
};

/** The key of the table or an index; an index has the table's sort key. */
export const toKeySchema = (partitionKey: string): KeySchemaElement[] => [
  { AttributeName: partitionKey, KeyType: 'HASH' },
  { AttributeName: tableDefinition.sortKey, KeyType: 'RANGE' },
];

export const sortKeyAttribute: AttributeDefinition = { AttributeName: tableDefinition.sortKey, AttributeType: 'S' };

export const toKeyAttribute = ({ partitionKey }: ConsentIndex): AttributeDefinition => ({
  AttributeName: partitionKey,
  AttributeType: 'B',
});

/** An index as CreateTable and UpdateTable expect it. */
export const toIndex = ({ name, partitionKey, nonKeyAttributes }: ConsentIndex): GlobalSecondaryIndex => ({
  IndexName: name,
  KeySchema: toKeySchema(partitionKey),
  Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: [...nonKeyAttributes] },
});
