import { canonicalDigest } from '../canonical-digest.ts';
import { limits } from '../limits.ts';
import { compress } from '../store/compression.ts';
import { itemSize } from '../store/item-size.ts';
import { keyOf } from '../store/keys.ts';
import type { Put, Update } from '../store/write.ts';
import { isNew } from '../store/write.ts';
import type { Observed } from './consent.ts';
import { storeObserved } from './consent.ts';
import type { Proof } from './evidence.ts';
import type { Revocation } from './request.ts';
import { oversizedProof, unanswerableProof } from './too-large.ts';

/** What the service observed of a revocation, and when. */
export interface Circumstances {
  readonly observed: Observed;
  readonly now: Date;
}

/**
 * The write of a long proof, in the transaction of the revocation. As an item of its own, it keeps reads of the consent
 * small.
 */
export const putProof = (accountId: string, id: string, compressed: Uint8Array): Put => {
  const put = { ...keyOf.revokeProof(accountId, id), revokeProof: compressed };
  if (itemSize(put) > limits.itemBytes) throw oversizedProof();
  return { put, ...isNew };
};

/** Bytes of a proof as JSON. */
export const bytesOf = (proof: Proof): number => Buffer.byteLength(JSON.stringify(proof));

/** Whether a revocation's proof becomes an item of its own. */
export const isLong = (proof: Proof): boolean => bytesOf(proof) > limits.ownRevocationBytes;

/**
 * The only change that a consent ever sees, and the write of its proof if that is long. Refused if the consent does not
 * exist or is already revoked.
 *
 * @throws Problem consent.too-large
 */
export const revokeConsent = (
  accountId: string,
  { id, channel, proof }: Revocation,
  { observed, now }: Circumstances,
): [Update, ...Put[]] => {
  const compressed = compress(proof);
  const isApart = isLong(proof);
  const update = {
    update: keyOf.consent(accountId, id),
    expression: `SET revokeTime = :now, revokeChannel = :channel, revokeObserved = :observed, ${
      isApart ? 'revokeProofHash = :hash, revokeProofBytes' : 'revokeProof'
    } = :proof`,
    condition: 'attribute_exists(PK) AND attribute_not_exists(revokeTime)',
    values: {
      ':now': now.toISOString(),
      ':channel': channel,
      ':proof': isApart ? bytesOf(proof) : compressed,
      ':observed': storeObserved(observed),
      ...(isApart && { ':hash': canonicalDigest(proof) }),
    },
  };
  return isApart ? [update, putProof(accountId, id, compressed)] : [update];
};

/**
 * Refuses, before compressing it, a proof that would make the record too large for any answer.
 *
 * @throws Problem consent.too-large
 */
export const checkProofSize = ({ proof }: Revocation): void => {
  if (bytesOf(proof) <= limits.revocationBytes) return;
  throw unanswerableProof();
};
