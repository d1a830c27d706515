import { searchConsents } from '../../shared/contract.ts';
import { operation } from '../../shared/operation.ts';
import { toConsentRecord } from '../../shared/store/consent.ts';
import { findLatest, findMatches } from '../../shared/store/consent-reading.ts';
import { checkFilters } from '../../shared/subject.ts';

export const handler = operation(searchConsents, async (search, { table, identity: { account }, now }) => {
  const { first, page, perPage } = search;
  if (first) {
    const latest = await findLatest(table, { account, search, now });
    if (latest === undefined) await checkFilters(table, account.id, search);
    return { data: latest ? toConsentRecord(latest) : null };
  }
  const slice = { from: (page - 1) * perPage, to: page * perPage };
  const { total, consents } = await findMatches(table, { account, search, now }, slice);
  if (total === 0) await checkFilters(table, account.id, search);
  return {
    page: String(page),
    totalPages: Math.ceil(total / perPage),
    results: consents.length,
    resultsPerPage: perPage,
    totalResults: total,
    data: consents.map(toConsentRecord),
  };
});
