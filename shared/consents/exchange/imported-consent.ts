import { canonicalDigest } from '../../canonical-digest.ts';
import type { Imported, StoredObserved } from '../consent.ts';
import { storeImported, storeObserved, storeProject, storeVersion } from '../consent.ts';
import { findableValues } from '../evidence.ts';
import { listConsent, listItem, sizeAnswer } from '../new-consent.ts';
import { bytesOf, isLong, putProof } from '../new-revocation.ts';
import { oversizedRecord } from '../too-large.ts';
import { newSalt } from '../../digest.ts';
import { limits } from '../../limits.ts';
import { compress } from '../../store/compression.ts';
import { itemSize } from '../../store/item-size.ts';
import { keyOf } from '../../store/keys.ts';
import type { Put } from '../../store/write.ts';
import { isNew } from '../../store/write.ts';
import type { ConsentLine } from './consent-line.ts';

/** A consent to import: its own write and the others. */
export interface ImportedConsent {
  readonly put: Put;
  /** Lookups, and the proof of its revocation if that is long. */
  readonly more: readonly Put[];
}

const storeSeen = (seen: ConsentLine['observed']): StoredObserved | undefined => {
  if (seen === null) return undefined;
  const { userId, sessionId, sourceIp, userAgent, requestId } = seen;
  return {
    ...{ userId, sessionId, requestId },
    ...(sourceIp !== null && { sourceIp }),
    ...(userAgent !== null && { userAgent }),
  };
};

/** What an erasure removes (docs/contract.md, Erased consents). */
const toPersonal = (line: ConsentLine, isProofKept: boolean) => {
  if (line.eraseTime !== null) return { eraseTime: line.eraseTime, salt: newSalt() };
  const kept =
    isProofKept && line.proofId !== null
      ? { proofId: line.proofId, proofHash: canonicalDigest(line.proof) }
      : { proof: compress(line.proof) };
  return { ...kept, userData: compress(line.userData), salt: newSalt() };
};

const toRevocation = ({ revokeTime, revokeChannel, revokeProof, revokeObserved, eraseTime }: ConsentLine) => {
  const observed = storeSeen(revokeObserved);
  const proof = eraseTime === null && revokeProof !== null ? revokeProof : undefined;
  return {
    ...(revokeTime !== null && { revokeTime }),
    ...(revokeChannel !== null && { revokeChannel }),
    ...(proof &&
      (isLong(proof)
        ? { revokeProofBytes: bytesOf(proof), revokeProofHash: canonicalDigest(proof) }
        : { revokeProof: compress(proof) })),
    ...(observed && { revokeObserved: storeObserved(observed) }),
  };
};

/**
 * Refuses what `add` would refuse. An imported revocation may use the room reserved for one.
 *
 * @throws Problem consent.too-large
 */
const checkSize = (recorded: object): void => {
  if (itemSize({ ...recorded }) > limits.itemBytes - limits.revocationReserveBytes) throw oversizedRecord();
};

const noProofs: readonly Put[] = [];

/**
 * The writes of an imported consent: those of a new one, with the id and the times of the line.
 *
 * @param line of a project and a version that the account has
 * @param isProofKept whether the consent in `proofId` exists and has this proof
 * @throws Problem consent.too-large
 */
export const importConsent = (
  accountId: string,
  line: ConsentLine,
  imported: Imported,
  isProofKept: boolean,
): ImportedConsent => {
  const { id, projectUid, projectId, lang, channel, time, proof, userData, revokeProof } = line;
  const version = {
    pid: line.consentInformationPid,
    versionId: line.consentInformationVersionId,
    contentHash: line.contentHash,
  };
  const listing = listConsent(accountId, projectUid, findableValues(userData));
  const observed = storeSeen(line.observed);
  const recorded = {
    ...keyOf.consent(accountId, id),
    ...listing.indexKeys,
    ...storeProject({ uid: projectUid, id: projectId }),
    ...{ lang, channel, time },
    ...(line.noticeNamedBy !== null && { byPid: line.noticeNamedBy === 'pid' }),
    ...storeVersion(version),
    ...toPersonal(line, isProofKept),
    ...(observed && { observed: storeObserved(observed) }),
    ...(listing.valueDigests.length > 0 && { valueDigests: listing.valueDigests }),
    answerBytes: sizeAnswer({ projectUid, lang, channel, proof, userData }, projectId, version, new Date(time)),
  };
  checkSize(recorded);
  const content = { ...recorded, ...toRevocation(line), imported: storeImported(imported) };
  const { item, lookups } = listItem(content, listing);
  const isApart = 'revokeProofBytes' in content && revokeProof !== null;
  const proofs = isApart ? [putProof(accountId, id, compress(revokeProof))] : noProofs;
  return { put: { put: item, ...isNew }, more: [...lookups, ...proofs] };
};
