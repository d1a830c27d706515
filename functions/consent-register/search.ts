import { contract } from '../../shared/contract.ts';
import { operation } from '../../shared/operation.ts';
import { toConsentRecord } from '../../shared/store/consent.ts';
import { findMatches } from '../../shared/store/consent-reading.ts';
import { checkFilters } from '../../shared/subject.ts';

export const handler = operation(contract.searchConsents, async (search, { table, identity: { account } }) => {
  const { first, page, perPage } = search;
  const slice = first ? { from: 0, count: 1 } : { from: (page - 1) * perPage, count: perPage };
  const { total, consents } = await findMatches(table, account.id, search, slice);
  if (total === 0) await checkFilters(table, account.id, search);
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
});
