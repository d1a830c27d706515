import type { Gap } from '../../../shared/evidence/completeness-schema.ts';

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
