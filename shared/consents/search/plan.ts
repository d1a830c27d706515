import type { Account } from '../../identity/account.ts';
import { limits } from '../../limits.ts';
import { normaliseValue } from '../../schema/matching.ts';
import type { Table } from '../../store/client.ts';
import type { UserData } from '../evidence.ts';
import { textOf } from '../evidence.ts';
import { identifyingKeys } from '../known-keys.ts';
import type { ConsentList, Digester, Value } from '../listing.ts';
import { projectList, valueList } from '../listing.ts';
import type { Newest } from './list-pages.ts';
import { readNewest } from './list-pages.ts';
import type { ConsentSearch } from './search-request.ts';

/** A search in an account's consents. */
export interface Search {
  readonly account: Account;
  readonly request: ConsentSearch;
  readonly now: Date;
  /** Called with the ids of the page before its consents are read. */
  readonly onPage: (ids: readonly string[]) => void;
}

/**
 * Keys of userData, beginning with those whose values the fewest consents share. `undefined` stands for the callers'
 * own keys. More people share an address than a tax code.
 */
const likelyShortest = ['tax_code', ...identifyingKeys, undefined, 'last_name', 'first_name'];

/** Whether one of the values probably has a short list, judging by its key. */
export const isOfFew = (values: ConsentSearch['values']): boolean =>
  [...values.keys()].some((key) => identifyingKeys.includes(key));

const rankOf = ([key]: Value): number => likelyShortest.indexOf(likelyShortest.includes(key) ? key : undefined);

/**
 * The lists that each have all matches of a search, the one that is probably shortest first.
 *
 * @param digester keyed for erased consents, as in `valueList`
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

/** Begins a search without an id by reading the first page of the list that is probably shortest. */
export const beginSearch = async (
  table: Table,
  accountId: string,
  request: ConsentSearch,
): Promise<Newest | undefined> => {
  const [list] = request.id === undefined ? planLists(accountId, request) : [];
  return list && readNewest(table, list);
};

/**
 * Compares the values of a search with the userData of consents, one after the other. Equal texts are normalised once.
 *
 * @param values of the search, normalised
 * @param refuse makes the error to throw when normalising takes too many characters
 */
export const newComparison = (
  values: ReadonlyMap<string, string>,
  refuse: () => Error,
): ((userData: UserData) => boolean) => {
  const findables = new Map<string, Map<string, string>>([...values.keys()].map((key) => [key, new Map()]));
  let characters = 0;
  const normaliseOnce = (key: string, member: UserData[string]): string | undefined => {
    const text = textOf(member);
    const known = findables.get(key);
    if (known?.has(text)) return known.get(text);
    characters += text.length;
    if (characters > limits.comparedCharacters) throw refuse();
    const findable = normaliseValue(key, text);
    known?.set(text, findable);
    return findable;
  };
  return (userData) =>
    [...values].every(([key, value]) => {
      const member = Object.hasOwn(userData, key) ? userData[key] : undefined;
      return member !== undefined && normaliseOnce(key, member) === value;
    });
};
