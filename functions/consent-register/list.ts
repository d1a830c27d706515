import type { BegunListing } from '../../shared/consents/reports/list-page.ts';
import { beginListing, readListPage } from '../../shared/consents/reports/list-page.ts';
import { openBudget } from '../../shared/consents/search/budget.ts';
import { checkFilters, filterKeys } from '../../shared/consents/search/filters.ts';
import { listConsents } from '../../shared/contract.ts';
import { operation } from '../../shared/operation.ts';

export const handler = operation(
  listConsents,
  async (request, { table, identity: { account }, now, items }, begun: BegunListing) => {
    checkFilters(request, items);
    const charge = openBudget(table, account.id, now);
    return readListPage(table, { accountId: account.id, request, charge, now }, begun);
  },
  {
    reads: (request, { accountId }) => filterKeys(accountId, request),
    begins: (request, { table, accountId }) => beginListing(table, accountId, request),
  },
);
