import type { Account } from '../accounts/account.ts';
import type { ConsentList, Digester, Value } from '../consents/listing.ts';
import { projectList, valueList } from '../consents/listing.ts';
import type { Table } from '../store/client.ts';
import type { Charge } from './budget.ts';
import type { Newest } from './list-pages.ts';
import { readNewest } from './list-pages.ts';
import type { ConsentSearch } from './request.ts';

/** A search in an account's consents. */
export interface Search {
  readonly account: Account;
  readonly request: ConsentSearch;
  readonly charge: Charge;
  readonly now: Date;
}

/** Keys of userData whose values are those of one person, or of a few. */
const personal: readonly string[] = ['tax_code', 'email', 'mobile_phone', 'phone'];

/** Keys of userData from those that fewest consents share; keys of the callers' own are where `undefined` stands. */
const likelyShortest = [...personal, undefined, 'last_name', 'first_name'];

/** Whether one of the values has a short list, as far as its key tells. */
export const isOfFew = (values: ConsentSearch['values']): boolean =>
  [...values.keys()].some((key) => personal.includes(key));

const rankOf = ([key]: Value): number => likelyShortest.indexOf(likelyShortest.includes(key) ? key : undefined);

/**
 * The lists that each have all matches of a search, from the one that is likely to be the shortest.
 *
 * @param digester another one for consents that were erased, as in `valueList`
 */
export const planLists = (
  accountId: string,
  { values, projectUid }: Pick<ConsentSearch, 'values' | 'projectUid'>,
  digester?: Digester,
): ConsentList[] => [
  ...[...values]
    .sort((one, other) => rankOf(one) - rankOf(other))
    .map((value) => valueList(accountId, value, digester)),
  ...(projectUid === undefined ? [] : [projectList(accountId, projectUid)]),
];

/** Begins a search without an id: reads the first page of the list that is likely to be the shortest. */
export const beginSearch = async (
  table: Table,
  accountId: string,
  request: ConsentSearch,
): Promise<Newest | undefined> => {
  const [list] = request.id === undefined ? planLists(accountId, request) : [];
  return list && readNewest(table, list);
};
