import type { InferOutput } from 'valibot';
import type { Requester, UserCall } from '../shared/api/caller.ts';
import type { AccessOperation } from '../shared/consents/access.ts';
import { noteAccess } from '../shared/consents/access.ts';
import type { Filters } from '../shared/consents/filters.ts';
import { checkFilters, filterKeys } from '../shared/consents/filters.ts';
import type { BegunListing, ListQuestion } from '../shared/consents/list.ts';
import type { Table } from '../shared/store/table.ts';
import type { Showing } from './environment.ts';

/** How a list of consents begins beside the check of the caller, and how it is answered. */
interface Listing<Request, Page> {
  readonly begin: (table: Table, accountId: string, request: Request) => Promise<BegunListing>;
  readonly answer: (table: Table, asked: ListQuestion<Request>, begun: BegunListing) => Promise<Page>;
}

/**
 * What is of a list of consents alone: it refuses a project or notice that the account does not have, and notes whose
 * consents the answer shows.
 *
 * @param name of the list in the access log
 */
export const listing = <Request extends Filters, Page extends { readonly data: readonly { readonly id: string }[] }>(
  name: AccessOperation,
  readConfig: () => InferOutput<typeof Showing>,
  { begin, answer }: Listing<Request, Page>,
) => ({
  sizedBy: 'perPage' as const,
  reads: (request: Request, { accountId }: Requester) => filterKeys(accountId, request),
  begins: (request: Request, { table, accountId }: Requester) => begin(table, accountId, request),
  steps: async (
    request: Request,
    { table, identity, now, items }: UserCall<ReturnType<typeof filterKeys>>,
    begun: BegunListing,
  ): Promise<Page> => {
    const { account } = identity;
    checkFilters(request, items, account);
    const page = await answer(table, { accountId: account.id, request, now }, begun);
    const ids = page.data.map(({ id }) => id);
    await noteAccess({ table, identity, now, operation: name }, readConfig().ACCESS_LOG).end(ids);
    return page;
  },
});
