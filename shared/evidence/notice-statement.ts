import type { NoticeContent } from '../notices/content.ts';
import type { LineageVersion } from '../notices/lineage.ts';
import type { NoticeVersion } from '../notices/notice.ts';
import { contentHash } from '../notices/text.ts';
import type { Lang } from '../schema/vocabulary.ts';
import type { Holdings } from './holdings.ts';

/** A version among those of its notice. */
interface VersionStatement {
  readonly version: number;
  readonly versionId: string;
  readonly publishedAt: string;
  readonly publishedBy: string;
  /** Null of the current version. */
  readonly currentUntil: string | null;
  readonly askAgain: boolean;
}

/** SHA-256 in hex of what a version says, from three places that must agree. */
interface HashStatement {
  readonly storedWithConsent: string;
  readonly storedWithVersion: string;
  /** Made anew of the text that is stored now; null where there is none. */
  readonly recomputed: string | null;
  readonly agree: boolean;
}

/** The notice version that was agreed to; times are ISO 8601. */
export interface NoticeStatement extends VersionStatement {
  readonly pid: number;
  /** By which the account knows the notice. */
  readonly name: string;
  /** Whether it was the current version when the consent was given: a site may name an earlier one. */
  readonly wasCurrent: boolean;
  /** Those that the version has a text in. */
  readonly languages: readonly string[];
  /** How long a consent to it holds; 0 is without limit. */
  readonly validityDays: number;
  /** In the language that was agreed to; null where the version has no text in it, or its text is gone. */
  readonly text: { readonly lang: Lang; readonly title: string | null; readonly descriptionHtml: string } | null;
  /** All that the version says: what the hash is made of. Null where it is gone, as in a table that is damaged. */
  readonly content: NoticeContent | null;
  readonly hash: HashStatement;
  /** All versions of the notice, the oldest first. */
  readonly history: readonly VersionStatement[];
  /** The first later version that asks again the people who agreed to this one. */
  readonly askedAgainBy: VersionStatement | null;
}

const tellVersion = (version: NoticeVersion): VersionStatement => ({
  version: version.version,
  versionId: version.id,
  publishedAt: version.publishedAt,
  publishedBy: version.publishedBy,
  currentUntil: version.currentUntil ?? null,
  askAgain: version.askAgain ?? false,
});

const tellHash = (storedWithConsent: string, version: LineageVersion, content: NoticeContent | null): HashStatement => {
  const storedWithVersion = version.contentHash;
  const recomputed = content === null ? null : contentHash(content);
  const agree = storedWithConsent === storedWithVersion && storedWithVersion === recomputed;
  return { storedWithConsent, storedWithVersion, recomputed, agree };
};

const tellText = (content: NoticeContent | null, lang: Lang): NoticeStatement['text'] => {
  const text = content?.descriptionHtml[lang];
  return text === undefined ? null : { lang, title: content?.title[lang] ?? null, descriptionHtml: text };
};

/** Tells what was agreed to. */
export const tellNotice = ({ consent, version, history, ...held }: Holdings): NoticeStatement => {
  const content = held.content ?? null;
  const { publishedAt, currentUntil, askedAgainBy, validityDays } = version;
  const given = consent.time.toISOString();
  return {
    ...tellVersion(version),
    pid: version.pid,
    name: version.name,
    wasCurrent: publishedAt <= given && (currentUntil === undefined || given < currentUntil),
    languages: version.languages,
    validityDays,
    text: tellText(content, consent.lang),
    content,
    hash: tellHash(consent.contentHash, version, content),
    history: history.map(tellVersion),
    askedAgainBy: askedAgainBy ? tellVersion(askedAgainBy) : null,
  };
};
