import { beginDue, readDuePage } from '../../shared/consents/reports/due-page.ts';
import type { BegunListing } from '../../shared/consents/reports/list-page.ts';
import { openBudget } from '../../shared/consents/search/budget.ts';
import { checkFilters, filterKeys } from '../../shared/consents/search/filters.ts';
import { listDueConsents } from '../../shared/contract.ts';
import { operation } from '../../shared/operation.ts';

export const handler = operation(
  listDueConsents,
  async (request, { table, identity: { account }, now, items }, begun: BegunListing) => {
    checkFilters(request, items);
    const charge = openBudget(table, account.id, now);
    return readDuePage(table, { accountId: account.id, request, charge, now }, begun);
  },
  {
    reads: (request, { accountId }) => filterKeys(accountId, request),
    begins: (request, { table, accountId }) => beginDue(table, accountId, request),
  },
);
