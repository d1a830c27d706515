/**
 * The one table, as data: CDK, the local service, the tests and the operators' commands all make it from here.
 * The index holds what searches filter by, beside the keys.
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
      nonKeyAttributes: ['projectUid', 'pid', 'versionId', 'lang', 'channel', 'proofId'],
    },
  ],
} as const;

/** Lists the consents of a project. */
export const projectIndex = tableDefinition.indexes[0];
