import { limits } from '../../limits.ts';
import type { NoticeLineage } from '../../notices/known-lineage.ts';
import { findKnown, isUpToDate, readVersions } from '../../notices/known-lineage.ts';
import { unknownNotices } from '../../notices/reference.ts';
import { invalidParameters } from '../../problem.ts';
import type { Item, Table } from '../../store/client.ts';
import { project } from '../../store/client.ts';
import { batchGetNamed } from '../../store/get.ts';
import { keyOf } from '../../store/keys.ts';
import type { JudgedConsent } from '../consent.ts';
import { judgedAttributes, parseJudged } from '../consent.ts';
import type { FindableValues } from '../evidence.ts';
import type { Entry } from '../listing.ts';
import { hasValues } from '../listing.ts';
import { openUserData } from '../opened-consent.ts';
import type { Charge } from '../search/budget.ts';
import { checks, refuseIfUsedUp } from '../search/budget.ts';
import type { Newest } from '../search/list-pages.ts';
import { readWhole, unitsOf } from '../search/list-pages.ts';
import { newComparison, planLists } from '../search/plan.ts';
import { stateAt, timesOf } from '../state.ts';
import type { CheckedPerson, CheckReason } from './check-answer.ts';
import type { PeopleCheck } from './check-request.ts';

/** The list in which a person's consents are, as far as it was read. */
interface Looked {
  readonly values: FindableValues;
  readonly newest: Newest;
}

/** What the first round reads: the list of each person by their values, and the notice unless the container knows it. */
export interface BegunCheck {
  readonly looked: ReadonlyMap<string, Looked>;
  readonly known: NoticeLineage | undefined;
  readonly read: NoticeLineage | undefined;
}

/** The same text for the same values in any order. */
const nameOf = (values: FindableValues): string =>
  JSON.stringify([...values].sort(([one], [other]) => (one < other ? -1 : 1)));

/** Read units of a query at least. */
const queryUnits = 0.5;

/** Reads the list of a person that is probably shortest. */
const lookAt = async (table: Table, accountId: string, values: FindableValues): Promise<Looked> => {
  const [list] = planLists(accountId, { values, projectUid: undefined });
  if (list === undefined) throw new Error('A person to check has no values.');
  return { values, newest: await readWhole(table, list, limits.consentsOfValue) };
};

/**
 * Begins a check while the caller is checked: one query for each different person, all at the same time, and one for the
 * versions of the notice that this container does not know.
 *
 * @throws Problem check.throttled
 */
export const beginCheck = async (
  table: Table,
  accountId: string,
  { pid, people }: PeopleCheck,
  now: Date,
): Promise<BegunCheck> => {
  const distinct = new Map(people.map((values) => [nameOf(values), values]));
  refuseIfUsedUp(checks, accountId, distinct.size * queryUnits, now);
  const known = findKnown(accountId, pid);
  const [looked, read] = await Promise.all([
    Promise.all([...distinct].map(async ([name, values]) => [name, await lookAt(table, accountId, values)] as const)),
    known ? undefined : readVersions(table, accountId, pid),
  ]);
  return { looked: new Map(looked), known, read };
};

/** What the register says of each person, and how many different people it does not know. */
export interface Checked {
  readonly data: CheckedPerson[];
  readonly people: number;
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

/** The newest consent of each person that the lists show, by the name of the person. */
const findNewest = ({ accountId, request }: Checking, { looked }: BegunCheck): ReadonlyMap<string, Entry> =>
  new Map(
    [...looked].flatMap(([name, { values, newest }]) => {
      if (!newest.isWhole) return [];
      const isMatch = hasValues(accountId, values);
      const entry = newest.entries.find((each) => each.facets.pid === request.pid && isMatch(each));
      return entry ? [[name, entry] as const] : [];
    }),
  );

/** Consents as they are now, by id, without their proofs. */
const readJudged = async (
  table: Table,
  accountId: string,
  entries: readonly Entry[],
): Promise<ReadonlyMap<string, JudgedConsent>> => {
  const keys = [...new Set(entries.map(({ id }) => id))].map((id) => keyOf.consent(accountId, id));
  const items = await batchGetNamed(table, keys, project(['PK', 'SK', ...judgedAttributes]));
  const consents = items.filter((item) => item !== undefined).map(parseJudged);
  return new Map(consents.map((consent) => [consent.id, consent]));
};

/** Read units of the lists, and of the consents that were found in them. */
const sumUnits = ({ looked, read }: BegunCheck, found: readonly Entry[]): { lists: number; consents: number } => ({
  lists: [...looked.values()].reduce(
    (sum, { newest }) => sum + Math.max(queryUnits, unitsOf(newest.entries)),
    read?.units ?? 0,
  ),
  consents: found.reduce((sum, { storedBytes }) => sum + Math.ceil(storedBytes / limits.readUnitBytes), 0),
});

/** Read units of consents from which they are charged before they are read. The usual ones are charged meanwhile. */
const costly = 3 * limits.people;

/** A withdrawal that was read has happened, even if the clock that wrote its time runs ahead of this one. */
const momentOf = ({ revokeTime }: JudgedConsent, now: Date): Date =>
  revokeTime !== undefined && revokeTime > now ? revokeTime : now;

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
  const state = stateAt(times, momentOf(consent, now))?.state ?? 'none';
  if (state === 'active') return null;
  return state === 'erased' ? 'none' : state;
};

const tooLong = () =>
  invalidParameters({
    field: 'people',
    code: 'too-many',
    detail: 'Comparing so many long values would take too long. Send fewer people in one request.',
  });

/** The short digests of lists can collide, so the values decide. */
const hasAll = (consent: JudgedConsent, values: FindableValues): boolean =>
  newComparison(values, tooLong)(openUserData(consent).userData);

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
  const units = sumUnits(begun, [...newest.values()]);
  if (begun.known ? head === undefined : begun.read?.current === undefined) {
    await charge(units.lists);
    throw unknownNotices([request.pid], [request.pid], false);
  }
  refuseIfUsedUp(checks, accountId, units.lists + units.consents, now);
  const charged = charge(units.lists + units.consents);
  if (units.consents > costly) await charged;
  const readAnew = () => readVersions(table, accountId, request.pid);
  const [consents, lineage] = await Promise.all([
    readJudged(table, accountId, [...newest.values()]),
    begun.read ?? (begun.known && head && isUpToDate(begun.known, head) ? begun.known : readAnew()),
    charged,
  ]);
  const isCovered = [...consents.values()].every(({ versionId }) => lineage.versions.has(versionId));
  const complete = isCovered ? lineage : await readAnew();
  const reasons = new Map(
    [...begun.looked].map(([name, { values }]) => {
      const consent = consents.get(newest.get(name)?.id ?? '');
      return [name, reasonOf(consent, values, complete, now)] as const;
    }),
  );
  const data = request.people.map((values) => {
    const reason = reasons.get(nameOf(values));
    if (reason === undefined) throw new Error('A person to check was not looked at.');
    return { allowed: reason === null, reason };
  });
  return {
    data,
    people: reasons.size,
    unknown: [...reasons.values()].filter((reason) => reason === 'none').length,
    shared: [...begun.looked.values()].filter(({ newest: { isWhole } }) => !isWhole).length,
  };
};
