import { searchConsents } from '../../shared/api/contract.ts';
import { operation } from '../../shared/api/stack.ts';
import { noteAccess } from '../../shared/consents/access.ts';
import { checkFilters, filterKeys } from '../../shared/consents/filters.ts';
import { toConsentRecord } from '../../shared/consents/record.ts';
import { beginSearch, findMatches } from '../../shared/consents/search.ts';
import { keyOf } from '../../shared/store/keys.ts';
import { readAtFirstCall, Showing } from '../environment.ts';

const readConfig = readAtFirstCall(Showing);

export const handler = operation(searchConsents, readConfig, {
  sizedBy: 'perPage',
  reads: (search, { accountId }) => ({
    ...filterKeys(accountId, search),
    consent: search.id === undefined ? undefined : keyOf.consent(accountId, search.id),
  }),
  begins: (search, { table, accountId }) => beginSearch(table, accountId, search),
  steps: async (search, { table, identity, now, items }, newest) => {
    const { account } = identity;
    checkFilters(search, items, account);
    const { first, page, perPage } = search;
    const slice = first ? { from: 0, to: 1 } : { from: (page - 1) * perPage, to: page * perPage };
    const access = noteAccess({ table, identity, now, operation: 'search' }, readConfig().ACCESS_LOG);
    const sought = { account, request: search, now, onPage: access.begin };
    const { total, consents } = await findMatches(table, sought, { item: items.consent, newest }, slice).catch(
      async (error: unknown) => {
        await access.end([]);
        throw error;
      },
    );
    const isOfPeople = search.id !== undefined || search.values.size > 0;
    await access.end(
      consents.map(({ id }) => id),
      isOfPeople && !first && total > 0,
    );
    const data = consents.map(toConsentRecord);
    if (first) return { data: data[0] ?? null };
    return {
      page: String(page),
      totalPages: Math.ceil(total / perPage),
      results: data.length,
      resultsPerPage: perPage,
      totalResults: total,
      data,
    };
  },
});
