import type { ConsentFacets, FacetName } from '../consents/facets.ts';
import { facetNames } from '../consents/facets.ts';
import type { Named } from '../consents/named.ts';
import { namedKeys, parseNamed } from '../consents/named.ts';
import { referTo } from '../notices/request.ts';
import type { Item, Key } from '../store/client.ts';
import type { ConsentSearch } from './request.ts';

/** The parameter that filters by a facet. */
const parameters = {
  projectUid: 'projectUid',
  pid: 'consentInformationPid',
  versionId: 'consentInformationVersionId',
  lang: 'lang',
  channel: 'channel',
} as const satisfies Record<FacetName, keyof ConsentSearch>;

/** The parameters that filter, as every request for consents has them. */
export type Filters = Pick<ConsentSearch, (typeof parameters)[FacetName]>;

/** Whether a consent passes the filters of a search, all but those by userData. */
export const passesFilters = (search: Filters, facets: ConsentFacets): boolean =>
  facetNames.every((name) => (search[parameters[name]] ?? facets[name]) === facets[name]);

const toNamed = ({ projectUid, consentInformationPid, consentInformationVersionId }: Filters): Named => ({
  projectUid,
  ...referTo({ consentInformationPid, consentInformationVersionId }),
});

/** Where the project and the notice that a search filters by are read. */
export const filterKeys = (accountId: string, search: Filters): Key[] => namedKeys(accountId, toNamed(search));

/**
 * Tells a search that may find nothing from one that cannot find anything: a filter may name a project or a notice that the
 * account does not have.
 *
 * @param items those of `filterKeys`, perhaps with others after them
 * @throws Problem parameters.invalid, listing every one that the account does not have
 */
export const checkFilters = (search: Filters, items: readonly (Item | undefined)[]): void => {
  parseNamed(toNamed(search), items);
};
