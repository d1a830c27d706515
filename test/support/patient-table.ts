import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Table } from '../../shared/store/client.ts';

/** A way to the table for what arranges and checks: it waits as long as a busy machine needs. */
export const openPatiently = (name: string): Table => {
  const client = new DynamoDBClient({ maxAttempts: 10 });
  return { name, client: DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } }) };
};
