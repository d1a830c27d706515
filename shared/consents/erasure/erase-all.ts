import { setTimeout as sleep } from 'node:timers/promises';
import pMap from 'p-map';
import { toChunks } from '../../chunks.ts';
import { keyedDigest } from '../../digest.ts';
import type { Lineage } from '../../notices/lineage.ts';
import { coverVersions, readLineage, versionOf } from '../../notices/lineage.ts';
import type { Item, Table } from '../../store/client.ts';
import { getItem } from '../../store/get.ts';
import { keyOf } from '../../store/keys.ts';
import { nameReason, unavailable } from '../../store/unavailable.ts';
import type { Update } from '../../store/write.ts';
import { commit, transact } from '../../store/write.ts';
import type { StoredConsent } from '../consent.ts';
import { parseConsent } from '../consent.ts';
import type { Erasable, ErasureWrites } from '../erased-form.ts';
import { eraseButEvidence, eraseWholly } from '../erased-form.ts';
import { pickFacets } from '../indexes.ts';
import { isListed } from '../list-reader.ts';
import type { ConsentList, Digester } from '../listing.ts';
import { projectList } from '../listing.ts';
import { countErased } from '../reports/erased-sums.ts';
import { timesOf } from '../state.ts';
import type { Erasure } from './erasures.ts';
import { takeErasureKey } from './erasures.ts';

/** The tables and the account of an erasure. */
export interface ErasureSite {
  readonly table: Table;
  readonly erasures: Table;
  readonly accountId: string;
}

/** The result of an erasure. */
export interface ErasureOutcome {
  /** How many were erased now, and how many earlier. */
  readonly erased: number;
  readonly before: number;
  /** How many do not exist. */
  readonly missing: number;
  /** How many of the erased ones an index still lists. This reveals nothing, and the index follows on its own. */
  readonly listed: number;
}

/** Consents to erase before checking that the indexes have followed, and how many to erase at a time. */
const consentsOfBatch = 1_000;
const consentsAtOnce = 16;

/** Erases listed consents that are not erased yet, and waits until the indexes have followed. */
export const eraseAll = async (
  { table, erasures, accountId }: ErasureSite,
  wanted: readonly Erasure[],
  now: Date,
  onErased: () => void = () => {},
): Promise<ErasureOutcome> => {
  const [key, lineage] = await Promise.all([takeErasureKey(erasures, now), readLineage(table, accountId)]);
  const planned = new Map(wanted.map((erasure) => [erasure.consentId, erasure]));
  const erased = new Set<string>();
  let missing = 0;
  const listed = new Set<string>();
  for (const batch of toChunks([...planned.values()], consentsOfBatch)) {
    const leaving: Leaving[] = [];
    const erasing: Erasing = {
      table,
      accountId,
      digester: keyedDigest(key),
      lineage,
      onErased: (consentId, leaves) => {
        erased.add(consentId);
        leaving.push(...leaves.map((list) => ({ consentId, list })));
        onErased();
      },
    };
    const gone = await pMap(batch, (erasure) => eraseConsent(erasing, erasure), { concurrency: consentsAtOnce });
    missing += gone.filter(Boolean).length;
    for (const { consentId } of await waitToLeave(table, leaving)) listed.add(consentId);
  }
  return { erased: erased.size, missing, before: planned.size - erased.size - missing, listed: listed.size };
};

export const nothingErased: ErasureOutcome = { erased: 0, before: 0, missing: 0, listed: 0 };

export const addOutcomes = (one: ErasureOutcome, other: ErasureOutcome): ErasureOutcome => ({
  erased: one.erased + other.erased,
  before: one.before + other.before,
  missing: one.missing + other.missing,
  listed: one.listed + other.listed,
});

/** A consent, and a list of an index that must not show it any more. */
interface Leaving {
  readonly consentId: string;
  readonly list: ConsentList;
}

const queriesAtOnce = 16;

/** Milliseconds to wait for indexes, and between two checks. */
const patience = 30_000;
const pause = 250;

/** Waits for the indexes to follow, at most half a minute. Returns the lists that have not followed. */
const waitToLeave = async (table: Table, leaving: readonly Leaving[]): Promise<Leaving[]> => {
  const deadline = performance.now() + patience;
  for (let left = [...leaving]; ; await sleep(pause)) {
    const shown = await pMap(left, ({ list, consentId }) => isListed(table, list, consentId), {
      concurrency: queriesAtOnce,
    });
    left = left.filter((_, i) => shown[i]);
    if (left.length === 0 || performance.now() > deadline) return left;
  }
};

/** What erasing needs, besides the consents. */
interface Erasing {
  readonly table: Table;
  readonly accountId: string;
  /** Digests with the erasure key. */
  readonly digester: Digester;
  readonly lineage: Lineage;
  /** Called for each consent erased now, with the lists of indexes that may still show it for a while. */
  readonly onErased: (consentId: string, leaves: readonly ConsentList[]) => void;
}

const mostAttempts = 20;
const longestPause = 200;

const toSum = async ({ table, accountId, lineage }: Erasing, consent: StoredConsent, time: Date): Promise<Update> => {
  const known = await coverVersions(table, accountId, lineage, [consent.versionId]);
  const version = versionOf(known, consent.versionId);
  const { id, time: given, revokeTime: revoked, eraseTime: erased = time } = consent;
  const times = timesOf({ given, revoked, erased }, version);
  return countErased(accountId, { id, facets: pickFacets(consent), version, times }, erased);
};

const toWrites = async (erasing: Erasing, item: Item, { time, extent }: Erasure): Promise<ErasureWrites> => {
  const { accountId, digester } = erasing;
  const erasable: Erasable = { accountId, item, digester };
  if (extent === 'evidence') return eraseButEvidence(erasable, time);
  const consent = parseConsent(item);
  const writes = eraseWholly(erasable, await toSum(erasing, consent, time));
  return { ...writes, leaves: [...writes.leaves, projectList(accountId, consent.projectUid)] };
};

/**
 * Erases one consent, unless it is erased already. If another write such as a revocation comes in between, it stands,
 * and the consent is read again.
 *
 * @returns whether the consent no longer exists or never did
 * @throws Problem store.unavailable
 */
const eraseConsent = async (erasing: Erasing, erasure: Erasure): Promise<boolean> => {
  const { table, accountId, onErased } = erasing;
  for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
    const item = await getItem(table, keyOf.consent(accountId, erasure.consentId));
    if (item === undefined) return true;
    const consent = parseConsent(item);
    if (consent.eraseTime !== undefined && erasure.extent === 'evidence') return false;
    const { before, together, leaves } = await toWrites(erasing, item, erasure);
    if (before.length > 0) await transact(table, before);
    if ((await commit(table, together)) === undefined) {
      onErased(consent.id, leaves);
      return false;
    }
    await sleep(longestPause * Math.random());
  }
  throw unavailable(nameReason('ErasureConflict'));
};
