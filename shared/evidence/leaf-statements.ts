import { hashCanonical } from '../canonical-hash.ts';
import { findReceivedBy } from '../consents/arrival.ts';
import type { ErasedLeaf, GivenLeaf, LeafStatement, PublishedLeaf, RevokedLeaf } from '../log/leaf-statement.ts';
import { remember } from '../remember.ts';
import type { ConsentEvent, NamedLeaf } from './log-schema.ts';
import type { ImportStatement, ObservedStatement, Statement, VersionStatement } from './statement-schema.ts';

/** What another register observed, from an import. */
type ObservedElsewhere = ImportStatement['observed'];

const tellHere = (observed: ObservedStatement | null) => {
  if (observed === null) return null;
  const { user, sessionId, requestId, sourceIp, userAgent } = observed;
  return { userId: user.id, sessionId, requestId, sourceIp, userAgent };
};

const tellElsewhere = (observed: ObservedElsewhere) => {
  if (observed === null) return null;
  const { userId, sessionId, requestId, sourceIp, userAgent } = observed;
  return { userId, sessionId, requestId, sourceIp, userAgent };
};

const tellObserved = ({ observed, imported }: Statement) =>
  imported === null ? tellHere(observed) : tellElsewhere(imported.observed);

const tellRevocationObserved = ({ revocation, imported }: Statement) =>
  tellHere(revocation?.observed ?? null) ?? tellElsewhere(imported?.revocationObserved ?? null);

/** The members that identify the consent and its notice version. */
const tellConsent = ({ id, account, project, claimed, record, notice, imported }: Statement) => ({
  account: account.id,
  consent: id,
  lang: claimed.lang,
  channel: claimed.channel,
  project: { uid: project.uid, id: project.id },
  notice: {
    pid: record.consentInformationPid,
    versionId: record.consentInformationVersionId,
    contentHash: notice.hash.storedWithConsent,
  },
  noticeNamedBy: claimed.noticeNamedBy,
  imported: imported && { source: imported.source, line: imported.line, time: imported.time, by: imported.by },
});

/** The way that a proof names where no channel does. */
const tellWay = (...said: Parameters<typeof findReceivedBy>) => {
  const receivedBy = findReceivedBy(...said);
  return receivedBy === undefined ? {} : { receivedBy };
};

const tellGiven = async (event: GivenLeaf['event'], statement: Statement): Promise<GivenLeaf | undefined> => {
  const { claimed, times, imported, erasure } = statement;
  if (erasure !== null || (event === 'consent.imported') !== (imported !== null)) return undefined;
  return {
    event,
    ...tellConsent(statement),
    time: times.given,
    ...tellWay(claimed.channel, claimed.proof),
    proofHash: await hashCanonical(claimed.proof),
    userDataHash: await hashCanonical(claimed.userData),
    observed: tellObserved(statement),
  };
};

/** If this register did not observe the revocation, it came with an import. */
const tellRevoked = async (statement: Statement): Promise<RevokedLeaf | undefined> => {
  const { id, account, times, revocation, erasure, imported } = statement;
  if (revocation === null || times.revoked === null || erasure !== null) return undefined;
  return {
    event: 'consent.revoked',
    account: account.id,
    consent: id,
    time: times.revoked,
    channel: revocation.claimed.channel,
    ...tellWay(revocation.claimed.channel, revocation.claimed.proof ?? {}),
    proofHash: await hashCanonical(revocation.claimed.proof),
    observed: tellRevocationObserved(statement),
    imported: imported !== null && revocation.observed === null,
  };
};

const tellErased = (statement: Statement): ErasedLeaf | undefined => {
  const { erasure, times, revocation } = statement;
  if (erasure === null) return undefined;
  return {
    event: 'consent.erased',
    ...tellConsent(statement),
    time: erasure.time,
    given: times.given,
    observed: tellObserved(statement),
    revocation:
      times.revoked === null
        ? null
        : {
            time: times.revoked,
            channel: revocation?.claimed.channel ?? null,
            observed: tellRevocationObserved(statement),
          },
  };
};

const historyById = remember((history: Statement['notice']['history']) =>
  Map.groupBy(history, ({ versionId }) => versionId),
);

/** The versions of the history with this id: one, unless somebody changed the table. */
export const versionsNamed = (versionId: string, { notice }: Statement): readonly VersionStatement[] =>
  historyById(notice.history).get(versionId) ?? [];

/** The one version of the history with this id. Undefined if there is none, or several. */
const tellPublished = (statement: Statement, versionId: string): PublishedLeaf | undefined => {
  const { account, notice } = statement;
  const [found, ...others] = versionsNamed(versionId, statement);
  if (found === undefined || others.length > 0) return undefined;
  const { version, contentHash, publishedAt, publishedBy, askAgain, languages, validityDays, retentionDays } = found;
  return {
    event: 'notice.published',
    account: account.id,
    pid: notice.pid,
    version,
    versionId,
    contentHash,
    time: publishedAt,
    by: publishedBy,
    askAgain,
    languages,
    validityDays,
    retentionDays,
  };
};

/** The same of two leaves that prove the same, to different trees. */
export const nameOfLeaf = (leaf: NamedLeaf): string =>
  leaf.event === 'notice.published' ? `${leaf.event} ${leaf.versionId}` : leaf.event;

/**
 * Rebuilds the leaf statement of an event from a document's statement, byte for byte as the register builds it from its records
 * (shared/log/consent-leaves.ts). Undefined if the statement does not have the event.
 */
export const tellLeaf = async (leaf: NamedLeaf, statement: Statement): Promise<LeafStatement | undefined> => {
  if (leaf.event === 'notice.published') return tellPublished(statement, leaf.versionId);
  if (leaf.event === 'consent.erased') return tellErased(statement);
  if (leaf.event === 'consent.revoked') return tellRevoked(statement);
  return tellGiven(leaf.event, statement);
};

/** The consent's events in a statement that leaves can prove: for an erased consent, only the erasure. */
export const provableOf = ({ imported, erasure, times }: Statement): readonly ConsentEvent[] => {
  if (erasure !== null) return ['consent.erased'];
  return [
    imported === null ? 'consent.recorded' : 'consent.imported',
    ...(times.revoked === null ? [] : (['consent.revoked'] as const)),
  ];
};

/** The same as leaves to prove. */
export const consentLeavesOf = (statement: Statement): readonly NamedLeaf[] =>
  provableOf(statement).map((event) => ({ event }));

/** Versions of the notice that leaves can prove: all of its history. */
export const versionLeavesOf = ({ notice }: Statement): readonly NamedLeaf[] =>
  notice.history.map(({ versionId }) => ({ event: 'notice.published', versionId }));
