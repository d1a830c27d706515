/** What lists hold of a consent beside its id: what a search filters by, and what it must know before it reads the consent. */
const entryAttributes = [
  ...['projectUid', 'pid', 'versionId', 'lang', 'channel', 'valueDigests'],
  ...['storedBytes', 'answerBytes', 'proofId'],
] as const;

/** An index that lists consents by one of their attributes, which is a digest. */
export interface TableIndex {
  readonly name: string;
  readonly partitionKey: string;
  readonly nonKeyAttributes: readonly string[];
}

const listConsents = (name: string, partitionKey: string, ...more: readonly string[]): TableIndex => ({
  name,
  partitionKey,
  nonKeyAttributes: [...entryAttributes, ...more],
});

/** Lists the consents of a project, and when they were revoked. */
export const projectIndex = listConsents('project', 'projectKey', 'revokeTime');

/** The keys of userData that the specification names (2.4), each with an index of its own. */
export const valueIndexes = {
  first_name: listConsents('first_name', 'firstNameKey'),
  last_name: listConsents('last_name', 'lastNameKey'),
  email: listConsents('email', 'emailKey'),
  phone: listConsents('phone', 'phoneKey'),
  mobile_phone: listConsents('mobile_phone', 'mobilePhoneKey'),
  tax_code: listConsents('tax_code', 'taxCodeKey'),
} as const;

/**
 * The one table, as data: CDK, the local service, the tests and the operators' commands all make it from here. Its keys are
 * texts; the partition keys of its indexes are binary, and their sort key is the table's.
 */
export const tableDefinition = {
  partitionKey: 'PK',
  sortKey: 'SK',
  timeToLive: 'expiresAt',
  indexes: [projectIndex, ...Object.values(valueIndexes)],
} as const;
