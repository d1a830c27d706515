import { Problem } from '../problem.ts';
import type { Item, Key, Table } from '../store/client.ts';
import { getItem } from '../store/get.ts';
import type { Given, IdempotentRequest } from '../store/idempotency.ts';
import { writeOnce } from '../store/idempotency.ts';
import { keyOf } from '../store/keys.ts';
import { write } from '../store/write.ts';
import { formatTime } from '../time.ts';
import type { RevokedConsent } from './answer.ts';
import type { RevocationState } from './consent.ts';
import { parseRevocationState } from './consent.ts';
import type { Circumstances } from './new-revocation.ts';
import { checkProofSize, isLong, revokeConsent } from './new-revocation.ts';
import type { Revocation } from './request.ts';

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
