import { noteAccess } from '../../shared/consents/access-log.ts';
import type { BegunListing } from '../../shared/consents/reports/list-page.ts';
import { answerList, beginListing } from '../../shared/consents/reports/list-page.ts';
import { checkFilters, filterKeys } from '../../shared/consents/search/filters.ts';
import { listConsents } from '../../shared/contract.ts';
import { operation } from '../../shared/operation.ts';
import { readAtFirstCall } from '../environment.ts';
import { Showing } from '../showing-variables.ts';

const readConfig = readAtFirstCall(Showing);

export const handler = operation(
  listConsents,
  readConfig,
  async (request, { table, identity, now, items }, begun: BegunListing) => {
    const { account } = identity;
    checkFilters(request, items, account);
    const answer = await answerList(table, { accountId: account.id, request, now }, begun);
    await noteAccess({ table, identity, now, operation: 'list' }, readConfig().ACCESS_LOG).end(
      answer.data.map(({ id }) => id),
    );
    return answer;
  },
  {
    reads: (request, { accountId }) => filterKeys(accountId, request),
    begins: (request, { table, accountId }) => beginListing(table, accountId, request),
  },
);
