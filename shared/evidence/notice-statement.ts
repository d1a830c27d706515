import type { NoticeContent } from '../notices/content.ts';
import type { LineageVersion } from '../notices/lineage.ts';
import type { NoticeVersion } from '../notices/notice.ts';
import { contentHash } from '../notices/text.ts';
import { remember } from '../remember.ts';
import type { Holdings } from './holdings.ts';
import type { HashStatement, NoticeStatement, VersionStatement } from './notice-schema.ts';

const tellOwn = (version: NoticeVersion): Omit<VersionStatement, 'contentHash'> => ({
  version: version.version,
  versionId: version.id,
  publishedAt: version.publishedAt,
  publishedBy: version.publishedBy,
  currentUntil: version.currentUntil ?? null,
  askAgain: version.askAgain ?? false,
  languages: version.languages,
  validityDays: version.validityDays ?? 0,
  retentionDays: version.retentionDays ?? null,
});

const tellVersion = (version: NoticeVersion): VersionStatement => ({
  ...tellOwn(version),
  contentHash: version.contentHash,
});

/** The hash of a text, computed once even if many consents share it. */
const hashOnce = remember((content: NoticeContent): string => contentHash(content));

const tellHash = (storedWithConsent: string, version: LineageVersion, content: NoticeContent | null): HashStatement => {
  const storedWithVersion = version.contentHash;
  const recomputed = content === null ? null : hashOnce(content);
  const agree = storedWithConsent === storedWithVersion && storedWithVersion === recomputed;
  return { storedWithConsent, storedWithVersion, recomputed, agree };
};

/** States to what the person agreed. */
export const tellNotice = ({ consent, version, history, ...held }: Holdings): NoticeStatement => {
  const content = held.content ?? null;
  const { publishedAt, currentUntil, askedAgainBy } = version;
  const given = consent.time.toISOString();
  return {
    ...tellOwn(version),
    pid: version.pid,
    name: version.name,
    wasCurrent: publishedAt <= given && (currentUntil === undefined || given < currentUntil),
    content,
    hash: tellHash(consent.contentHash, version, content),
    history: history.map(tellVersion),
    askedAgainBy: askedAgainBy ? tellVersion(askedAgainBy) : null,
  };
};
