/**
 * The one table, as data: CDK, the local service, the tests and the operators' commands all make it from here.
 * Indexes hold what searches filter by, beside the keys.
 */
export const tableDefinition = {
  partitionKey: 'PK',
  sortKey: 'SK',
  timeToLive: 'expiresAt',
  indexes: [
    {
      name: 'GSI1',
      partitionKey: 'GSI1PK',
      sortKey: 'GSI1SK',
      nonKeyAttributes: ['projectUid', 'pid', 'versionId', 'lang', 'channel'],
    },
    {
      name: 'GSI2',
      partitionKey: 'GSI2PK',
      sortKey: 'GSI2SK',
      nonKeyAttributes: ['projectUid', 'pid', 'versionId', 'lang', 'channel'],
    },
  ],
} as const;

/** Which index answers what. */
export const indexes = { userData: 'GSI1', project: 'GSI2' } as const;
