import type { Account } from '../identity/account.ts';
import { referTo } from '../notices/notice-request.ts';
import type { FacetFilter, FacetName } from './facets.ts';
import { facetNames } from './facets.ts';
import type { Named, NamedItems } from './recording.ts';
import { namedKeys, parseNamed } from './recording.ts';
import type { ConsentSearch } from './search-request.ts';

/** The parameter for each facet. */
const parameters = {
  projectUid: 'projectUid',
  pid: 'consentInformationPid',
  versionId: 'consentInformationVersionId',
  lang: 'lang',
  channel: 'channel',
} as const satisfies Record<FacetName, keyof ConsentSearch>;

/** The filters of every request for consents. */
export type Filters = Pick<ConsentSearch, (typeof parameters)[FacetName]>;

/** The facets by which a request filters. */
export const toFacetFilter = (request: Filters): FacetFilter =>
  Object.fromEntries(facetNames.map((name) => [name, request[parameters[name]]]));

const toNamed = ({ projectUid, consentInformationPid, consentInformationVersionId }: Filters): Named => ({
  projectUid,
  ...referTo({ consentInformationPid, consentInformationVersionId }),
});

/** The keys of the project and the notice by which a search filters. */
export const filterKeys = (accountId: string, search: Filters) => namedKeys(accountId, toNamed(search));

/**
 * Refuses a search that can never find anything, because it filters by a project or a notice that the account does not
 * have.
 *
 * @param items those of `filterKeys`
 * @throws Problem parameters.invalid, with each of them
 */
export const checkFilters = (search: Filters, items: NamedItems, account: Account): void => {
  parseNamed(toNamed(search), items, account);
};
