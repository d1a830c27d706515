import * as v from 'valibot';
import { Channel, Lang } from '../schema/vocabulary.ts';
import type { KnownKey } from './known-keys.ts';

/** The members of every list entry by which a search can filter. To add a filter, begin here. */
export const ConsentFacets = v.object({
  projectUid: v.string(),
  pid: v.number(),
  versionId: v.string(),
  lang: Lang,
  channel: Channel,
});

/** The names of the facets, which are attributes of consents and of entries. */
export const facetNames = Object.keys(ConsentFacets.entries) as readonly FacetName[];

/** The attributes of list entries: the filters of a search, and what a search must know before it reads the consent. */
const entryAttributes: readonly string[] = [...facetNames, 'valueDigests', 'storedBytes', 'answerBytes'];

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

export type ConsentFacets = v.InferOutput<typeof ConsentFacets>;
export type FacetName = keyof ConsentFacets;

export const pickFacets = (consent: ConsentFacets): ConsentFacets =>
  Object.fromEntries(facetNames.map((name) => [name, consent[name]])) as ConsentFacets;

/** The facets that a consent must have. Default: any. */
export type FacetFilter = { readonly [Name in FacetName]?: ConsentFacets[Name] | undefined };

export const passesFacets = (filter: FacetFilter, facets: ConsentFacets): boolean =>
  facetNames.every((name) => filter[name] === undefined || filter[name] === facets[name]);
