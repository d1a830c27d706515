import pMap from 'p-map';
import * as v from 'valibot';
import { contract } from '../../../shared/contract.ts';
import type { Caller } from '../../../test/support/caller.ts';
import type { Parameters } from '../../../test/support/encode.ts';
import { persons } from './reading.ts';
import { idsOf } from './searches.ts';
import type { Stored, StoredRecord } from './stored.ts';
import type { Tenant } from './tenants.ts';

/** What a list must have, and its name in a violation. */
interface Expectation {
  readonly name: string;
  readonly parameters: Parameters;
  readonly isIn: (record: StoredRecord) => boolean;
}

const perPage = 50;

const stateOf = ({ revoked }: StoredRecord): string => (revoked === undefined ? 'active' : 'revoked');

const isOf =
  (email: string) =>
  ({ userData }: StoredRecord): boolean =>
    userData.email === email;

const checkList = async (
  call: Caller,
  token: string,
  { name, parameters, isIn }: Expectation,
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
  const expectations: Expectation[] = [
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
