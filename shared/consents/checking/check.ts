import { limits } from '../../limits.ts';
import type { NoticeLineage } from '../../notices/known-lineage.ts';
import { findKnown, isUpToDate, readVersions } from '../../notices/known-lineage.ts';
import { unknownNotices } from '../../notices/reference.ts';
import type { Item, Table } from '../../store/client.ts';
import { project } from '../../store/client.ts';
import { batchGetNamed } from '../../store/get.ts';
import { keyOf } from '../../store/keys.ts';
import type { JudgedConsent } from '../consent.ts';
import { judgedAttributes, parseJudged } from '../consent.ts';
import type { FindableValues } from '../evidence.ts';
import type { ConsentList, Entry } from '../listing.ts';
import { hasValues } from '../listing.ts';
import { openUserData } from '../opened-consent.ts';
import type { Charge } from '../search/budget.ts';
import { checks, refuseIfUsedUp } from '../search/budget.ts';
import type { Newest } from '../search/list-pages.ts';
import { readWhole, unitsOf } from '../search/list-pages.ts';
import { newComparison, planLists } from '../search/plan.ts';
import type { ConsentTimes } from '../state.ts';
import { stateAt, timesOf } from '../state.ts';
import type { CheckedPerson, CheckReason } from './check-answer.ts';
import type { PeopleCheck } from './check-request.ts';

/** Somebody to check, and the list in which their consents are. */
interface Person {
  readonly values: FindableValues;
  readonly list: ConsentList;
}

/** What the first round reads. */
export interface BegunCheck {
  /** The different people, by name. */
  readonly people: ReadonlyMap<string, Person>;
  /** Their lists, by name: each once, although several people may be in one. */
  readonly lists: ReadonlyMap<string, Newest>;
  /** What the container knew of the notice, or what was read of it. */
  readonly known: NoticeLineage | undefined;
  readonly read: NoticeLineage | undefined;
}

/** The same text for the same values in any order. */
const namePerson = (values: FindableValues): string =>
  JSON.stringify([...values].sort(([one], [other]) => (one < other ? -1 : 1)));

const nameList = ({ partition, index }: ConsentList): string =>
  `${index?.name} ${typeof partition === 'string' ? partition : partition.toString('base64url')}`;

/** A person, and of the lists that have all of their consents the one that is probably shortest. */
const toPerson = (accountId: string, values: FindableValues): Person => {
  const [list] = planLists(accountId, { values, projectUid: undefined });
  if (list === undefined) throw new Error('A person to check has no values.');
  return { values, list };
};

/** Read units of a query at least. */
const queryUnits = 0.5;

/**
 * Begins a check while the caller is checked: a query for the list of each person, all at the same time, and one for the
 * versions of the notice if this container does not know them.
 *
 * @throws Problem check.throttled
 */
export const beginCheck = async (
  table: Table,
  accountId: string,
  { pid, people: given }: PeopleCheck,
  now: Date,
): Promise<BegunCheck> => {
  const people = new Map(given.map((values) => [namePerson(values), toPerson(accountId, values)]));
  const lists = new Map([...people.values()].map(({ list }) => [nameList(list), list]));
  refuseIfUsedUp(checks, accountId, lists.size * queryUnits, now);
  const known = findKnown(accountId, pid);
  const [pages, read] = await Promise.all([
    Promise.all(
      [...lists].map(async ([name, list]) => [name, await readWhole(table, list, limits.consentsOfValue)] as const),
    ),
    known ? undefined : readVersions(table, accountId, pid),
  ]);
  return { people, lists: new Map(pages), known, read };
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
  readonly request: PeopleCheck;
  readonly charge: Charge;
  readonly now: Date;
}

const isShared = ({ lists }: BegunCheck, { list }: Person): boolean => lists.get(nameList(list))?.isWhole === false;

/** The newest consent of each person that the lists show, by the name of the person. */
const findNewest = ({ accountId, request }: Checking, begun: BegunCheck): ReadonlyMap<string, Entry> =>
  new Map(
    [...begun.people].flatMap(([name, person]) => {
      if (isShared(begun, person)) return [];
      const { entries = [] } = begun.lists.get(nameList(person.list)) ?? {};
      const isMatch = hasValues(accountId, person.values);
      const entry = entries.find((each) => each.facets.pid === request.pid && isMatch(each));
      return entry ? [[name, entry] as const] : [];
    }),
  );

/** Consents as they are now, by id, without their proofs. */
const readJudged = async (
  table: Table,
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, JudgedConsent>> => {
  const keys = ids.map((id) => keyOf.consent(accountId, id));
  const items = await batchGetNamed(table, keys, project(['PK', 'SK', ...judgedAttributes]));
  const consents = items.filter((item) => item !== undefined).map(parseJudged);
  return new Map(consents.map((consent) => [consent.id, consent]));
};

/** Read units of the lists and the versions, and of the consents that were found in the lists. */
const sumUnits = ({ lists, read }: BegunCheck, found: readonly Entry[]) => ({
  first: [...lists.values()].reduce(
    (sum, { entries }) => sum + Math.max(queryUnits, unitsOf(entries)),
    read?.units ?? 0,
  ),
  second: found.reduce((sum, { storedBytes }) => sum + Math.ceil(storedBytes / limits.readUnitBytes), 0),
});

/** Read units of consents from which they are charged before they are read. The usual ones are charged meanwhile. */
const costly = 3 * limits.people;

/** What was read has happened, even if the clock that wrote its time runs ahead of this one. */
const momentOf = ({ revoked, superseded }: ConsentTimes, now: Date): Date =>
  new Date(Math.max(now.getTime(), revoked?.getTime() ?? 0, superseded?.getTime() ?? 0));

const tooLong = (): Error => new Error('A consent has more values than one may have.');

/** Whether a consent has the values: the short digests of lists can collide. */
const hasAll = (consent: JudgedConsent, values: FindableValues): boolean =>
  newComparison(values, tooLong)(openUserData(consent).userData);

const reasonOf = (
  consent: JudgedConsent | undefined,
  values: FindableValues,
  { versions }: NoticeLineage,
  now: Date,
): CheckReason | null => {
  if (consent === undefined || consent.eraseTime !== undefined || !hasAll(consent, values)) return 'none';
  const version = versions.get(consent.versionId);
  if (version === undefined) throw new Error('A consent names a version that is not there.');
  const times = timesOf({ given: consent.time, revoked: consent.revokeTime }, version);
  const { state } = stateAt(times, momentOf(times, now)) ?? {};
  if (state === 'active') return null;
  return state === undefined || state === 'erased' ? 'none' : state;
};

/**
 * Ends a check: reads the latest consent of each person to the notice with strong consistency, in one round trip, so that
 * a withdrawal that was answered before counts.
 *
 * @param items the head of the notice, if the container knew its versions
 * @throws Problem notice.not-found, check.throttled
 */
export const endCheck = async (
  table: Table,
  checking: Checking,
  begun: BegunCheck,
  [head]: readonly (Item | undefined)[],
): Promise<Checked> => {
  const { accountId, request, charge, now } = checking;
  const newest = findNewest(checking, begun);
  const entries = [...new Map([...newest.values()].map((entry) => [entry.id, entry])).values()];
  const units = sumUnits(begun, entries);
  if (begun.known ? head === undefined : begun.read?.current === undefined) {
    await charge(units.first);
    throw unknownNotices([request.pid], [request.pid], false);
  }
  refuseIfUsedUp(checks, accountId, units.first + units.second, now);
  const charged = charge(units.first + units.second);
  if (units.second > costly) await charged;
  const readAnew = () => readVersions(table, accountId, request.pid);
  const isKnown = begun.known && head && isUpToDate(begun.known, head);
  const [consents, lineage] = await Promise.all([
    readJudged(
      table,
      accountId,
      entries.map(({ id }) => id),
    ),
    begun.read ?? (isKnown ? begun.known : readAnew()),
    charged,
  ]);
  const isCovered = [...consents.values()].every(({ versionId }) => lineage.versions.has(versionId));
  const complete = isCovered ? lineage : await readAnew();
  const reasons = new Map(
    [...begun.people].map(([name, { values }]) => {
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
    shared: [...begun.people.values()].filter((person) => isShared(begun, person)).length,
  };
};
