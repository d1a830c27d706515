import { limits } from '../api/limits.ts';
import { Problem } from '../api/problem.ts';
import { formatTime } from '../runtime/time.ts';
import type { Given, IdempotentRequest } from '../store/idempotency.ts';
import { writeOnce } from '../store/idempotency.ts';
import { compress, itemSize } from '../store/item.ts';
import { keyOf } from '../store/keys.ts';
import type { ItemsOf } from '../store/read.ts';
import { getItem } from '../store/read.ts';
import type { Item, Table } from '../store/table.ts';
import type { Update } from '../store/write.ts';
import { write } from '../store/write.ts';
import { findReceivedBy } from './arrival.ts';
import type { Observed, RevocationState } from './consent.ts';
import { parseRevocationState, storeObserved } from './consent.ts';
import type { RevokedConsent } from './consent-answer.ts';
import type { Revocation } from './consent-request.ts';
import { oversizedProof, unanswerableProof } from './recording.ts';

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
  const written = await write(table, revokeConsent(accountId, revocation, circumstances));
  const answer = toFirstAnswer(written.done ? written.item : written.existing);
  return { answer, replayed: false, revokes: written.done };
};

/** The keys of the items that `recordRevocation` needs: the consent, if an answer is stored with it under an Idempotency-Key. */
export const revocationKeys = (accountId: string, { id }: Revocation, request: IdempotentRequest | undefined) => ({
  consent: request && keyOf.consent(accountId, id),
});

/**
 * Revokes in one transaction with the answer under an Idempotency-Key. A transaction returns no items, so the consent is
 * read before. A revoked consent stays as it is and is not written again.
 */
const revokeTogether = async (
  table: Table,
  accountId: string,
  revocation: Revocation,
  request: IdempotentRequest,
  item: Item | undefined,
  circumstances: Circumstances,
): Promise<Recorded> => {
  if (item === undefined) throw notFound();
  const { id, versionId, revokeTime } = parseRevocationState(item);
  const answer = toAnswer({ id, versionId }, revokeTime ?? circumstances.now);
  const isRevoked = revokeTime !== undefined;
  const actions = isRevoked ? [] : [revokeConsent(accountId, revocation, circumstances)];
  const outcome = await writeOnce(table, actions, request, { answer, now: circumstances.now });
  if (!('refusals' in outcome)) return { ...outcome, revokes: !outcome.replayed && !isRevoked };
  const current = await getItem(table, keyOf.consent(accountId, id));
  return revokeTogether(table, accountId, revocation, request, current, circumstances);
};

/**
 * Revokes a consent once. A later revocation changes nothing and gets the answer of the first one (docs/contract.md,
 * Revoking).
 *
 * @param circumstances with the items of `revocationKeys`
 * @throws Problem consent.not-found, consent.too-large, idempotency-key.reused, store.unavailable
 */
export const recordRevocation = async (
  table: Table,
  accountId: string,
  revocation: Revocation,
  {
    idempotency,
    items,
    ...circumstances
  }: Circumstances & {
    readonly idempotency: IdempotentRequest | undefined;
    readonly items: ItemsOf<ReturnType<typeof revocationKeys>>;
  },
): Promise<Recorded> => {
  checkProofSize(revocation);
  return idempotency === undefined
    ? revokeNow(table, accountId, revocation, circumstances)
    : revokeTogether(table, accountId, revocation, idempotency, items.consent, circumstances);
};

/** What the service observed of a revocation, and when. */
interface Circumstances {
  readonly observed: Observed;
  readonly now: Date;
}

/**
 * The only change that a consent ever sees. Refused if the consent does not exist or is already revoked.
 *
 * @throws Problem consent.too-large when it does not fit the room that every consent keeps free for it
 */
export const revokeConsent = (
  accountId: string,
  { id, channel, proof }: Revocation,
  { observed, now }: Circumstances,
): Update => {
  const receivedBy = findReceivedBy(channel, proof);
  const attributes = {
    revokeTime: now.toISOString(),
    revokeChannel: channel,
    revokeProof: compress(proof),
    revokeObserved: storeObserved(observed),
    ...(receivedBy !== undefined && { revokeReceivedBy: receivedBy }),
  };
  if (itemSize(attributes) > limits.revocationReserveBytes) throw oversizedProof();
  const members = Object.entries(attributes);
  return {
    update: keyOf.consent(accountId, id),
    expression: `SET ${members.map(([name]) => `${name} = :${name}`).join(', ')}`,
    condition: 'attribute_exists(PK) AND attribute_not_exists(revokeTime)',
    values: Object.fromEntries(members.map(([name, value]) => [`:${name}`, value])),
  };
};

/**
 * Refuses, before compressing it, a proof that would make the record too large for any answer.
 *
 * @throws Problem consent.too-large
 */
export const checkProofSize = ({ proof }: Revocation): void => {
  if (Buffer.byteLength(JSON.stringify(proof)) <= limits.revocationBytes) return;
  throw unanswerableProof();
};
