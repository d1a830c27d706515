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
