import { noteAccess } from '../../shared/consents/access-log.ts';
import { answerDue, beginDue } from '../../shared/consents/reports/due.ts';
import type { BegunListing } from '../../shared/consents/reports/list-page.ts';
import { checkFilters, filterKeys } from '../../shared/consents/search/filters.ts';
import { listDueConsents } from '../../shared/contract.ts';
import { operation } from '../../shared/operation.ts';
import { readAtFirstCall } from '../environment.ts';
import { Showing } from '../showing-variables.ts';

const readConfig = readAtFirstCall(Showing);

export const handler = operation(
  listDueConsents,
  readConfig,
  async (request, { table, identity, now, items }, begun: BegunListing) => {
    const { account } = identity;
    checkFilters(request, items, account);
    const answer = await answerDue(table, { accountId: account.id, request, now }, begun);
    await noteAccess({ table, identity, now, operation: 'due' }, readConfig().ACCESS_LOG).end(
      answer.data.map(({ id }) => id),
    );
    return answer;
  },
  {
    reads: (request, { accountId }) => filterKeys(accountId, request),
    begins: (request, { table, accountId }) => beginDue(table, accountId, request),
  },
);
