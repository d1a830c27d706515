import { setTimeout as sleep } from 'node:timers/promises';
import type { StoredConsent } from '../consent.ts';
import { parseConsent } from '../consent.ts';
import type { Erasable } from '../erased-form.ts';
import type { ErasureWrites } from '../erasure.ts';
import { eraseButEvidence, eraseWholly } from '../erasure.ts';
import { pickFacets } from '../facets.ts';
import type { ConsentList, Digester } from '../listing.ts';
import { projectList } from '../listing.ts';
import { timesOf } from '../state.ts';
import type { Lineage } from '../../notices/lineage.ts';
import { coverVersions, versionOf } from '../../notices/lineage.ts';
import { countErased } from '../reports/erased-sums.ts';
import type { Item, Table } from '../../store/client.ts';
import { getItem } from '../../store/get.ts';
import { keyOf } from '../../store/keys.ts';
import { nameReason, unavailable } from '../../store/unavailable.ts';
import type { Update } from '../../store/write.ts';
import { commit, transact } from '../../store/write.ts';
import type { Erasure } from './erasures.ts';
import { findSharers, moveProof } from './shared-proof.ts';

/** What erasing needs, besides the consents. */
export interface Erasing {
  readonly table: Table;
  readonly accountId: string;
  /** Digests with the erasure key. */
  readonly digester: Digester;
  readonly lineage: Lineage;
  /** Everything that is to be erased, by consent. */
  readonly planned: ReadonlyMap<string, Erasure>;
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

/** Erases the others that need the proof first, if they are to be erased. One that stays takes the proof. */
const handOverProof = async (erasing: Erasing, consent: StoredConsent): Promise<boolean> => {
  const { table, accountId, planned } = erasing;
  const sharers = await findSharers(table, accountId, consent);
  for (const { id } of sharers) {
    const erasure = planned.get(id);
    if (erasure !== undefined) await eraseConsent(erasing, erasure);
  }
  return moveProof(
    table,
    accountId,
    consent,
    sharers.filter(({ id }) => !planned.has(id)),
  );
};

/**
 * Erases one consent, unless it is erased already. If another write such as a revocation comes in between, it stands,
 * and the consent is read again.
 *
 * @returns whether the consent no longer exists or never did
 * @throws Problem store.unavailable
 */
export const eraseConsent = async (erasing: Erasing, erasure: Erasure): Promise<boolean> => {
  const { table, accountId, onErased } = erasing;
  for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
    const item = await getItem(table, keyOf.consent(accountId, erasure.consentId));
    if (item === undefined) return true;
    const consent = parseConsent(item);
    if (consent.eraseTime !== undefined && erasure.extent === 'evidence') return false;
    if (await handOverProof(erasing, consent)) {
      const { before, together, leaves } = await toWrites(erasing, item, erasure);
      if (before.length > 0) await transact(table, before);
      if ((await commit(table, together)) === undefined) {
        onErased(consent.id, leaves);
        return false;
      }
    }
    await sleep(longestPause * Math.random());
  }
  throw unavailable(nameReason('ErasureConflict'));
};
