import type { TimeKind } from '../asked-time.ts';

/** What the page of a consent says beside what `verifier/` says of it. */
export interface ConsentWords {
  /** Of the page, before the consent is known. */
  readonly title: string;
  readonly verifying: string;
  /** Of a browser that has no cryptography, as in a page that came over http. */
  readonly cannotVerify: string;
  readonly askedTime: string;
  /** Of the choice between them. */
  readonly askedKind: string;
  readonly timeKinds: Readonly<Record<TimeKind, string>>;
  readonly show: string;
  readonly now: string;
  readonly who: string;
  readonly given: string;
  readonly agreedTo: string;
  readonly actions: string;
  readonly person: string;
  readonly revoke: string;
  readonly version: string;
  readonly saidAndSeen: string;
  readonly evidence: DocumentWords;
}

/** The signed document, and what the page itself found out about it. */
interface DocumentWords {
  readonly heading: string;
  readonly says: string;
  readonly save: string;
  readonly savePage: string;
  readonly savePageFailed: string;
  /** Of the document as it was signed, where another time was asked about since. */
  readonly signedFor: (span: string) => string;
  readonly signedForNow: string;
  readonly sign: string;
  readonly print: string;
  readonly unchanged: string;
  readonly trust: string;
  readonly open: (count: number) => string;
  readonly thumbprint: string;
  readonly keyId: string;
  readonly issued: string;
  readonly handOn: string;
  readonly verifyWith: string;
  readonly asPage: string;
  readonly refused: string;
  /** @param places where the document fails */
  readonly refusedSays: (places: string) => string;
  /** Of a sound document that was not asked for. */
  readonly otherConsent: string;
  readonly refusedDo: string;
}
