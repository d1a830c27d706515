import { searchConsents } from '../../shared/contract.ts';
import { operation } from '../../shared/operation.ts';
import { consentKey, toConsentRecord } from '../../shared/store/consent.ts';
import { findLatest, findMatches } from '../../shared/store/consent-reading.ts';
import { beginSearch } from '../../shared/store/consent-search.ts';
import type { Newest } from '../../shared/store/list-reading.ts';
import { openBudget } from '../../shared/store/read-budget.ts';
import { checkFilters, filterKeys } from '../../shared/subject.ts';

export const handler = operation(
  searchConsents,
  async (search, { table, identity: { account }, now, items }, newest: Newest | undefined) => {
    const { first, page, perPage } = search;
    checkFilters(search, items);
    const sought = { account, search, charge: openBudget(table, account.id, now), now };
    const begun = { item: items.at(-1), newest };
    if (first) {
      const latest = await findLatest(table, sought, begun);
      return { data: latest ? toConsentRecord(latest) : null };
    }
    const slice = { from: (page - 1) * perPage, to: page * perPage };
    const { total, consents } = await findMatches(table, sought, begun, slice);
    return {
      page: String(page),
      totalPages: Math.ceil(total / perPage),
      results: consents.length,
      resultsPerPage: perPage,
      totalResults: total,
      data: consents.map(toConsentRecord),
    };
  },
  {
    reads: (search, { accountId }) => [
      ...filterKeys(accountId, search),
      ...(search.id === undefined ? [] : [consentKey(accountId, search.id)]),
    ],
    begins: (search, { table, accountId }) => beginSearch(table, accountId, search),
  },
);
