import { compress } from '../compression.ts';
import { limits } from '../limits.ts';
import { Problem } from '../problem.ts';
import type { RevokedConsent } from '../schema/consent-record.ts';
import type { Revocation } from '../schema/consent-request.ts';
import type { Proof } from '../schema/evidence.ts';
import { formatTime } from '../time.ts';
import type { Item, Key, Table } from './client.ts';
import type { Observed, RevocationState } from './consent.ts';
import { consentKey, parseRevocationState, revokeProofKey, storeObserved } from './consent.ts';
import { getItem } from './get.ts';
import type { IdempotentRequest } from './idempotency.ts';
import { writeOnce } from './idempotency.ts';
import { itemSize } from './item-size.ts';
import type { Put, Update } from './write.ts';
import { isNew, write } from './write.ts';

interface Circumstances {
  readonly observed: Observed;
  readonly now: Date;
}

/** The answer to give. @property replayed whether it is one that was given before */
interface Recorded {
  readonly answer: RevokedConsent;
  readonly replayed: boolean;
}

const tooLarge = (): Problem =>
  new Problem('consent.too-large', 'The proof does not fit an item of 400 KB, compressed; shorten it.');

/** The write of a long proof, for the transaction of the revocation: what is read with a consent stays bounded so. */
const putProof = (accountId: string, id: string, compressed: Uint8Array): Put => {
  const put = { ...revokeProofKey(accountId, id), revokeProof: compressed };
  if (itemSize(put) > limits.itemBytes) throw tooLarge();
  return { put, ...isNew };
};

const bytesOf = (proof: Proof): number => Buffer.byteLength(JSON.stringify(proof));

const isLong = (proof: Proof): boolean => bytesOf(proof) > limits.ownRevocationBytes;

/** The one change a consent ever sees; refused when there is no such consent or it is revoked already. */
const revokeConsent = (
  accountId: string,
  { id, channel, proof }: Revocation,
  { observed, now }: Circumstances,
): [Update, ...Put[]] => {
  const compressed = compress(proof);
  const isApart = isLong(proof);
  const update = {
    update: consentKey(accountId, id),
    expression: `SET revokeTime = :now, revokeChannel = :channel, revokeObserved = :observed, ${
      isApart ? 'revokeProofBytes' : 'revokeProof'
    } = :proof`,
    condition: 'attribute_exists(PK) AND attribute_not_exists(revokeTime)',
    values: {
      ':now': now.toISOString(),
      ':channel': channel,
      ':proof': isApart ? bytesOf(proof) : compressed,
      ':observed': storeObserved(observed),
    },
  };
  return isApart ? [update, putProof(accountId, id, compressed)] : [update];
};

const notFound = (): Problem => new Problem('consent.not-found', 'The account has no consent with this id.');

/** Refuses, before it is compressed, a proof with which no answer could hold the record. @throws Problem consent.too-large */
const checkProofSize = ({ proof }: Revocation): void => {
  if (bytesOf(proof) <= limits.revocationBytes) return;
  throw new Problem(
    'consent.too-large',
    `The proof has more than ${limits.revocationBytes} bytes as JSON, where a control character has six; shorten it.`,
  );
};

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

/** One conditional write, whose refusal tells an unknown consent from one revoked before. */
const revokeNow = async (
  table: Table,
  accountId: string,
  revocation: Revocation,
  circumstances: Circumstances,
): Promise<Recorded> => {
  const [update] = revokeConsent(accountId, revocation, circumstances);
  const written = await write(table, update);
  return { answer: toFirstAnswer(written.done ? written.item : written.existing), replayed: !written.done };
};

/** Whether more is written than the consent: an answer under an Idempotency-Key, or a proof that is an item of its own. */
const isOneWrite = ({ proof }: Revocation, request: IdempotentRequest | undefined): boolean =>
  request === undefined && !isLong(proof);

/** What `recordRevocation` needs to have read. */
export const revocationReads = (
  accountId: string,
  revocation: Revocation,
  request: IdempotentRequest | undefined,
): Key[] => (isOneWrite(revocation, request) ? [] : [consentKey(accountId, revocation.id)]);

/** With what else is written in one transaction, which returns no items: the consent is read before. */
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
  const isRevoked = revokeTime !== undefined;
  const actions = isRevoked
    ? [{ check: consentKey(accountId, id), condition: 'attribute_exists(revokeTime)' }]
    : revokeConsent(accountId, revocation, circumstances);
  const answer = toAnswer({ id, versionId }, revokeTime ?? circumstances.now);
  const outcome = await writeOnce(table, actions, request, { answer, now: circumstances.now });
  if (!('refusals' in outcome)) return { answer: outcome.answer, replayed: outcome.replayed || isRevoked };
  const current = await getItem(table, consentKey(accountId, id));
  return revokeTogether(table, accountId, revocation, request, current, circumstances);
};

/**
 * Revokes a consent, once: a later revocation changes nothing and gets the first one's answer (open point 15).
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
