import pMap from 'p-map';
import { toChunks } from '../../chunks.ts';
import type { Table } from '../../store/client.ts';
import { batchGetNamed } from '../../store/get.ts';
import { keyOf } from '../../store/keys.ts';
import { parseConsent } from '../consent.ts';
import type { FindableValues, UserData } from '../evidence.ts';
import { findableValues } from '../evidence.ts';
import { passesFacets } from '../indexes.ts';
import { identifyingKeys } from '../known-keys.ts';
import { hasValues } from '../listing.ts';
import { openUserData } from '../opened-consent.ts';
import { afterAll, readList } from '../search/list-pages.ts';
import { planLists } from '../search/plan.ts';
import type { ConsentScope } from './consent-filter.ts';
import type { DueReason, DueSince } from './due-reasons.ts';
import { findDueReasons } from './due-reasons.ts';
import type { ListedConsent } from './project-entries.ts';
import { readProject } from './project-entries.ts';

/** A consent whose person must be asked again. */
export interface DueConsent extends ListedConsent {
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

/** Consents whose records are in memory at a time. */
const consentsAtOnce = 100;

/** Searches for a later consent at the same time. */
const searchesAtOnce = 16;

export type DueCandidate = Omit<DueConsent, 'userData'>;

/** The consents of a list that are due, unless they were followed by another consent. */
export const toDueCandidates = (
  page: readonly ListedConsent[],
  { pid, versionId, reason: wanted, horizon }: Pick<DueQuestion, 'pid' | 'versionId' | 'reason' | 'horizon'>,
): DueCandidate[] =>
  page
    .filter(({ facets, version }) => passesFacets({ pid, versionId }, facets) && version.retiredAt === undefined)
    .map((consent) => ({ ...consent, reasons: findDueReasons(consent, horizon) }))
    .filter(({ reasons }) => reasons.some(({ reason }) => (wanted ?? reason) === reason));

/**
 * Reads candidates, and leaves out those that were revoked or erased since, or followed by another consent.
 *
 * @param mostEntries to read for one person; if there are more, no later consent is known
 */
export const readDue = async (
  table: Table,
  accountId: string,
  candidates: readonly DueCandidate[],
  mostEntries = Number.POSITIVE_INFINITY,
): Promise<DueConsent[]> => {
  const keys = candidates.map(({ id }) => keyOf.consent(accountId, id));
  const items = await batchGetNamed(table, keys);
  const read = candidates.flatMap((candidate, i): DueConsent[] => {
    const item = items[i];
    const stored = item && parseConsent(item);
    const isOver = stored === undefined || stored.revoked || stored.eraseTime !== undefined;
    return isOver ? [] : [{ ...candidate, userData: openUserData(stored).userData }];
  });
  const wasFollowed = await pMap(
    read,
    (consent) => hasLaterConsent(table, accountId, consent, findableValues(consent.userData), mostEntries),
    { concurrency: searchesAtOnce },
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
  const { accountId, projectUids, lineage } = question;
  for (const projectUid of projectUids) {
    for await (const page of readProject(table, accountId, projectUid, { lineage, order: 'oldest-first' })) {
      const candidates = toDueCandidates(page, question);
      onRead(page.length - candidates.length);
      for (const batch of toChunks(candidates, consentsAtOnce)) {
        const due = await readDue(table, accountId, batch);
        onRead(batch.length);
        yield due;
      }
    }
  }
}

/** Usually the newest consent of a person is the later one. */
const entriesAtOnce = 100;

const identify = (values: FindableValues): FindableValues => {
  const key = identifyingKeys.find((name) => values.has(name));
  const value = key === undefined ? undefined : values.get(key);
  return key === undefined || value === undefined ? values : new Map([[key, value]]);
};

/**
 * Whether the same person gave a later consent to the same notice in the same project, whatever its state
 * (docs/people.md, Who must be asked again). Without an identifying value, nobody can be recognised.
 *
 * @param values of the consent
 */
const hasLaterConsent = async (
  table: Table,
  accountId: string,
  { id, facets: { pid, projectUid } }: Pick<ListedConsent, 'id' | 'facets'>,
  values: FindableValues,
  mostEntries: number,
): Promise<boolean> => {
  const person = identify(values);
  const [list] = planLists(accountId, { values: person });
  if (list === undefined) return false;
  const isTheirs = hasValues(accountId, person);
  let left = mostEntries;
  for await (const entries of readList(table, list, { above: id, upTo: afterAll }, 'newest-first', {
    limit: entriesAtOnce,
  })) {
    const isLater = entries.some(
      (entry) => entry.facets.pid === pid && entry.facets.projectUid === projectUid && isTheirs(entry),
    );
    if (isLater) return true;
    left -= entries.length;
    if (left <= 0) return false;
  }
  return false;
};
