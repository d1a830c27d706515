import type { ConsentState, EndStateName } from '../../../shared/consents/state.ts';
import type { Gap } from '../../../shared/evidence/statement-format.ts';
import type { NoticeNaming } from '../../../shared/notices/naming.ts';
import type { DataKind, TermName } from '../../../shared/notices/terms.ts';
import type { Channel, Lang } from '../../../shared/schema/vocabulary.ts';
import type { Check, Place } from '../../../verifier/verification.ts';

/** All texts about a consent and its evidence in one language. A sentence with variable parts is a function. */
export interface EvidenceWords {
  readonly writing: Writing;
  readonly state: StateWords;
  readonly timeline: TimelineWords;
  readonly facts: FactWords;
  readonly notice: NoticeWords;
  readonly terms: TermWords;
  readonly gaps: GapWords;
  readonly markup: MarkupWords;
  readonly parts: PartWords;
  readonly texts: TextWords;
  readonly history: HistoryWords;
  readonly question: QuestionWords;
  readonly checks: CheckWords;
}

/** Whether a consent is in force, no longer in force, or not yet given. */
export type Standing = 'held' | 'ended' | 'none';

/** Why a consent is in force or not, as a clause. `null` instead of a time means that the sentence gave the time before. */
export interface CauseWords
  extends Readonly<
    Record<Exclude<EndStateName, 'revoked' | 'expired' | 'superseded'>, (time: string | null) => string>
  > {
  /** Before it was given. The clause gives the time of the consent. */
  readonly none: (given: string) => string;
  readonly active: (given: string | null) => string;
  readonly revoked: (time: string | null, channel: Channel | null) => string;
  /** @param said `days` of its validity; `isToCome` if it had not expired yet when the statement was made */
  readonly expired: (time: string | null, said: { readonly days: number; readonly isToCome: boolean }) => string;
  /** @param version the one that asks again; null if unknown */
  readonly superseded: (time: string | null, version: number | null) => string;
}

/** The state of a consent in words. */
export interface StateWords {
  /** For a heading. */
  readonly heads: Readonly<Record<ConsentState | 'none', string>>;
  /** Stands between two of them, such as in `Revoked, then erased`. */
  readonly next: string;
  readonly causes: CauseWords;
  /** What ended it, and a cause that came later and would have ended it too. */
  readonly afterwards: (ending: string, later: string) => string;
  /** @param cause null if it is in force @param isBeside whether this adds to a sentence about another time */
  readonly now: (said: { readonly given: string; readonly cause: string | null; readonly isBeside: boolean }) => string;
  /** @param isOpen whether the state may still change */
  readonly at: (said: {
    readonly span: NamedSpan;
    readonly standing: Standing;
    readonly cause: string;
    readonly isOpen: boolean;
  }) => string;
  /** @param phases more than one */
  readonly during: (said: {
    readonly span: NamedSpan;
    readonly phases: readonly string[];
    readonly isOpen: boolean;
  }) => string;
  /** @param cause null if it is obvious */
  readonly firstPhase: (standing: Standing, cause: string | null) => string;
  /** @param beginning `isClock` if the day is obvious */
  readonly laterPhase: (
    standing: Standing,
    beginning: { readonly time: string; readonly isClock: boolean },
    cause: string | null,
  ) => string;
  readonly endless: string;
  readonly expires: (time: string, days: number) => string;
}

/** The events of a consent and its notice, in sentences. */
export interface TimelineWords extends Readonly<Record<Exclude<EndStateName, 'revoked' | 'expired'>, string>> {
  readonly published: (version: number) => string;
  readonly publishedAskingAgain: (version: number) => string;
  readonly publishedAskingNobody: (version: number) => string;
  readonly given: (version: number, channel: Channel) => string;
  readonly expires: (version: number, days: number) => string;
  readonly revoked: (channel: Channel | null) => string;
  readonly imported: string;
  readonly asked: (span: NamedSpan) => string;
  /** @param says one of these sentences */
  readonly toCome: (says: string) => string;
}

/** Flags of a kind of data. */
type Flag = Exclude<keyof DataKind, 'name' | 'type'>;

/** Facts about a consent: their names, and values that are words. */
export interface FactWords {
  readonly names: Readonly<
    Record<
      | 'consent'
      | 'account'
      | 'project'
      | 'notice'
      | 'channel'
      | 'language'
      | 'noticeNamedBy'
      | 'time'
      | 'user'
      | 'address'
      | 'program'
      | 'session'
      | 'request'
      | 'source'
      | 'line'
      | 'imported'
      | 'given',
      string
    >
  >;
  readonly notice: (notice: { readonly name: string; readonly version: number; readonly pid: number }) => string;
  readonly nothingThere: string;
  readonly erasedOn: (time: string) => string;
  readonly namings: Readonly<Record<NoticeNaming, string>>;
  readonly notKnown: string;
  readonly unknownChannel: string;
  /** In place of an address or a user agent. */
  readonly erased: string;
  readonly noProgram: string;
  /** In place of the name of a user. */
  readonly userGone: string;
  readonly time: (time: string) => string;
  readonly importedBy: (time: string, by: string) => string;
  /** When an imported consent was given. */
  readonly givenInFile: (time: string) => string;
}

/** Facts about the text that was agreed to. */
export interface NoticeWords {
  readonly names: Readonly<
    Record<
      'version' | 'published' | 'notCurrent' | 'languages' | 'hash' | 'check' | 'hashOfVersion' | 'hashNow',
      string
    >
  >;
  readonly version: (version: number, id: string) => string;
  /** @param until when it stopped being the current version; null if it is the current one */
  readonly published: (said: { readonly at: string; readonly by: string; readonly until: string | null }) => string;
  readonly notCurrent: string;
  readonly noHash: string;
  readonly checks: Readonly<Record<'gone' | 'same' | 'sameAsImported' | 'publishedLater' | 'other', string>>;
  readonly gone: string;
  /** @param lang the language that the site named @param has the languages of the version; both arrive formatted */
  readonly missing: (lang: string, has: string) => string;
}

/** The terms of a version, in addition to its texts. */
export interface TermWords {
  /** What a term is; of a list, what each of its items is. */
  readonly names: Readonly<Record<'validity' | TermName, string>>;
  readonly noLimit: string;
  readonly validity: (days: number) => string;
  readonly retention: (days: number) => string;
  readonly yes: string;
  readonly no: string;
  readonly flags: Readonly<Record<Flag, string>>;
  /** An article of the GDPR. */
  readonly article: (said: {
    readonly number: string;
    readonly paragraph: string | undefined;
    readonly letter: string | undefined;
  }) => string;
  /** @param type one of `consentTypes`, or any other text */
  readonly consentType: (type: string) => string;
}

/** What would make a consent stronger. */
export interface GapWords {
  /** What is missing, and how to close the gap: usually for future consents, since recorded ones do not change. */
  readonly gaps: Readonly<Record<Gap, { readonly says: string; readonly mend: string }>>;
  /** Follows the gap of this name. Both arrive formatted. */
  readonly languages: (named: string, has: string) => string;
  readonly none: string;
  readonly heading: string;
  readonly remark: string;
}

/** Texts around markup, in the language of the page. */
export interface MarkupWords {
  readonly looks: (name: string) => string;
  readonly source: (name: string) => string;
  readonly asWritten: string;
  /** @param list names with counts, empty for nothing */
  readonly leftOut: (list: string) => string;
  readonly tooLong: string;
}

/** Headings and remarks of the parts of a page about a consent. */
export interface PartWords {
  readonly given: string;
  readonly said: string;
  readonly saidRemark: string;
  readonly person: string;
  readonly observed: string;
  readonly observedRemark: string;
  readonly origin: string;
  readonly importRemark: string;
  readonly elsewhere: string;
  readonly elsewhereRevoked: string;
  readonly text: string;
  /** Of an imported consent: the register does not know what was agreed to. */
  readonly textOfImport: string;
  readonly ofText: string;
  readonly otherText: string;
  readonly proof: string;
  readonly proofRemark: string;
  readonly revocation: string;
  readonly proofOfRevocation: string;
  readonly timeline: string;
  readonly erasure: string;
  readonly erasedOn: (time: string) => string;
}

/** The text of a notice on a page with all its languages. */
export interface TextWords {
  /** In the middle of a sentence. */
  readonly theText: string;
  readonly source: string;
  readonly none: string;
  /** Stands before the name of a language, which is in that language. */
  readonly in: string;
  readonly others: string;
  /** For content that is drawn when the reader opens it. */
  readonly folded: (name: string, characters: number) => string;
}

/** The versions of a notice, as a table. */
export interface HistoryWords {
  readonly heading: string;
  readonly columns: Readonly<Record<'version' | 'published' | 'by' | 'until' | 'askAgain', string>>;
  readonly agreedTo: (version: number) => string;
  readonly current: string;
}

/** The state of a consent, and a field for another time. */
export interface QuestionWords {
  readonly heading: string;
  readonly label: string;
  /** If a text names no time. */
  readonly rule: string;
  /** @param issuedAt the time that counts as now */
  readonly remark: (issuedAt: string) => string;
}

/** A verdict in words. */
export interface VerdictInWords {
  readonly heading: string;
  readonly says: string;
  /** What to do now; absent if there is nothing to do. */
  readonly todo?: string;
}

/** How many checks are left for the reader to judge. */
interface Open {
  readonly open: number;
}

/** For the verifying page, which is only in English: the console has words of its own. */
export interface VerdictWords {
  /** @param said `whence`: the reader's source for the key */
  readonly valid: (said: { readonly whence: string }) => VerdictInWords;
  /** At least one check is a doubt. @param said `whence`: the reader's source for the key */
  readonly doubtful: (said: Open & { readonly whence: string }) => VerdictInWords;
  /** @param said `hasKeys`: whether the reader gave a key */
  readonly consistent: (said: Open & { readonly hasKeys: boolean }) => VerdictInWords;
  /** @param places the places that fail, each once */
  readonly refused: (places: readonly Place[]) => VerdictInWords;
}

/** The checks, in words. */
export interface CheckWords {
  readonly heading: string;
  readonly marks: Readonly<Record<'holds' | 'fails' | 'asks' | 'notes', string>>;
  /** @param counts `open`: what the reader must judge; `notes`: what the verdict and the page tell elsewhere */
  readonly count: (counts: Readonly<Record<'held' | 'failed' | 'open' | 'notes', number>>) => string;
  readonly every: string;
  /** For the SHA-256 of each part. */
  readonly hashes: { readonly heading: string; readonly remark: string };
  readonly place: (part: Place) => string;
  /** Stands before the sentence of the check, which is in English. */
  readonly name: (check: Pick<Check, 'name' | 'part'>) => string;
}

/** The precision of a time that people write. */
export type Precision = 'month' | 'day' | 'minute' | 'second';

/** A span of time that was asked about: its beginning in ISO 8601, and its length. */
export interface NamedSpan {
  readonly from: string;
  readonly precision: Precision;
}

/** How a language writes values inside sentences. Times arrive in ISO 8601 and are written in UTC. */
export interface Writing {
  /** The tag of the language (BCP 47). */
  readonly tag: string;
  readonly time: (time: string) => string;
  readonly span: (span: NamedSpan) => string;
  readonly days: (count: number) => string;
  readonly number: (count: number) => string;
  readonly language: (lang: Lang) => string;
  /** Language codes; anything that is not a code stays unchanged. */
  readonly languages: (codes: readonly string[]) => string;
  /** As a fact of its own. */
  readonly channel: (channel: Channel) => string;
  /** How a consent came, to follow a verb; without the code. */
  readonly channels: Readonly<Record<Channel, string>>;
  /** A time without its day. */
  readonly clock: (time: string) => string;
}
