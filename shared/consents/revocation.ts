import { canonicalDigest } from '../canonical-digest.ts';
import { limits } from '../limits.ts';
import { Problem } from '../problem.ts';
import type { Item, Key, Table } from '../store/client.ts';
import { compress } from '../store/compression.ts';
import { getItem } from '../store/get.ts';
import type { Given, IdempotentRequest } from '../store/idempotency.ts';
import { writeOnce } from '../store/idempotency.ts';
import { itemSize } from '../store/item-size.ts';
import { keyOf } from '../store/keys.ts';
import type { Put, Update } from '../store/write.ts';
import { isNew, write } from '../store/write.ts';
import { formatTime } from '../time.ts';
import { findReceivedBy } from './arrival.ts';
import type { Observed, RevocationState } from './consent.ts';
import { parseRevocationState, storeObserved } from './consent.ts';
import type { RevokedConsent } from './consent-answer.ts';
import type { Revocation } from './consent-request.ts';
import type { Proof } from './evidence.ts';
import { oversizedProof, unanswerableProof } from './too-large.ts';

/** The answer to give. @property revokes whether this call revoked the consent */
interface Recorded extends Given<RevokedConsent> {
  readonly revokes: boolean;
}

const notFound = (): Problem => new Problem('consent.not-found');

const toAnswer = ({ id, versionId }: RevocationState, time: Date): RevokedConsent => ({
  revoked: true,
  consentId: id,
  consentInformationId: versionId,
  time: formatTime(time),
});

const toFirstAnswer = (item: Item | undefined): RevokedConsent => {
  if (item === undefined) throw notFound();
  const consent = parseRevocationState(item);
  if (consent.revokeTime === undefined) throw new Error('A consent that is not revoked refused its revocation.');
  return toAnswer(consent, consent.revokeTime);
};

/** One conditional write. Its refusal shows whether the consent is unknown or already revoked. */
const revokeNow = async (
  table: Table,
  accountId: string,
  revocation: Revocation,
  circumstances: Circumstances,
): Promise<Recorded> => {
  const [update] = revokeConsent(accountId, revocation, circumstances);
  const written = await write(table, update);
  const answer = toFirstAnswer(written.done ? written.item : written.existing);
  return { answer, replayed: false, revokes: written.done };
};

/** Whether only the consent is written: no answer under an Idempotency-Key, and no proof as an item of its own. */
const isOneWrite = ({ proof }: Revocation, request: IdempotentRequest | undefined): boolean =>
  request === undefined && !isLong(proof);

/** The keys of the items that `recordRevocation` needs. */
export const revocationReads = (
  accountId: string,
  revocation: Revocation,
  request: IdempotentRequest | undefined,
): Key[] => (isOneWrite(revocation, request) ? [] : [keyOf.consent(accountId, revocation.id)]);

/**
 * Revokes in one transaction with the other writes. A transaction returns no items, so the consent is read before. A
 * revoked consent stays as it is and is not written again.
 */
const revokeTogether = async (
  table: Table,
  accountId: string,
  revocation: Revocation,
  request: IdempotentRequest | undefined,
  item: Item | undefined,
  circumstances: Circumstances,
): Promise<Recorded> => {
  if (item === undefined) throw notFound();
  const { id, versionId, revokeTime } = parseRevocationState(item);
  const answer = toAnswer({ id, versionId }, revokeTime ?? circumstances.now);
  const isRevoked = revokeTime !== undefined;
  if (isRevoked && request === undefined) return { answer, replayed: false, revokes: false };
  const actions = isRevoked ? [] : revokeConsent(accountId, revocation, circumstances);
  const outcome = await writeOnce(table, actions, request, { answer, now: circumstances.now });
  if (!('refusals' in outcome)) return { ...outcome, revokes: !outcome.replayed && !isRevoked };
  const current = await getItem(table, keyOf.consent(accountId, id));
  return revokeTogether(table, accountId, revocation, request, current, circumstances);
};

/**
 * Revokes a consent once. A later revocation changes nothing and gets the answer of the first one (docs/contract.md,
 * Revoking).
 *
 * @param read the items of `revocationReads`
 * @throws Problem consent.not-found, consent.too-large, idempotency-key.reused, store.unavailable
 */
export const recordRevocation = async (
  table: Table,
  accountId: string,
  revocation: Revocation,
  {
    idempotency,
    items: [item],
    ...circumstances
  }: Circumstances & {
    readonly idempotency: IdempotentRequest | undefined;
    readonly items: readonly (Item | undefined)[];
  },
): Promise<Recorded> => {
  checkProofSize(revocation);
  return isOneWrite(revocation, idempotency)
    ? revokeNow(table, accountId, revocation, circumstances)
    : revokeTogether(table, accountId, revocation, idempotency, item, circumstances);
};

/** What the service observed of a revocation, and when. */
interface Circumstances {
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
  const receivedBy = findReceivedBy(channel, proof);
  const update = {
    update: keyOf.consent(accountId, id),
    expression: `SET revokeTime = :now, revokeChannel = :channel, revokeObserved = :observed, ${
      receivedBy === undefined ? '' : 'revokeReceivedBy = :receivedBy, '
    }${isApart ? 'revokeProofHash = :hash, revokeProofBytes' : 'revokeProof'} = :proof`,
    condition: 'attribute_exists(PK) AND attribute_not_exists(revokeTime)',
    values: {
      ':now': now.toISOString(),
      ':channel': channel,
      ...(receivedBy !== undefined && { ':receivedBy': receivedBy }),
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
