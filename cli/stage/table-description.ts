import type { TableDescription } from '@aws-sdk/client-dynamodb';
import { DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import type { Table } from '../../shared/store/client.ts';

/** The table as DynamoDB describes it. */
export const describeTable = async ({ name, client }: Table): Promise<TableDescription> => {
  const { Table: description } = await client.send(new DescribeTableCommand({ TableName: name }));
  if (description === undefined) throw new Error('DynamoDB did not describe the table.');
  return description;
};
