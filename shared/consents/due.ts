import pMap from 'p-map';
import { dueBounds, limits, listBounds } from '../api/limits.ts';
import type { Lineage } from '../notices/lineage.ts';
import { atOnce } from '../runtime/retry.ts';
import { dayMilliseconds } from '../runtime/time.ts';
import { toChunks } from '../runtime/values.ts';
import { normaliseValue } from '../schema/matching.ts';
import { keyOf } from '../store/keys.ts';
import { batchGetNamed } from '../store/read.ts';
import type { Table } from '../store/table.ts';
import { openUserData, parseConsent } from './consent.ts';
import type { DueConsents } from './due-answer.ts';
import type { DueReason, DueSince } from './due-reasons.ts';
import { dueSince, findDueReasons } from './due-reasons.ts';
import type { DueConsentsRequest } from './due-request.ts';
import { passesFacets } from './facets.ts';
import type { BegunListing, ListQuestion } from './list.ts';
import { beginListing, fitRows, openListing, pickEntries } from './list.ts';
import type { ConsentListRequest } from './list-request.ts';
import type { ConsentEntry, ConsentScope, Entry } from './lists.ts';
import { afterAll, hasValues, planLists, readList, readProjects, toListed } from './lists.ts';
import type { FindableValues, UserData } from './person-data.ts';
import { findableValues, findText, identifyingKeys } from './person-data.ts';

/** A consent whose person must be asked again. */
export interface DueConsent extends ConsentEntry {
  readonly userData: UserData;
  /** At least one. */
  readonly reasons: readonly DueSince[];
}

/** The consents to check. */
export interface DueQuestion extends ConsentScope {
  /** A reason that they must have. Default: any. */
  readonly reason?: DueReason | undefined;
  /** Consents that expire until then are due. */
  readonly horizon: Date;
}

type DueCandidate = Omit<DueConsent, 'userData'>;

/** The consents of a list that are due, unless they were followed by another consent. */
const toDueCandidates = (
  page: readonly ConsentEntry[],
  { pid, versionId, reason: wanted, horizon }: Pick<DueQuestion, 'pid' | 'versionId' | 'reason' | 'horizon'>,
): DueCandidate[] =>
  page
    .filter(({ facets, version }) => passesFacets({ pid, versionId }, facets) && version.retiredAt === undefined)
    .map((consent) => ({ ...consent, reasons: findDueReasons(consent, horizon) }))
    .filter(({ reasons }) => reasons.some(({ reason }) => (wanted ?? reason) === reason));

/**
 * Reads candidates, and leaves out those that were revoked or erased since, or followed by another consent.
 *
 * @param most entries to read for one person; if there are more, no later consent is known. And characters to normalise of
 *   people without an identifying value; of the others no later consent is known
 */
const readDue = async (
  table: Table,
  accountId: string,
  candidates: readonly DueCandidate[],
  most = { entriesOfPerson: Number.POSITIVE_INFINITY, charactersOfNames: Number.POSITIVE_INFINITY },
): Promise<DueConsent[]> => {
  const keys = candidates.map(({ id }) => keyOf.consent(accountId, id));
  const items = await batchGetNamed(table, keys);
  const read = candidates.flatMap((candidate, i): DueConsent[] => {
    const item = items[i];
    const stored = item && parseConsent(item);
    const isOver = stored === undefined || stored.revoked || stored.eraseTime !== undefined;
    return isOver ? [] : [{ ...candidate, userData: openUserData(stored).userData }];
  });
  const identify = newRecognition(most.charactersOfNames);
  const wasFollowed = await pMap(
    read,
    (consent) => hasLaterConsent(table, accountId, consent, identify(consent.userData), most.entriesOfPerson),
    atOnce,
  );
  return read.filter((_, i) => wasFollowed[i] === false);
};

/**
 * The consents whose people must be asked again, project by project, the oldest first, page by page. A page may be
 * empty. The lists of projects give the candidates. Only their records are read, a hundred at a time.
 *
 * @param onRead called with the number of consents in each batch
 */
export async function* readDueConsents(
  table: Table,
  question: DueQuestion,
  onRead: (consents: number) => void = () => {},
): AsyncGenerator<readonly DueConsent[]> {
  for await (const page of readProjects(table, question, { order: 'oldest-first' })) {
    const candidates = toDueCandidates(page, question);
    onRead(page.length - candidates.length);
    for (const batch of toChunks(candidates, limits.batchGetKeys)) {
      const due = await readDue(table, question.accountId, batch);
      onRead(batch.length);
      yield due;
    }
  }
}

/** Usually the newest consent of a person is the later one. */
const entriesAtOnce = 100;

/** By which values people are recognised: the first identifying one, or else all, as long as there are characters left. */
const newRecognition = (characters: number): ((userData: UserData) => FindableValues) => {
  let left = characters;
  return (userData) => {
    for (const key of identifyingKeys) {
      const value = normaliseValue(key, findText(userData, key) ?? '');
      if (value !== '') return new Map([[key, value]]);
    }
    if (left <= 0) return new Map();
    const values = findableValues(userData);
    for (const value of values.values()) left -= value.length;
    return values;
  };
};

/**
 * Whether the same person gave a later consent to the same notice in the same project, whatever its state
 * (docs/officers.md, Who must be asked again). Without an identifying value, nobody can be recognised.
 *
 * @param person the values by which the person is recognised
 */
const hasLaterConsent = async (
  table: Table,
  accountId: string,
  { id, facets: { pid, projectUid } }: Pick<ConsentEntry, 'id' | 'facets'>,
  person: FindableValues,
  mostEntries: number,
): Promise<boolean> => {
  const [list] = planLists(accountId, { values: person });
  if (list === undefined) return false;
  const isTheirs = hasValues(accountId, person);
  let left = mostEntries;
  const range = { above: id, upTo: afterAll };
  for await (const { entries } of readList(table, list, { range, limit: entriesAtOnce })) {
    const isLater = entries.some(
      (entry) => entry.facets.pid === pid && entry.facets.projectUid === projectUid && isTheirs(entry),
    );
    if (isLater) return true;
    left -= entries.length;
    if (left <= 0) return false;
  }
  return false;
};

/** The list of candidates: all consents of the project, or of all projects. */
const toListRequest = ({ projectUid, consentInformationPid, after }: DueConsentsRequest): ConsentListRequest => ({
  projectUid,
  consentInformationPid,
  after,
  period: { from: undefined, before: undefined },
  perPage: listBounds.perPage,
  values: new Map(),
});

/** Begins the list of candidates while the caller is checked. */
export const beginDue = (table: Table, accountId: string, request: DueConsentsRequest): Promise<BegunListing> =>
  beginListing(table, accountId, toListRequest(request));

const toEntry = (consent: DueConsent): DueConsents['data'][number] => ({
  id: consent.id,
  projectUid: consent.facets.projectUid,
  consentInformationPid: consent.facets.pid,
  consentInformationVersionId: consent.facets.versionId,
  consentInformationVersion: consent.version.version,
  lang: consent.facets.lang,
  channel: consent.facets.channel,
  time: consent.times.given.toISOString(),
  userData: consent.userData,
  reasons: consent.reasons.map(({ reason, since }) => ({ reason, since: since.toISOString() })),
  due: dueSince(consent).toISOString(),
});

/**
 * A page of the consents whose people must be asked again, newest first, by the rules of `readDueConsents`. One call
 * reads a bounded part of the register; the next one continues after the last consent that was checked.
 *
 * @throws Problem parameters.invalid, store.unavailable
 */
export const answerDue = async (
  table: Table,
  { accountId, request, now }: ListQuestion<DueConsentsRequest>,
  begun: BegunListing,
): Promise<DueConsents> => {
  const { consentInformationPid: pid, reason, days } = request;
  const question = { pid, reason, horizon: new Date(now.getTime() + days * dayMilliseconds) };
  const toCandidates = (entry: Entry, lineage: Lineage) => toDueCandidates([toListed(entry, lineage)], question);
  const listing = await openListing(table, accountId, toListRequest(request), begun);
  const { picked, next } = await pickEntries(listing, {
    most: request.perPage,
    isWanted: (entry, lineage) => toCandidates(entry, lineage).length > 0,
    needsLineage: true,
  });
  const lineage = await listing.cover(picked.map(({ facets }) => facets.versionId));
  const candidates = picked.flatMap((entry) => toCandidates(entry, lineage));
  const due = await readDue(table, accountId, candidates, dueBounds);
  const looked = due.map((consent) => ({ id: consent.id, row: toEntry(consent) }));
  return fitRows(looked, { most: request.perPage, rest: next });
};
