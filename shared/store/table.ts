/** The keys of the one table, which are texts, and the attribute by which DynamoDB deletes items. */
export const tableDefinition = {
  partitionKey: 'PK',
  sortKey: 'SK',
  timeToLive: 'expiresAt',
} as const;
