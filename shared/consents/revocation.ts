import { limits } from '../api/limits.ts';
import { Problem } from '../api/problem.ts';
import { journalKnownEnd, journalRevocation, orJournal } from '../log/journal.ts';
import { formatTime } from '../runtime/time.ts';
import { attempt } from '../runtime/values.ts';
import type { Given, IdempotentRequest } from '../store/idempotency.ts';
import { writeOnce } from '../store/idempotency.ts';
import { compress, itemSize } from '../store/item.ts';
import { keyOf } from '../store/keys.ts';
import type { ItemsOf } from '../store/read.ts';
import { getItem } from '../store/read.ts';
import type { Item, Table } from '../store/table.ts';
import type { Put, Update } from '../store/write.ts';
import { transact } from '../store/write.ts';
import { findReceivedBy } from './arrival.ts';
import { parseRevocationState, revocationPaths, withoutRevocation } from './consent.ts';
import type { RevokedConsent } from './consent-answer.ts';
import type { Revocation } from './consent-request.ts';
import type { Observed } from './observed.ts';
import { storeObserved } from './observed.ts';
import { oversizedProof, unanswerableProof } from './recording.ts';

/** The answer to give. @property revokes whether this call revoked the consent */
interface Recorded extends Given<RevokedConsent> {
  readonly revokes: boolean;
}

/** The keys of the items that `recordRevocation` needs. */
export const revocationKeys = (accountId: string, { id }: Revocation) => ({ consent: keyOf.consent(accountId, id) });

/**
 * Revokes a consent once, in one transaction with its entry in the journal, and with the answer under an Idempotency-Key. A
 * later revocation changes nothing of the consent and gets the answer of the first one (docs/api.md, Revoking).
 *
 * @param circumstances with the items of `revocationKeys`, and how the consent is read again; default: whole
 * @throws Problem consent.not-found, consent.too-large, idempotency-key.reused, store.unavailable
 */
export const recordRevocation = async (
  { table, log }: RevocationSite,
  accountId: string,
  revocation: Revocation,
  {
    idempotency,
    items: { consent: item },
    readAgain = () => getItem(table, keyOf.consent(accountId, revocation.id)),
    ...circumstances
  }: Circumstances & {
    readonly idempotency: IdempotentRequest | undefined;
    readonly items: ItemsOf<ReturnType<typeof revocationKeys>>;
    readonly readAgain?: () => Promise<Item | undefined>;
  },
): Promise<Recorded> => {
  checkProofSize(revocation);
  if (item === undefined) throw new Problem('consent.not-found');
  const isRevoked = item.revokeTime !== undefined;
  const actions = isRevoked
    ? journalKnownEnd(log, { account: accountId, id: revocation.id, now: circumstances.now }, item)
    : revokeConsent(log, accountId, revocation, { item, ...circumstances });
  const answer = attempt(() => toAnswer(item, circumstances.now));
  if (answer === undefined) {
    await transact(table, actions);
    throw new Error('A consent cannot be read. The request to revoke it is recorded.');
  }
  const { now } = circumstances;
  const outcome = await orJournal(() => writeOnce(table, actions, idempotency, { answer, now }), {
    log,
    id: revocation.id,
    kind: 'revoked',
    time: now,
  });
  if (!('refusals' in outcome)) return { ...outcome, revokes: !outcome.replayed && !isRevoked };
  return recordRevocation({ table, log }, accountId, revocation, {
    ...circumstances,
    idempotency,
    readAgain,
    items: { consent: await readAgain() },
  });
};

const toAnswer = (item: Item, now: Date): RevokedConsent => {
  const { id, versionId, revokeTime = now } = parseRevocationState(item);
  return { revoked: true, consentId: id, consentInformationId: versionId, time: formatTime(revokeTime) };
};

/** The tables in which a revocation is written. */
interface RevocationSite {
  readonly table: Table;
  /** Undefined where it is not known. */
  readonly log: Table | undefined;
}

/** What the service observed of a revocation, and when. */
interface Circumstances {
  readonly observed: Observed;
  readonly now: Date;
}

/**
 * The only change that a consent ever sees, and its entry in the journal. Refused if the consent does not exist or is
 * already revoked. It takes away what somebody had said of a revocation before, which would count as said now.
 *
 * @param item the consent as it was read
 * @throws Problem consent.too-large when it does not fit the room that every consent keeps free for it
 */
const revokeConsent = (
  log: Table | undefined,
  accountId: string,
  { id, channel, proof }: Revocation,
  { item, observed, now }: Circumstances & { readonly item: Item },
): readonly [Update, ...Put[]] => {
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
  const early = revocationPaths(item).filter((path) => !Object.hasOwn(attributes, path));
  const removal = early.length > 0 ? ` REMOVE ${early.join(', ')}` : '';
  const update = {
    update: keyOf.consent(accountId, id),
    expression: `SET ${members.map(([name]) => `${name} = :${name}`).join(', ')}${removal}`,
    condition: 'attribute_exists(PK) AND attribute_not_exists(revokeTime)',
    values: Object.fromEntries(members.map(([name, value]) => [`:${name}`, value])),
  };
  return [
    update,
    ...journalRevocation(log, { account: accountId, id, now }, { ...withoutRevocation(item), ...attributes }),
  ];
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
