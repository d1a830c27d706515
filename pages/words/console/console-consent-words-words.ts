import type { TimeKind } from '../../console/consent/asked-time.ts';

/** Texts of the consent page that `verifier/` does not provide. */
export interface ConsentWords {
  /** Title of the page before the consent is loaded. */
  readonly title: string;
  readonly verifying: string;
  /** If the browser has no cryptography, such as in a page loaded over http. */
  readonly cannotVerify: string;
  readonly askedTime: string;
  /** Label of the choice between them. */
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

/** The signed document, and the page's own checks of it. */
interface DocumentWords {
  readonly heading: string;
  readonly says: string;
  readonly save: string;
  readonly savePage: string;
  readonly savePageFailed: string;
  /** If the page now shows another time than the document was signed for. */
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
  /** If the document is sound but not the one that was requested. */
  readonly otherConsent: string;
  readonly refusedDo: string;
}
