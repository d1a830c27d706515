/** The keys of the one table, which are texts, the attribute by which DynamoDB deletes items, and what its stream shows of them. */
export const tableDefinition = {
  partitionKey: 'PK',
  sortKey: 'SK',
  timeToLive: 'expiresAt',
  stream: 'NEW_AND_OLD_IMAGES',
} as const;
