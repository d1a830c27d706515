import type { NoticeNaming } from '../../../shared/notices/naming.ts';
import type { DataKind } from '../../../shared/notices/terms.ts';

/** What may be so of a kind of data. */
type Flag = Exclude<keyof DataKind, 'name' | 'type'>;

/** What is known of a consent: names of facts, and values where they are words. */
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
      | 'imported',
      string
    >
  >;
  readonly notice: (notice: { readonly name: string; readonly version: number; readonly pid: number }) => string;
  readonly nothingThere: string;
  readonly erasedOn: (time: string) => string;
  readonly namings: Readonly<Record<NoticeNaming, string>>;
  readonly notKnown: string;
  readonly unknownChannel: string;
  /** Of an address, or of what a program called itself. */
  readonly erased: string;
  readonly noProgram: string;
  /** In the place of the name of a user. */
  readonly userGone: string;
  readonly time: (time: string) => string;
  readonly importedBy: (time: string, by: string) => string;
}

/** What is known of the text that was agreed to. */
export interface NoticeWords {
  readonly names: Readonly<
    Record<
      'version' | 'published' | 'notCurrent' | 'languages' | 'hash' | 'check' | 'hashOfVersion' | 'hashNow',
      string
    >
  >;
  readonly version: (version: number, id: string) => string;
  /** @param until when it ceased to be the current version; null of the current one */
  readonly published: (said: { readonly at: string; readonly by: string; readonly until: string | null }) => string;
  readonly notCurrent: string;
  readonly noHash: string;
  readonly checks: Readonly<Record<'gone' | 'same' | 'other', string>>;
  readonly gone: string;
  /** @param lang that the site named @param has the languages that there are; both are written already */
  readonly missing: (lang: string, has: string) => string;
}

/** Terms that a version may have, by how their facts are named: of a list, one of it. */
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

/** What a version says beside its texts. */
export interface TermWords {
  readonly names: Readonly<Record<Term, string>>;
  readonly noLimit: string;
  readonly validity: (days: number) => string;
  readonly retention: (days: number) => string;
  readonly yes: string;
  readonly no: string;
  readonly flags: Readonly<Record<Flag, string>>;
  /** @param type one of `consentTypes`, or anything else */
  readonly consentType: (type: string) => string;
}
