import type { Gap } from '../../../shared/evidence/completeness-schema.ts';

/** What would make a consent stronger. */
export interface GapWords {
  /** What is missing, and what mends it: as a rule in consents that are yet to come, since none is changed. */
  readonly gaps: Readonly<Record<Gap, { readonly says: string; readonly mend: string }>>;
  /** Follows on the gap of this name. Both are written already. */
  readonly languages: (named: string, has: string) => string;
  readonly none: string;
  readonly heading: string;
  readonly remark: string;
}

/** What is said around markup, in the language of the page. */
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

/** The text of a notice, where a page shows it in all its languages. */
export interface TextWords {
  /** In the middle of a sentence. */
  readonly theText: string;
  readonly source: string;
  readonly none: string;
  /** What stands before the name of a language, which that language itself writes. */
  readonly in: string;
  readonly others: string;
  /** Of what is drawn when the reader asks for it. */
  readonly folded: (name: string, characters: number) => string;
}

/** The versions of a notice, as a table. */
export interface HistoryWords {
  readonly heading: string;
  readonly columns: Readonly<Record<'version' | 'published' | 'by' | 'until' | 'askAgain', string>>;
  readonly agreedTo: (version: number) => string;
  readonly current: string;
}

/** The state of a consent, and a field to ask for that of another time. */
export interface QuestionWords {
  readonly heading: string;
  readonly label: string;
  /** Of a text that names no time. */
  readonly rule: string;
  /** @param issuedAt the moment that counts as now */
  readonly remark: (issuedAt: string) => string;
}
