/** The string keys of the one table, the attribute by which DynamoDB deletes items, and the content of its stream. */
export const tableDefinition = {
  partitionKey: 'PK',
  sortKey: 'SK',
  timeToLive: 'expiresAt',
  stream: 'NEW_AND_OLD_IMAGES',
} as const;
