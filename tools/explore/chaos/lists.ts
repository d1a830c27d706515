import pMap from 'p-map';
import * as v from 'valibot';
import { contract } from '../../../shared/contract.ts';
import type { Caller } from '../../../test/support/caller.ts';
import type { Parameters } from '../../../test/support/encode.ts';
import { persons } from './client.ts';
import type { Stored, StoredRecord } from './stored.ts';
import type { Tenant } from './tenants.ts';

const perPage = 50;

/** Newest first; ids of consents sort by time. */
const idsOf = (records: readonly StoredRecord[]): string[] =>
  records
    .map(({ id }) => id)
    .sort()
    .reverse();

/** What a search must find, and how it is told in a violation. */
interface Expectation {
  readonly name: string;
  readonly parameters: Parameters;
  readonly ids: readonly string[];
}

const checkSearch = async (call: Caller, token: string, { name, parameters, ids }: Expectation): Promise<string[]> => {
  const found: string[] = [];
  let total = 0;
  for (let page = 1; page === 1 || found.length < total; page += 1) {
    const { status, body, text } = await call('searchConsents', { ...parameters, page, perPage }, { token });
    if (status !== 200) return [`a search by ${name} was answered ${status}: ${text}`];
    total = body.totalResults;
    found.push(...body.data.map(({ id }) => id));
    if (body.results === 0) break;
  }
  const wrong: string[] = [];
  if (total !== ids.length) wrong.push(`a search by ${name} counts ${total}, stored are ${ids.length}`);
  if (String(found) !== String(ids)) wrong.push(`a search by ${name} finds other consents than are stored`);
  return wrong;
};

/** Values that one request alone has; their lookups were all compared with the records, so that some are enough. */
const uniqueValues = 40;

/** Holds what searches find and count, by project and by userData values, against what is stored. */
export const checkSearches = async (
  call: Caller,
  { tenant: { accountId, projectUid }, token }: { readonly tenant: Tenant; readonly token: string },
  { records }: Stored,
): Promise<string[]> => {
  const own = records.filter((record) => record.accountId === accountId);
  const values = Map.groupBy(
    own.flatMap((record) => Object.entries(record.userData).map(([key, value]) => ({ record, key, value }))),
    ({ key, value }) => `${key} ${value}`,
  );
  const lists = [...values.values()].sort((one, other) => other.length - one.length);
  const chosen = lists.filter((list, i) => list.length > 3 || i % Math.ceil(lists.length / uniqueValues) === 0);
  const expectations: Expectation[] = [
    { name: 'project', parameters: { projectUid, userData: '' }, ids: idsOf(own) },
    ...chosen.map((list) => ({
      name: list[0]?.key ?? '',
      parameters: { userData: { [list[0]?.key ?? '']: list[0]?.value } },
      ids: idsOf(list.map(({ record }) => record)),
    })),
  ];
  const wrong = await pMap(expectations, (expectation) => checkSearch(call, token, expectation), { concurrency: 8 });
  return wrong.flat();
};

/** What a list must have, and its name in a violation. */
interface ListExpectation {
  readonly name: string;
  readonly parameters: Parameters;
  readonly isIn: (record: StoredRecord) => boolean;
}

const stateOf = ({ revoked }: StoredRecord): string => (revoked === undefined ? 'active' : 'revoked');

const isOf =
  (email: string) =>
  ({ userData }: StoredRecord): boolean =>
    userData.email === email;

const checkList = async (
  call: Caller,
  token: string,
  { name, parameters, isIn }: ListExpectation,
  own: readonly StoredRecord[],
): Promise<string[]> => {
  const found: string[] = [];
  let after: string | null | undefined;
  while (after !== null) {
    const page = { ...parameters, perPage, ...(after !== undefined && { after }) };
    const { status, body, text } = await call('listConsents', page, { token });
    if (status !== 200) return [`a list of ${name} was answered ${status}: ${text}`];
    const { data, next } = v.parse(contract.listConsents.response, body);
    found.push(...data.map(({ id, state }) => `${id} ${state}`));
    after = next;
  }
  const stored = new Map(own.filter(isIn).map((record) => [record.id, record]));
  const expected = idsOf([...stored.values()]).map((id) => `${id} ${stateOf(stored.get(id) as StoredRecord)}`);
  return String(found) === String(expected) ? [] : [`a list of ${name} has other consents than are stored`];
};

/** Holds what lists have, of all, by project, by state and by a value, against what is stored. */
export const checkListings = async (
  call: Caller,
  { tenant: { accountId, projectUid }, token }: { readonly tenant: Tenant; readonly token: string },
  { records }: Stored,
): Promise<string[]> => {
  const own = records.filter((record) => record.accountId === accountId);
  const expectations: ListExpectation[] = [
    { name: 'all', parameters: {}, isIn: () => true },
    ...['active', 'revoked'].map((state) => ({
      name: `those of a project that are ${state}`,
      parameters: { projectUid, state },
      isIn: (record: StoredRecord) => stateOf(record) === state,
    })),
    ...persons.map((email) => ({ name: 'a person', parameters: { userData: { email } }, isIn: isOf(email) })),
  ];
  const wrong = await pMap(expectations, (expectation) => checkList(call, token, expectation, own), {
    concurrency: 3,
  });
  return wrong.flat();
};
