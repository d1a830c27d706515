import type { StoredConsent } from '../consent.ts';
import { consentAttributes, parseConsent } from '../consent.ts';
import type { UserData } from '../evidence.ts';
import type { Entry } from '../listing.ts';
import { openUserData } from '../opened-consent.ts';
import type { ConsentState } from '../state.ts';
import { timesOf } from '../state.ts';
import type { Lineage } from '../../notices/lineage.ts';
import { versionOf } from '../../notices/lineage.ts';
import { newComparison } from '../search/comparison.ts';
import { batchGetNamed } from '../../store/batch-get.ts';
import type { Table } from '../../store/client.ts';
import { project } from '../../store/client.ts';
import { keyOf } from '../../store/keys.ts';
import { tableDefinition } from '../../store/table.ts';
import { formatTime } from '../../time.ts';
import type { ListedConsent, ListedConsents } from './answer.ts';
import { stateFor } from './consent-filter.ts';
import { listBounds } from './list-bounds.ts';

/** Answers do not contain proofs, which may be long. */
const unwanted: readonly string[] = ['proof', 'revokeProof', 'observed', 'revokeObserved'];
const wanted = [
  ...[tableDefinition.partitionKey, tableDefinition.sortKey],
  ...consentAttributes.filter((name) => !unwanted.includes(name)),
];
const projection = project(wanted);

/** What the rows of a list are made from. */
interface Telling {
  readonly values: ReadonlyMap<string, string>;
  readonly state?: ConsentState | undefined;
  readonly perPage: number;
  readonly lineage: Lineage;
  readonly now: Date;
}

const formatIfAny = (time: Date | undefined): string | null => (time === undefined ? null : formatTime(time));

/** The last moment that a time in an answer can express, because its year has four digits. */
const lastWritten = new Date('9999-12-31T23:59:59.999Z');

const formatExpiry = (expires: Date | undefined): string | null =>
  expires === undefined || expires > lastWritten ? null : formatTime(expires);

const toListedConsent = (consent: StoredConsent, userData: UserData, { lineage, now }: Telling): ListedConsent => {
  const version = versionOf(lineage, consent.versionId);
  const times = timesOf({ given: consent.time, revoked: consent.revokeTime, erased: consent.eraseTime }, version);
  const stated = stateFor(times, { now });
  if (stated === undefined) throw new Error('A consent is in no state.');
  return {
    id: consent.id,
    projectUid: consent.projectUid,
    projectId: consent.projectId,
    consentInformationPid: consent.pid,
    consentInformationVersionId: consent.versionId,
    consentInformationVersion: version.version,
    lang: consent.lang,
    channel: consent.channel,
    time: formatTime(consent.time),
    userData,
    imported: consent.imported !== undefined,
    state: stated.state,
    stateTime: formatTime(stated.since),
    revokeTime: formatIfAny(times.revoked),
    expiryTime: formatExpiry(times.expires),
    supersedeTime: formatIfAny(times.superseded),
    eraseTime: formatIfAny(times.erased),
  };
};

/** Thrown when comparing has taken too long. The next call continues there. */
const tooLong = new Error('So many long values take too long to compare.');

/** Returns a function that gives the row of a consent if it matches. @throws tooLong */
const newTeller = (telling: Telling): ((item: Record<string, unknown> | undefined) => ListedConsent | undefined) => {
  const isMatch = newComparison(telling.values, () => tooLong);
  return (item) => {
    if (item === undefined) return undefined;
    const consent = parseConsent(item);
    const { userData } = openUserData(consent);
    const row = isMatch(userData) ? toListedConsent(consent, userData, telling) : undefined;
    return telling.state === undefined || row?.state === telling.state ? row : undefined;
  };
};

/**
 * The rows of candidates, newest first, as they are now, in one round trip. There are fewer if the answer would be too
 * large.
 *
 * @param rest the answer’s `next` if all of them fit
 */
export const tellCandidates = async (
  table: Table,
  accountId: string,
  candidates: readonly Entry[],
  rest: string | null,
  telling: Telling,
): Promise<ListedConsents> => {
  const keys = candidates.map(({ id }) => keyOf.consent(accountId, id));
  const items = await batchGetNamed(table, keys, projection);
  const tell = newTeller(telling);
  const data: ListedConsent[] = [];
  let bytes = 0;
  let told: string | null = null;
  try {
    for (const [i, { id }] of candidates.entries()) {
      const row = tell(items[i]);
      bytes += row === undefined ? 0 : Buffer.byteLength(JSON.stringify(row)) + 1;
      if (row !== undefined && (data.length === telling.perPage || bytes > listBounds.bytes))
        return { data, next: told };
      if (row !== undefined) data.push(row);
      told = id;
    }
  } catch (error) {
    if (error !== tooLong) throw error;
    return { data, next: told };
  }
  return { data, next: rest };
};
