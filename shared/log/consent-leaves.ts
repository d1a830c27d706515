import { canonicalDigest } from '../canonical-digest.ts';
import type { LoggedConsent, StoredObserved } from '../consents/consent.ts';
import { parseLogged } from '../consents/consent.ts';
import { tellNaming } from '../notices/naming.ts';
import type { Item } from '../store/client.ts';
import { unpack } from '../store/compression.ts';
import { saltOf, toLeaf } from './commitment.ts';
import type { ErasedLeaf, GivenLeaf, RevokedLeaf } from './leaf-statement.ts';
import type { Leaf, LogEvent } from './log-event.ts';

const tellObserved = (observed: StoredObserved | undefined) =>
  observed === undefined
    ? null
    : {
        userId: observed.userId,
        sessionId: observed.sessionId,
        requestId: observed.requestId,
        sourceIp: observed.sourceIp ?? null,
        userAgent: observed.userAgent ?? null,
      };

const tellConsent = (account: string, consent: LoggedConsent) => {
  const { id, projectUid, projectId, pid, versionId, contentHash, byPid, lang, channel, imported } = consent;
  return {
    account,
    consent: id,
    lang,
    channel,
    project: { uid: projectUid, id: projectId },
    notice: { pid, versionId, contentHash },
    noticeNamedBy: tellNaming(byPid),
    imported: imported
      ? { source: imported.source, line: imported.line, time: imported.at.toISOString(), by: imported.by }
      : null,
  };
};

const hashOf = (compressed: Uint8Array): string => canonicalDigest(unpack(compressed).value).toString('hex');

/** The hash of a proof. @throws Error when there is none */
const proofHashOf = (proof: Uint8Array | undefined): string => {
  if (proof === undefined) throw new Error('A consent that was not erased lacks a proof.');
  return hashOf(proof);
};

const tellGiven = (account: string, consent: LoggedConsent): GivenLeaf => {
  if (consent.userData === undefined) throw new Error('A consent that was not erased lacks its userData.');
  return {
    event: consent.imported ? 'consent.imported' : 'consent.recorded',
    ...tellConsent(account, consent),
    time: consent.time.toISOString(),
    ...(consent.receivedBy !== undefined && { receivedBy: consent.receivedBy }),
    proofHash: proofHashOf(consent.proof),
    userDataHash: hashOf(consent.userData),
    observed: tellObserved(consent.observed),
  };
};

const tellRevoked = (account: string, consent: LoggedConsent, time: Date): RevokedLeaf => ({
  event: 'consent.revoked',
  account,
  consent: consent.id,
  time: time.toISOString(),
  channel: consent.revokeChannel ?? null,
  ...(consent.revokeReceivedBy !== undefined && { receivedBy: consent.revokeReceivedBy }),
  proofHash: proofHashOf(consent.revokeProof),
  observed: tellObserved(consent.revokeObserved),
  imported: consent.imported?.withRevocation === true,
});

/** The part of a consent from which its events follow, decompressed or not. */
type Told = Omit<LoggedConsent, 'proof' | 'userData' | 'revokeProof'>;

/** Whether it was revoked before its erasure, which stores a consent in force as revoked. */
const wasRevoked = <Any extends Told>(consent: Any): consent is Any & { readonly revokeTime: Date } =>
  consent.revokeTime !== undefined && consent.revokeTime.getTime() !== consent.eraseTime?.getTime();

const tellErased = (account: string, consent: LoggedConsent, time: Date): ErasedLeaf => ({
  event: 'consent.erased',
  ...tellConsent(account, consent),
  time: time.toISOString(),
  given: consent.time.toISOString(),
  observed: tellObserved(consent.observed),
  revocation: wasRevoked(consent)
    ? {
        time: consent.revokeTime.toISOString(),
        channel: consent.revokeChannel ?? null,
        observed: tellObserved(consent.revokeObserved),
      }
    : null,
});

const toEvent = (account: string, consent: Told, kind: LogEvent['kind'], time: Date): LogEvent => {
  const { id, projectUid, pid, versionId, lang, channel, revokeTime, eraseTime } = consent;
  const revoked = wasRevoked(consent) && kind !== 'recorded' && kind !== 'imported' ? revokeTime?.getTime() : undefined;
  return {
    kind,
    id,
    account,
    time: time.getTime(),
    facets: {
      projectUid,
      pid,
      versionId,
      lang,
      channel,
      given: consent.time.getTime(),
      ...(revoked !== undefined && { revoked }),
      ...(kind === 'removed' && eraseTime !== undefined && { erased: eraseTime.getTime() }),
    },
  };
};

/** The attributes of a consent from which its events follow, with its keys. None says anything about the person. */
export const eventAttributes: readonly string[] = [
  'PK',
  'SK',
  'projectUid',
  'projectId',
  'pid',
  'versionId',
  'contentHash',
  'lang',
  'channel',
  'answerBytes',
  'time',
  'revokeTime',
  'eraseTime',
  'imported',
];

/** The events of a consent with their times. */
export const eventsOf = (account: string, consent: Told): LogEvent[] => {
  const { imported, time, revokeTime, eraseTime } = consent;
  const revokedAt = imported?.withRevocation ? imported.at : revokeTime;
  const tell = (kind: LogEvent['kind'], at: Date): LogEvent => toEvent(account, consent, kind, at);
  return [
    imported ? tell('imported', imported.at) : tell('recorded', time),
    ...(revokedAt !== undefined && wasRevoked(consent) ? [tell('revoked', revokedAt)] : []),
    ...(eraseTime === undefined ? [] : [tell('erased', imported && imported.at > eraseTime ? imported.at : eraseTime)]),
  ];
};

/** Whether everything for a leaf is stored. */
const isTold = (consent: LoggedConsent, { kind }: LogEvent): boolean => {
  if (kind === 'erased') return true;
  if (consent.eraseTime !== undefined) return false;
  return kind === 'revoked'
    ? consent.revokeProof !== undefined
    : consent.userData !== undefined && consent.proof !== undefined;
};

/**
 * The leaves of a stored consent. An erased one only has that of its erasure, because the source of the others is gone.
 *
 * @throws Error when the item is not a consent, or says what no consent can
 */
export const leavesOfConsent = (account: string, item: Item): Leaf[] => {
  const consent = parseLogged(item);
  const salt = saltOf(item);
  const tell = (event: LogEvent) => {
    const { kind } = event;
    if (kind === 'revoked') return tellRevoked(account, consent, consent.revokeTime ?? new Date(event.time));
    if (kind === 'erased') return tellErased(account, consent, consent.eraseTime ?? new Date(event.time));
    return tellGiven(account, consent);
  };
  return eventsOf(account, consent)
    .filter((event) => isTold(consent, event))
    .map((event) => toLeaf(event, salt, tell(event)));
};

/** The leaf of a consent that was erased with everything. @param last as last stored @throws Error for another item */
export const leafOfRemoved = (account: string, last: Item, time: Date): Leaf => {
  const consent = parseLogged(last);
  const event = toEvent(account, consent, 'removed', time);
  return toLeaf(event, saltOf(last), { event: 'consent.removed', account, consent: consent.id });
};
