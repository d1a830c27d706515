import type { ErrorCode } from '../../../client/index.ts';
import type { ConsentState, EndStateName } from '../../../shared/consents/state.ts';
import type { TimeKind } from '../../console/consent/asked-time.ts';
import type { Kind } from '../../console/find/guess.ts';
import type { PeriodChoice } from '../../console/find/period.ts';
import type { Wrong } from '../../console/revocation/draft.ts';
import type { EndOfSession } from '../../console/session/session.ts';
import type { EvidenceWords } from '../evidence/evidence-words.ts';

/** All texts of the console in one language, by section. `evidence` has the texts about a consent and its evidence. */
export interface ConsoleWords {
  readonly calls: CallWords;
  readonly consent: ConsentWords;
  readonly consents: ConsentsWords;
  readonly evidence: EvidenceWords;
  readonly find: FindWords;
  readonly frame: FrameWords;
  readonly markup: ConsoleMarkupWords;
  readonly notices: NoticeWords;
  readonly overview: OverviewWords;
  readonly parts: PartWords;
  readonly person: PersonWords;
  readonly revocation: RevocationWords;
  readonly session: SessionWords;
}

type Literal<Code> = Code extends string ? (string extends Code ? never : Code) : never;

/** Every code that the service and the client name. A service that is newer than the page may have more. */
export type ProblemCode = Literal<ErrorCode>;

/** Texts about a call. */
export interface CallWords {
  readonly waiting: string;
  readonly waitingLong: string;
  readonly stop: string;
  readonly stopped: string;
  readonly again: string;
  readonly requestId: string;
  /** If the page itself failed. */
  readonly failed: string;
  /** What happened and what to do, by code. */
  readonly problems: Readonly<Record<ProblemCode, string>>;
}

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

/** Texts of a list of consents. */
export interface ConsentsWords {
  readonly heading: string;
  /** Label of the search criteria. */
  readonly asked: string;
  readonly all: string;
  readonly change: string;
  /** If the typed values are no longer in memory. */
  readonly lost: string;
  readonly given: string;
  readonly person: string;
  readonly notice: string;
  readonly version: (version: string) => string;
  readonly project: string;
  readonly language: string;
  readonly channel: string;
  readonly state: string;
  readonly since: (time: string) => string;
  readonly expires: (time: string) => string;
  readonly imported: string;
  /** In place of an erased person. */
  readonly nobody: string;
  readonly more: (count: number) => string;
  readonly shown: (rows: number, count: string) => string;
  readonly thereIsMore: string;
  readonly thatIsAll: string;
  readonly thatIsEnd: string;
  readonly older: string;
  readonly newer: string;
  readonly newest: string;
  readonly lookedThrough: (day: string) => string;
  readonly looking: (day: string, rows: number, count: string) => string;
  readonly stop: string;
  readonly goOn: string;
  readonly none: string;
  readonly noneOlder: string;
  readonly tryWhole: string;
  readonly tryFilter: string;
  readonly tryErased: string;
  readonly tryInstead: string;
  readonly timeline: string;
  readonly from: (time: string) => string;
  readonly until: (time: string) => string;
}

/** Texts of the search for a person. */
export interface FindWords {
  readonly heading: string;
  readonly who: string;
  readonly help: string;
  /** How values are compared. */
  readonly whole: string;
  readonly kept: string;
  /** Label of a second or later value. */
  readonly and: string;
  readonly addValue: string;
  readonly removeValue: string;
  /** Label of the kind of a value. */
  readonly takenAs: string;
  /** The guessed kind, as the first choice. */
  readonly guessed: (kind: string) => string;
  readonly kinds: Readonly<Record<Kind, string>>;
  readonly ownKey: string;
  readonly ownKeyHelp: string;
  readonly split: (first: string, last: string) => string;
  readonly idLeads: string;
  readonly twice: string;
  readonly unnamed: string;
  readonly narrow: string;
  readonly any: string;
  readonly project: string;
  readonly notice: string;
  readonly version: string;
  readonly versionOf: (version: string, published: string) => string;
  readonly retired: string;
  readonly state: string;
  readonly language: string;
  readonly channel: string;
  readonly period: string;
  readonly periods: Readonly<Record<PeriodChoice, string>>;
  readonly from: string;
  readonly until: string;
  readonly utc: string;
  readonly find: string;
  /** Why the service refused a value. */
  readonly refused: {
    readonly time: string;
    readonly order: string;
    readonly unknown: string;
  };
}

/** Texts around every page. */
export interface FrameWords {
  readonly name: string;
  readonly navigation: string;
  readonly find: string;
  readonly consents: string;
  readonly notices: string;
  readonly overview: string;
  readonly language: string;
  readonly skip: string;
  readonly nowhere: string;
  readonly nowhereMeaning: string;
  readonly fault: string;
  readonly faultMeaning: string;
  readonly again: string;
  readonly toBeginning: string;
}

/** Texts around third-party HTML. */
export interface ConsoleMarkupWords {
  readonly notShown: string;
}

/** Texts of the notice pages. Numbers and times arrive formatted. */
export interface NoticesWords {
  readonly heading: string;
  readonly caption: (count: number) => string;
  readonly none: string;
  readonly publish: string;
  readonly notice: string;
  readonly current: string;
  readonly since: string;
  readonly languages: string;
  readonly versions: string;
  readonly retired: string;
  readonly retiredOn: (time: string) => string;
  readonly all: string;
  readonly consents: string;
  readonly versionColumn: string;
  readonly version: (version: number) => string;
  readonly versionsOf: (count: number) => string;
  readonly published: string;
  readonly until: string;
  readonly isCurrent: string;
  readonly publishedBy: string;
  readonly validity: string;
  readonly days: (count: number) => string;
  readonly endless: string;
  readonly askAgain: string;
  readonly yes: string;
  readonly no: string;
  readonly hash: string;
  readonly id: string;
  readonly showAll: (count: number) => string;
  readonly compare: (earlier: number) => string;
  readonly noSuchVersion: (version: number) => string;
}

/** Two versions side by side. */
export interface ComparisonWords {
  readonly heading: string;
  readonly left: string;
  readonly right: string;
  readonly language: string;
  /** After the name of a language. */
  readonly changedIn: (language: string) => string;
  readonly onlyOne: string;
  readonly sameVersion: string;
  readonly title: string;
  readonly text: string;
  readonly terms: string;
  /** Of a title, a text or terms. */
  readonly same: string;
  readonly count: (changes: number) => string;
  /** If only the markup differs, and people read the same. */
  readonly otherMarkup: string;
  readonly noText: (version: string) => string;
  readonly tooLong: string;
  readonly removed: string;
  readonly added: string;
  readonly changed: string;
  /** After removed or added words, for screen readers. */
  readonly end: string;
  readonly unchanged: (lines: number) => string;
  readonly show: string;
}

/** The page of one version. */
interface VersionWords {
  readonly texts: string;
  readonly terms: string;
  readonly language: string;
  readonly noTitle: string;
  readonly noText: string;
  readonly consents: string;
  readonly notice: string;
  readonly earlier: string;
  readonly later: string;
}

export interface NoticeWords {
  readonly notices: NoticesWords;
  readonly comparison: ComparisonWords;
  readonly version: VersionWords;
}

/** Texts of the overview. Numbers, months and times arrive formatted. */
export interface OverviewWords {
  readonly heading: string;
  readonly project: string;
  readonly countedUntil: (time: string) => string;
  readonly utc: string;
  readonly none: string;
  readonly noneMeaning: string;
  /** The name of the count, next to an axis. */
  readonly unit: string;
  readonly inForce: string;
  readonly inForceSays: (first: string, last: string, from: string, to: string) => string;
  readonly flow: string;
  readonly flowSays: (given: string, withdrawn: string, from: string, to: string) => string;
  readonly upwards: string;
  readonly downwards: string;
  readonly shares: string;
  readonly sharesSay: (count: string) => string;
  readonly noneInForce: string;
  readonly version: (notice: string, version: string) => string;
  readonly figures: string;
  readonly columns: Readonly<Record<'month' | 'given' | 'withdrawn' | 'inForce' | 'version' | 'share', string>>;
}

/** Texts that all pages share. */
export interface PartWords {
  readonly copy: string;
  readonly copied: string;
  readonly states: Readonly<Record<ConsentState, string>>;
}

/** Texts of the timeline of a person. */
export interface PersonWords {
  /** Title of the tab, which names nobody. */
  readonly title: string;
  readonly heading: (value: string) => string;
  readonly back: string;
  readonly found: (rows: number, count: string) => string;
  readonly choose: string;
  readonly chooseHelp: string;
  readonly chooseOne: string;
  readonly erased: string;
  readonly unknown: string;
  readonly noErased: string;
  /** If there are more than the page shows. */
  readonly cut: (count: string) => string;
  readonly all: string;
  readonly inForce: (version: string, time: string) => string;
  readonly alreadySince: (version: string, time: string) => string;
  readonly endsOn: (time: string) => string;
  readonly notInForce: string;
  readonly ended: Readonly<Record<EndStateName, (time: string) => string>>;
  readonly events: Readonly<Record<EndStateName | 'imported', string>> & {
    readonly given: (version: string, channel: string, language: string) => string;
  };
  readonly theConsent: string;
  readonly theText: (version: string) => string;
  readonly showAll: (count: string) => string;
}

/** Texts of the page for revoking a consent. */
export interface RevocationWords {
  readonly heading: string;
  /** The consequences, one sentence each. */
  readonly consequences: readonly string[];
  readonly reason: string;
  readonly reasonHint: string;
  readonly channel: string;
  readonly channelHint: string;
  readonly choose: string;
  readonly url: string;
  readonly urlHint: string;
  readonly request: string;
  readonly requestHint: string;
  readonly wrong: Readonly<Record<Wrong, string>>;
  readonly proceed: string;
  readonly back: string;
  readonly confirm: string;
  readonly final: string;
  readonly revoke: string;
  readonly change: string;
  readonly sending: string;
  readonly stopped: string;
  readonly again: string;
  readonly done: string;
  readonly revokedAt: (time: string) => string;
  readonly holds: string;
  readonly notThis: string;
  readonly toEvidence: string;
  readonly already: (time: string) => string;
  readonly erased: (time: string) => string;
  readonly readOnly: string;
}

/** Texts about signing in and out. */
export interface SessionWords {
  readonly heading: string;
  readonly email: string;
  readonly password: string;
  readonly showPassword: string;
  readonly show: string;
  readonly hide: string;
  readonly keep: string;
  readonly signIn: string;
  readonly signingIn: string;
  readonly signOut: string;
  /** For a user who may not change anything. */
  readonly reader: string;
  readonly wrong: string;
  readonly throttled: string;
  /** @param time such as `30 seconds` */
  readonly wait: (time: string) => string;
  readonly waitOver: string;
  /** Why the last session ended. */
  readonly why: Readonly<Record<EndOfSession, string>>;
  readonly idleHeading: string;
  readonly idleWarning: string;
  /** @param time such as `30 seconds` */
  readonly idleRemaining: (time: string) => string;
  readonly stay: string;
}
