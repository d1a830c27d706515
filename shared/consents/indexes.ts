import { facetNames } from './facets.ts';

/** What lists hold of a consent beside its id: what a search filters by, and what it must know before it reads the consent. */
const entryAttributes: readonly string[] = [...facetNames, 'valueDigests', 'storedBytes', 'answerBytes', 'proofId'];

/** An index that lists consents by one of their attributes, a digest of 16 bytes. Its sort key is the table's. */
export interface ConsentIndex {
  readonly name: string;
  readonly partitionKey: string;
  readonly nonKeyAttributes: readonly string[];
}

const listConsents = (name: string, partitionKey: string, ...more: readonly string[]): ConsentIndex => ({
  name,
  partitionKey,
  nonKeyAttributes: [...entryAttributes, ...more],
});

/** Lists the consents of a project, and when they were revoked or erased: their states are told from here. */
export const projectIndex = listConsents('project', 'projectKey', 'revokeTime', 'eraseTime');

/** The keys of userData that the contract names (docs/contract.md, Recording), each with an index of its own. */
export const valueIndexes = {
  first_name: listConsents('first_name', 'firstNameKey'),
  last_name: listConsents('last_name', 'lastNameKey'),
  email: listConsents('email', 'emailKey'),
  phone: listConsents('phone', 'phoneKey'),
  mobile_phone: listConsents('mobile_phone', 'mobilePhoneKey'),
  tax_code: listConsents('tax_code', 'taxCodeKey'),
} as const;

/** Every index of the table. */
export const consentIndexes: readonly ConsentIndex[] = [projectIndex, ...Object.values(valueIndexes)];
