import type { AttributeDefinition, GlobalSecondaryIndex, KeySchemaElement } from '@aws-sdk/client-dynamodb';
import type { ConsentIndex } from '../shared/consents/indexes.ts';
import { tableDefinition } from '../shared/store/table.ts';

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
