import { limits } from '../api/limits.ts';
import type { Roster } from '../identity/account.ts';
import type { Lineage } from '../notices/lineage.ts';
import { readVersions, readVersionsAnew } from '../notices/lineage.ts';
import { unknownNotices } from '../notices/notice.ts';
import { memoize } from '../runtime/values.ts';
import { keyOf } from '../store/keys.ts';
import { batchGetNamed } from '../store/read.ts';
import type { Item, Table } from '../store/table.ts';
import { project } from '../store/table.ts';
import type { CheckedPerson, CheckReason, PeopleCheck } from './check-schemas.ts';
import type { CheckedConsent } from './consent.ts';
import { checkedAttributes, openUserData, parseCheckedConsent } from './consent.ts';
import type { ConsentList, Entry } from './lists.ts';
import { hasValues, personList, readList } from './lists.ts';
import type { FindableValues } from './person-data.ts';
import { newComparison } from './person-data.ts';
import type { ConsentTimes } from './state.ts';
import { stateAt, timesOf } from './state.ts';

/** Somebody to check, and the list in which their consents are. */
interface Person {
  readonly values: FindableValues;
  readonly list: ConsentList;
}

/** Who is looked for, and where. */
interface Sought {
  /** The different people, by name. */
  readonly people: ReadonlyMap<string, Person>;
  /** Their lists, by name: each once, although several people may be in one. Undefined if too many consents share it. */
  readonly lists: ReadonlyMap<string, readonly Entry[] | undefined>;
}

/** The same text for the same values in any order. */
const namePerson = (values: FindableValues): string =>
  JSON.stringify([...values].sort(([one], [other]) => (one < other ? -1 : 1)));

const nameList = ({ partition, index }: ConsentList): string =>
  `${index?.name} ${typeof partition === 'string' ? partition : partition.toString('base64url')}`;

/** All entries of a list, or undefined if it has more than `most`. */
const readWhole = async (table: Table, list: ConsentList, most: number): Promise<readonly Entry[] | undefined> => {
  const all: Entry[] = [];
  for await (const { entries } of readList(table, list, { limit: most + 1 })) {
    all.push(...entries);
    if (all.length > most) return undefined;
  }
  return all;
};

/** Reads the list of each person, all at the same time. */
const readPeople = async (table: Table, { accountId, request }: Checking): Promise<Sought> => {
  const people = new Map(
    request.people.map((values) => [namePerson(values), { values, list: personList(accountId, values) }]),
  );
  const lists = new Map([...people.values()].map(({ list }) => [nameList(list), list]));
  const pages = await Promise.all(
    [...lists].map(async ([name, list]) => [name, await readWhole(table, list, limits.consentsOfValue)] as const),
  );
  return { people, lists: new Map(pages) };
};

/** What the register says of each person, and counts of the different people. */
export interface Checked {
  readonly data: CheckedPerson[];
  readonly people: number;
  /** People of whom no consent is found. */
  readonly unknown: number;
  /** Of these, people who were looked up by a value that too many consents share. */
  readonly shared: number;
}

interface Checking {
  readonly accountId: string;
  /** What the account has. */
  readonly roster: Roster | undefined;
  readonly request: PeopleCheck;
  readonly now: Date;
}

const isShared = ({ lists }: Sought, { list }: Person): boolean => lists.get(nameList(list)) === undefined;

/** The newest consent of each person that the lists show, by the name of the person. */
const findNewest = ({ accountId, request }: Checking, sought: Sought): ReadonlyMap<string, Entry> =>
  new Map(
    [...sought.people].flatMap(([name, person]) => {
      const entries = sought.lists.get(nameList(person.list));
      const isMatch = hasValues(accountId, person.values);
      const entry = entries?.find((each) => each.facets.pid === request.pid && isMatch(each));
      return entry ? [[name, entry] as const] : [];
    }),
  );

/** Consents as they are now, by id, without their proofs. */
const readCheckedConsents = async (
  table: Table,
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, CheckedConsent>> => {
  const keys = ids.map((id) => keyOf.consent(accountId, id));
  const items = await batchGetNamed(table, keys, project(['PK', 'SK', ...checkedAttributes]));
  const consents = items.filter((item) => item !== undefined).map(parseCheckedConsent);
  return new Map(consents.map((consent) => [consent.id, consent]));
};

/** What was read has happened, even if the clock that wrote its time runs ahead of this one. */
const momentOf = ({ revoked, superseded }: ConsentTimes, now: Date): Date =>
  new Date(Math.max(now.getTime(), revoked?.getTime() ?? 0, superseded?.getTime() ?? 0));

/** Once for each consent: many people of a request may have the same. */
const openOnce = memoize((consent: CheckedConsent) => openUserData(consent).userData);

/** Whether a consent has the values: the short digests of lists can collide. */
const hasAll = (consent: CheckedConsent, values: FindableValues): boolean => newComparison(values)(openOnce(consent));

const reasonOf = (
  consent: CheckedConsent | undefined,
  values: FindableValues,
  lineage: Lineage,
  now: Date,
): CheckReason | null => {
  if (consent === undefined || consent.eraseTime !== undefined || !hasAll(consent, values)) return 'none';
  const version = lineage.get(consent.versionId);
  if (version === undefined) throw new Error('A consent names a version that is not there.');
  const times = timesOf({ given: consent.time, revoked: consent.revokeTime }, version);
  const { state } = stateAt(times, momentOf(times, now)) ?? {};
  if (state === 'active') return null;
  return state === undefined || state === 'erased' ? 'none' : state;
};

/**
 * What the register says of each person: reads their lists, and then the latest consent of each to the notice with strong
 * consistency, so that a withdrawal that was answered before counts. Two round trips.
 *
 * @param head of the notice
 * @throws Problem notice.not-found
 */
export const checkConsents = async (table: Table, checking: Checking, head: Item | undefined): Promise<Checked> => {
  const { accountId, request, now } = checking;
  if (head === undefined) {
    throw unknownNotices({ pids: [request.pid], unknown: [request.pid], isList: false }, checking.roster);
  }
  const [sought, lineage] = await Promise.all([readPeople(table, checking), readVersions(table, accountId, head)]);
  const newest = findNewest(checking, sought);
  const ids = [...newest.values()].map(({ id }) => id);
  const consents = await readCheckedConsents(table, accountId, [...new Set(ids)]);
  const isCovered = [...consents.values()].every(({ versionId }) => lineage.has(versionId));
  const complete = isCovered ? lineage : await readVersionsAnew(table, accountId, request.pid);
  const reasons = new Map(
    [...sought.people].map(([name, { values }]) => {
      const consent = consents.get(newest.get(name)?.id ?? '');
      return [name, reasonOf(consent, values, complete, now)] as const;
    }),
  );
  const data = request.people.map((values) => {
    const reason = reasons.get(namePerson(values));
    if (reason === undefined) throw new Error('A person to check was not looked at.');
    return { allowed: reason === null, reason };
  });
  return {
    data,
    people: reasons.size,
    unknown: [...reasons.values()].filter((reason) => reason === 'none').length,
    shared: [...sought.people.values()].filter((person) => isShared(sought, person)).length,
  };
};
