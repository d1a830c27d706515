import { facetNames } from './facets.ts';
import type { KnownKey } from './person-data.ts';

/** The attributes of list entries: the filters of a search, and what a search must know before it reads the consent. */
export const entryAttributes: readonly string[] = [...facetNames, 'valueDigests', 'storedBytes', 'answerBytes'];

/** An index that lists consents by one attribute, a digest of 16 bytes. Its sort key is that of the table. */
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

/** Lists the consents of a project, with the times of revocation and erasure that decide their states. */
export const projectIndex = listConsents('project', 'projectKey', 'revokeTime', 'eraseTime');

/** Each key of userData that the contract names has its own index. */
export const valueIndexes = {
  first_name: listConsents('first_name', 'firstNameKey'),
  last_name: listConsents('last_name', 'lastNameKey'),
  email: listConsents('email', 'emailKey'),
  phone: listConsents('phone', 'phoneKey'),
  mobile_phone: listConsents('mobile_phone', 'mobilePhoneKey'),
  tax_code: listConsents('tax_code', 'taxCodeKey'),
} as const satisfies Readonly<Record<KnownKey, ConsentIndex>>;

/** Every index of the table. */
export const consentIndexes: readonly ConsentIndex[] = [projectIndex, ...Object.values(valueIndexes)];
