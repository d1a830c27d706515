import type { NoticeNaming } from '../../../shared/notices/naming.ts';
import type { DataKind } from '../../../shared/notices/terms.ts';

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

/** Terms of a version; for a list, one name for each of its entries. */
type Term =
  | 'validity'
  | 'askAgain'
  | 'retention'
  | 'controller'
  | 'purpose'
  | 'recipient'
  | 'personalData'
  | 'processing'
  | 'dataSource'
  | 'storageLocation'
  | 'storagePeriod'
  | 'processingLocation'
  | 'jurisdiction'
  | 'lawfulBasis'
  | 'consentType'
  | 'withdrawal'
  | 'right'
  | 'authority';

/** The terms of a version, in addition to its texts. */
export interface TermWords {
  readonly names: Readonly<Record<Term, string>>;
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
