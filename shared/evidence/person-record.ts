import type { ConsentRecord } from '../consents/record.ts';
import type { ConsentState } from '../consents/state.ts';
import type { Party, Purpose } from '../notices/terms.ts';
import type { Lang } from '../schema/vocabulary.ts';
import type { TimesStatement } from './state-statement.ts';
import type { ImportStatement, ObservedStatement, Statement } from './statement.ts';

/** What a register noted of a call, but for what tells of others: the session and the name of the user. */
interface Noted {
  readonly time: string;
  readonly userId: number;
  /** Null where it was erased, like `userAgent`. */
  readonly sourceIp: string | null;
  readonly userAgent: string | null;
  readonly requestId: string;
}

/** Where an imported consent comes from; not who imported it. */
interface Origin {
  readonly source: string;
  readonly line: number;
  readonly time: string;
  /** What the file said that another register noted. */
  readonly observed: Noted | null;
  readonly revocationObserved: Noted | null;
}

/**
 * All that is held of one consent, for the person who gave it: nothing of anybody else, and the text that she agreed to apart
 * (docs/data-protection.md, She asks what you hold about her). Times are ISO 8601, but for those of the record.
 */
export interface PersonRecord {
  /** As the interface answers it: what the site said. */
  readonly record: ConsentRecord;
  readonly projectName: string | null;
  readonly notice: {
    readonly pid: number;
    readonly name: string;
    readonly version: number;
    readonly versionId: string;
    /** Of the text that was agreed to, as the consent keeps it. */
    readonly sha256: string;
    /** Whether the text that is stored now is the same. */
    readonly isUnchanged: boolean;
  };
  readonly state: ConsentState | null;
  readonly since: string | null;
  readonly times: TimesStatement;
  /** Null where the consent, or its revocation, was imported. */
  readonly observed: Noted | null;
  readonly revocationObserved: Noted | null;
  readonly imported: Origin | null;
}

/** What one version says in the language that a person agreed in. */
export interface AgreedText {
  readonly pid: number;
  readonly name: string;
  readonly version: number;
  readonly versionId: string;
  readonly publishedAt: string;
  readonly lang: Lang;
  /** Null where the version has no text in the language, or its text is gone. */
  readonly title: string | null;
  readonly descriptionHtml: string | null;
  readonly languages: readonly string[];
  /** Days for which a consent holds, 0 without limit; and is kept after its end. These and the rest are null where the version does not say. */
  readonly validityDays: number;
  readonly retentionDays: number | null;
  readonly controller: Party | null;
  readonly purposes: readonly Purpose[] | null;
  readonly recipients: readonly Party[] | null;
}

type Seen = Omit<ObservedStatement, 'user'> & { readonly userId: number };

const note = ({ time, userId, sourceIp, userAgent, requestId }: Seen): Noted => ({
  ...{ time, userId, sourceIp, userAgent, requestId },
});

const noteCall = (observed: ObservedStatement | null): Noted | null =>
  observed && note({ ...observed, userId: observed.user.id });

const tellOrigin = (imported: ImportStatement | null): Origin | null => {
  if (imported === null) return null;
  const { source, line, time, observed, revocationObserved } = imported;
  return {
    ...{ source, line, time },
    observed: observed && note(observed),
    revocationObserved: revocationObserved && note(revocationObserved),
  };
};

export const toPersonRecord = ({ record, project, notice, stateNow, times, ...told }: Statement): PersonRecord => {
  const { pid, name, version, versionId, hash } = notice;
  return {
    record,
    projectName: project.name,
    notice: { pid, name, version, versionId, sha256: hash.storedWithConsent, isUnchanged: hash.agree },
    state: stateNow.state,
    since: stateNow.since,
    times,
    observed: noteCall(told.observed),
    revocationObserved: noteCall(told.revocation?.observed ?? null),
    imported: tellOrigin(told.imported),
  };
};

export const toAgreedText = ({ notice, claimed }: Statement): AgreedText => {
  const { pid, name, version, versionId, publishedAt, languages, validityDays, text, content } = notice;
  return {
    ...{ pid, name, version, versionId, publishedAt, lang: claimed.lang },
    title: text?.title ?? null,
    descriptionHtml: text?.descriptionHtml ?? null,
    ...{ languages, validityDays },
    retentionDays: content?.retentionDays ?? null,
    controller: content?.controller ?? null,
    purposes: content?.purposes ?? null,
    recipients: content?.recipients ?? null,
  };
};
