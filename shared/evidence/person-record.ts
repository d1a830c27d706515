import type { UsedLink } from '../consents/observed-link.ts';
import type { UsedMailbox } from '../consents/observed-mailbox.ts';
import { toUsedLink, toUsedMailbox } from '../consents/observed-means.ts';
import type { ConsentRecord } from '../consents/record.ts';
import type { ConsentState } from '../consents/state.ts';
import type { Party, Purpose } from '../notices/terms.ts';
import type { Lang } from '../schema/vocabulary.ts';
import type { TimesStatement } from './state-statement.ts';
import type { ImportStatement, ObservedStatement, Statement } from './statement.ts';
import { findAgreedWords } from './statement.ts';

/** By what somebody called, without what concerns others: session, key, and name of the user. */
type NotedMeans = { readonly userId: number } | { readonly link: UsedLink } | { readonly mailbox: UsedMailbox };

/** What a register observed of a call. */
export type Noted = NotedMeans & {
  readonly time: string;
  /** Null if it was erased. So is `userAgent`. */
  readonly sourceIp: string | null;
  readonly userAgent: string | null;
  readonly requestId: string;
};

/** The source of an imported consent, without who imported it. */
interface Origin {
  readonly source: string;
  readonly line: number;
  readonly time: string;
  /** What another register observed, according to the file. */
  readonly observed: Noted | null;
  readonly revocationObserved: Noted | null;
}

/**
 * Everything that is held about one consent, for the person who gave it. It has nothing about anyone else, and the text
 * to which the person agreed stands apart (docs/officers.md, The person asks what you hold). Times are ISO 8601,
 * except those of the record.
 */
export interface PersonRecord {
  /** What the site said, in the form of the interface. */
  readonly record: ConsentRecord;
  readonly projectName: string | null;
  readonly notice: {
    readonly pid: number;
    readonly name: string;
    readonly version: number;
    readonly versionId: string;
    /** Hash of the text to which the person agreed, as stored with the consent. */
    readonly sha256: string;
    /** Whether the stored text still has this hash. */
    readonly isUnchanged: boolean;
  };
  readonly state: ConsentState | null;
  readonly since: string | null;
  readonly times: TimesStatement;
  /** Null if the consent, or its revocation, was imported. */
  readonly observed: Noted | null;
  readonly revocationObserved: Noted | null;
  readonly imported: Origin | null;
}

/** The words of one version in the language of the consent. */
export interface AgreedText {
  readonly pid: number;
  readonly name: string;
  readonly version: number;
  readonly versionId: string;
  readonly publishedAt: string;
  readonly lang: Lang;
  /** Null if the version has no text in the language, or its text is gone. */
  readonly title: string | null;
  readonly descriptionHtml: string | null;
  readonly languages: readonly string[];
  /**
   * Days for which a consent holds (0 means no limit), and for which it is kept after its end. Null, like the rest, if
   * the version does not say.
   */
  readonly validityDays: number;
  readonly retentionDays: number | null;
  readonly controller: Party | null;
  readonly purposes: readonly Purpose[] | null;
  readonly recipients: readonly Party[] | null;
}

const note = (
  { time, sourceIp, userAgent, requestId }: Pick<Noted, 'time' | 'sourceIp' | 'userAgent' | 'requestId'>,
  means: NotedMeans,
): Noted => ({ time, ...means, sourceIp, userAgent, requestId });

const noteCall = (observed: ObservedStatement | null): Noted | null => {
  if (observed === null) return null;
  if ('link' in observed) {
    const { key, user, day } = observed.link;
    return note(observed, { link: toUsedLink({ key, userId: user.id, day }) });
  }
  if (!('mailbox' in observed)) return note(observed, { userId: observed.user.id });
  const { user, ...mail } = observed.mailbox;
  return note(observed, { mailbox: toUsedMailbox({ ...mail, userId: user.id }) });
};

const noteElsewhere = (observed: ImportStatement['observed']): Noted | null => {
  if (observed === null) return null;
  if ('link' in observed) return note(observed, { link: toUsedLink(observed.link) });
  return note(
    observed,
    'mailbox' in observed ? { mailbox: toUsedMailbox(observed.mailbox) } : { userId: observed.userId },
  );
};

const toOrigin = (imported: ImportStatement | null): Origin | null => {
  if (imported === null) return null;
  const { source, line, time, observed, revocationObserved } = imported;
  return {
    source,
    line,
    time,
    observed: noteElsewhere(observed),
    revocationObserved: noteElsewhere(revocationObserved),
  };
};

/** The members by their names, as signed documents have them: a copy made of those is the same. */
export const inOneOrder = <Members extends Readonly<Record<string, unknown>>>(members: Members): Members =>
  Object.fromEntries(Object.entries(members).sort(([one], [other]) => (one < other ? -1 : 1))) as Members;

/** The whole record in the form of the interface. An erased proof is empty. */
const toWholeRecord = ({ record, claimed: { proof, userData }, revocation }: Statement): ConsentRecord => {
  const { id, projectUid, projectId, consentInformationPid, consentInformationVersionId, ...rest } = record;
  const { lang, time, channel, channelData, ...revoked } = rest;
  const revokeProof = revocation?.claimed.proof ?? (revoked.revoked ? {} : null);
  return {
    id,
    projectUid,
    projectId,
    consentInformationPid,
    consentInformationVersionId,
    lang,
    time,
    channel,
    channelData,
    proof: inOneOrder(proof),
    userData: inOneOrder(userData),
    ...revoked,
    revokeProof: revokeProof && inOneOrder(revokeProof),
  };
};

export const toPersonRecord = (statement: Statement): PersonRecord => {
  const { project, notice, stateNow, times, ...shown } = statement;
  const { pid, name, version, versionId, hash } = notice;
  return {
    record: toWholeRecord(statement),
    projectName: project.name,
    notice: { pid, name, version, versionId, sha256: hash.storedWithConsent, isUnchanged: hash.agree },
    state: stateNow.state,
    since: stateNow.since,
    times,
    observed: noteCall(shown.observed),
    revocationObserved: noteCall(shown.revocation?.observed ?? null),
    imported: toOrigin(shown.imported),
  };
};

export const toAgreedText = (statement: Statement): AgreedText => {
  const { notice, claimed } = statement;
  const { pid, name, version, versionId, publishedAt, languages, validityDays, content } = notice;
  const words = findAgreedWords(statement);
  return {
    pid,
    name,
    version,
    versionId,
    publishedAt,
    lang: claimed.lang,
    title: words?.title ?? null,
    descriptionHtml: words?.descriptionHtml ?? null,
    languages,
    validityDays,
    retentionDays: content?.retentionDays ?? null,
    controller: content?.controller ?? null,
    purposes: content?.purposes ?? null,
    recipients: content?.recipients ?? null,
  };
};
