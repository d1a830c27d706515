import pMap from 'p-map';
import type { Caller } from '../../../test/support/caller.ts';
import type { Parameters } from '../../../test/support/encode.ts';
import type { Stored, StoredRecord } from './stored.ts';
import type { Tenant } from './tenants.ts';

const perPage = 50;

/** Newest first; ids of consents sort by time. */
export const idsOf = (records: readonly StoredRecord[]): string[] =>
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
