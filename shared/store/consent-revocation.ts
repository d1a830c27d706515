import { compress } from '../compression.ts';
import { limits } from '../limits.ts';
import { Problem } from '../problem.ts';
import type { RevokedConsent } from '../schema/consent-record.ts';
import type { Revocation } from '../schema/consent-request.ts';
import { formatTime } from '../time.ts';
import type { Item, Table } from './client.ts';
import type { Observed, RevocationState } from './consent.ts';
import { consentKey, parseRevocationState } from './consent.ts';
import { getItem } from './get.ts';
import type { IdempotentRequest } from './idempotency.ts';
import { writeOnce } from './idempotency.ts';
import type { Update } from './write.ts';
import { isItemTooLarge, write } from './write.ts';

interface Circumstances {
  readonly observed: Observed;
  readonly now: Date;
}

/** The one change a consent ever sees; refused when there is no such consent or it is revoked already. */
const revokeConsent = (
  accountId: string,
  { id, channel, proof }: Revocation,
  { observed, now }: Circumstances,
): Update => ({
  update: consentKey(accountId, id),
  expression:
    'SET revoked = :true, revokeTime = :now, revokeChannel = :channel, revokeProof = :proof, revokeObserved = :observed',
  condition: 'revoked = :false',
  values: {
    ':true': true,
    ':false': false,
    ':now': now.toISOString(),
    ':channel': channel,
    ':proof': compress(proof),
    ':observed': observed,
  },
});

const notFound = (): Problem => new Problem('consent.not-found', 'The account has no consent with this id.');

/** Refuses, before it is compressed, a proof with which no answer could hold the record. @throws Problem consent.too-large */
const checkProofSize = ({ proof }: Revocation): void => {
  if (Buffer.byteLength(JSON.stringify(proof)) <= limits.revocationBytes) return;
  throw new Problem(
    'consent.too-large',
    `The proof has more than ${limits.revocationBytes} bytes as JSON, where a control character has six; shorten it.`,
  );
};

const tooLarge = (cause: unknown): Problem =>
  new Problem(
    'consent.too-large',
    'The proof does not fit the record of 400 KB together with the consent; shorten it.',
    { cause },
  );

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
const revokeNow = async (table: Table, accountId: string, revocation: Revocation, circumstances: Circumstances) => {
  const written = await write(table, revokeConsent(accountId, revocation, circumstances));
  return { answer: toFirstAnswer(written.done ? written.item : written.existing), replayed: !written.done };
};

/** With the answer in the same transaction, which returns no items: the consent is read before. */
const revokeOnce = async (
  table: Table,
  revocation: Revocation,
  request: IdempotentRequest,
  circumstances: Circumstances,
): Promise<{ answer: RevokedConsent; replayed: boolean }> => {
  const { accountId } = request;
  const item = await getItem(table, consentKey(accountId, revocation.id));
  if (item === undefined) throw notFound();
  const consent = parseRevocationState(item);
  const time = consent.revokeTime ?? circumstances.now;
  const isRevoked = consent.revokeTime !== undefined;
  const action = isRevoked
    ? { check: consentKey(accountId, consent.id), condition: 'revoked = :true', values: { ':true': true } }
    : revokeConsent(accountId, revocation, circumstances);
  const outcome = await writeOnce(table, [action], request, {
    answer: toAnswer(consent, time),
    now: circumstances.now,
  });
  if ('refusals' in outcome) return revokeOnce(table, revocation, request, circumstances);
  return { answer: outcome.answer, replayed: outcome.replayed || isRevoked };
};

/**
 * Revokes a consent, once: a later revocation changes nothing and gets the first one's answer (open point 15).
 *
 * @throws Problem consent.not-found, consent.too-large, idempotency-key.reused, store.unavailable
 */
export const recordRevocation = async (
  table: Table,
  accountId: string,
  revocation: Revocation,
  request: IdempotentRequest | undefined,
  circumstances: Circumstances,
): Promise<{ answer: RevokedConsent; replayed: boolean }> => {
  checkProofSize(revocation);
  try {
    return request === undefined
      ? await revokeNow(table, accountId, revocation, circumstances)
      : await revokeOnce(table, revocation, request, circumstances);
  } catch (error) {
    throw isItemTooLarge(error) ? tooLarge(error) : error;
  }
};
