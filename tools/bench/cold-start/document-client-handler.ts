import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { openTable } from '../../../shared/store/table.ts';

const table = openTable('any');

/** The least a function can be that reads the table: the client as the register's functions open it, and one read. */
export const handler = () => table.client.send(new GetCommand({ TableName: table.name, Key: { PK: 'A', SK: 'A' } }));
