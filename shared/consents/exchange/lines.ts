import * as v from 'valibot';
import { NoticeContent, NoticeNaming, toNoticeNaming } from '../../notices/content.ts';
import type { NoticeHead, NoticeVersion } from '../../notices/notice.ts';
import { listNotices, listNoticeVersions, parseNoticeText } from '../../notices/notice.ts';
import { toChunks } from '../../runtime/values.ts';
import { hexDigest, keyId, storedId, storedTime } from '../../schema/scalar.ts';
import { Channel, Lang } from '../../schema/vocabulary.ts';
import { keyOf } from '../../store/keys.ts';
import { batchGetNamed } from '../../store/read.ts';
import type { Item, Table } from '../../store/table.ts';
import type { Consent } from '../consent.ts';
import type { StoredObserved } from '../observed.ts';
import { ObservedLink } from '../observed-link.ts';
import { ObservedMailbox } from '../observed-mailbox.ts';
import { meansOf } from '../observed-means.ts';
import { Proof, UserData } from '../person-data.ts';

const seenBy = <Means extends v.ObjectEntries>(means: Means) =>
  v.strictObject({
    ...means,
    sourceIp: v.nullable(v.string()),
    userAgent: v.nullable(v.string()),
    requestId: v.string(),
  });

const userId = v.pipe(v.number(), v.integer());

const Seen = v.union([
  seenBy({ userId, sessionId: storedId }),
  seenBy({ userId, keyId }),
  seenBy({ link: ObservedLink }),
  seenBy({ mailbox: ObservedMailbox }),
]);

/**
 * A whole consent as one line of JSON, for export and import. The names are those of the interface, and no member is
 * left out (docs/import-export.md, Export).
 */
export const ConsentLine = v.strictObject({
  id: storedId,
  projectUid: v.string(),
  projectId: storedId,
  consentInformationPid: v.pipe(v.number(), v.integer()),
  consentInformationVersionId: storedId,
  contentHash: hexDigest,
  /** How the caller named the notice. Null if that was not kept. */
  noticeNamedBy: v.nullable(NoticeNaming),
  lang: Lang,
  time: storedTime,
  channel: Channel,
  proof: Proof,
  userData: UserData,
  /** What the register that recorded it observed. Null if it was imported without this. */
  observed: v.nullable(Seen),
  revokeTime: v.nullable(storedTime),
  revokeChannel: v.nullable(Channel),
  revokeProof: v.nullable(Proof),
  revokeObserved: v.nullable(Seen),
  /** When the personal data was erased. The proofs and userData are then empty. */
  eraseTime: v.nullable(storedTime),
  imported: v.nullable(
    v.strictObject({
      source: v.string(),
      line: v.pipe(v.number(), v.integer()),
      at: storedTime,
      by: v.string(),
      /** Whether its revocation was imported with it. */
      withRevocation: v.boolean(),
    }),
  ),
});
export type ConsentLine = v.InferOutput<typeof ConsentLine>;

const toTime = (moment: Date | undefined): string | null => moment?.toISOString() ?? null;

const toObserved = (seen: StoredObserved | undefined): ConsentLine['observed'] => {
  if (seen === undefined) return null;
  const { sourceIp = null, userAgent = null, requestId } = seen;
  return { ...meansOf(seen), sourceIp, userAgent, requestId };
};

const toImported = ({ imported }: Consent): ConsentLine['imported'] => {
  if (imported === undefined) return null;
  const { source, line, at, by, withRevocation = false } = imported;
  return { source, line, at: at.toISOString(), by, withRevocation };
};

/** The line of a consent, with its members in the order of the schema. */
export const toConsentLine = (consent: Consent): ConsentLine => ({
  id: consent.id,
  projectUid: consent.projectUid,
  projectId: consent.projectId,
  consentInformationPid: consent.pid,
  consentInformationVersionId: consent.versionId,
  contentHash: consent.contentHash,
  noticeNamedBy: toNoticeNaming(consent.byPid),
  lang: consent.lang,
  time: consent.time.toISOString(),
  channel: consent.channel,
  proof: consent.proof,
  userData: consent.userData,
  observed: toObserved(consent.observed),
  revokeTime: toTime(consent.revokeTime),
  revokeChannel: consent.revokeChannel ?? null,
  revokeProof: consent.revokeProof ?? null,
  revokeObserved: toObserved(consent.revokeObserved),
  eraseTime: toTime(consent.eraseTime),
  imported: toImported(consent),
});

/** The largest PID. The next notices are numbered from an imported PID, so it must leave room for them. */
const mostPid = 999_999_999;

/** A whole notice version as one line of JSON in an export. No member is left out, except members of the content. */
export const NoticeLine = v.strictObject({
  pid: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(mostPid)),
  /** The account's name for the notice. */
  name: v.string(),
  versionId: storedId,
  version: v.pipe(v.number(), v.integer(), v.minValue(1)),
  contentHash: hexDigest,
  publishedAt: storedTime,
  /** Who published it, as in the operations log. */
  publishedBy: v.string(),
  /** When the next version was published, or null. */
  currentUntil: v.nullable(storedTime),
  /** Since when nothing new may be recorded for the notice. Null if it is in use. */
  retiredAt: v.nullable(storedTime),
  content: NoticeContent,
});
export type NoticeLine = v.InferOutput<typeof NoticeLine>;

/** @param text the item of its text */
const toNoticeLine = (notices: readonly NoticeHead[], version: NoticeVersion, text: Item | undefined): NoticeLine => {
  const name = notices.find(({ pid }) => pid === version.pid)?.name;
  if (name === undefined || text === undefined) throw new Error('A version lacks its notice or its text.');
  return {
    pid: version.pid,
    name,
    versionId: version.id,
    version: version.version,
    contentHash: version.contentHash,
    publishedAt: version.publishedAt,
    publishedBy: version.publishedBy,
    currentUntil: version.currentUntil ?? null,
    retiredAt: version.retiredAt ?? null,
    content: parseNoticeText(text),
  };
};

/** Texts to read at the same time. Each may have hundreds of kilobytes. */
const textsAtOnce = 20;

/** All versions of all notices of an account, in the order of publication. */
export async function* readNoticeLines(table: Table, accountId: string): AsyncGenerator<NoticeLine> {
  const [notices, versions] = await Promise.all([listNotices(table, accountId), listNoticeVersions(table, accountId)]);
  for (const some of toChunks(versions, textsAtOnce)) {
    const texts = await batchGetNamed(
      table,
      some.map(({ id }) => keyOf.noticeText(accountId, id)),
    );
    for (const [j, version] of some.entries()) yield toNoticeLine(notices, version, texts[j]);
  }
}

/** Names of the files in the folder of an export. */
export const exportFiles = {
  manifest: 'manifest.json',
  notices: 'notices.jsonl',
  projects: 'projects.jsonl',
  consents: (segment: number) => `consents-${segment}.jsonl`,
  table: (segment: number) => `consents-${segment}.csv`,
} as const;

/** Files of consents, with any number. */
export const consentsPattern = /^consents-\d+\.jsonl$/;

/** Files of an export, besides its manifest. */
export const exportedPattern = /^(?:consents-\d+\.(?:jsonl|csv)|notices\.jsonl|projects\.jsonl)$/;

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** The contents in numbers. */
const Counts = v.strictObject({
  consents: count,
  revoked: count,
  erased: count,
  imported: count,
  noticeVersions: count,
  projects: count,
});

/** A file on the disk. */
const ExportedFile = v.strictObject({
  name: v.pipe(v.string(), v.regex(exportedPattern)),
  bytes: count,
  sha256: v.string(),
});
export type ExportedFile = v.InferOutput<typeof ExportedFile>;

/** The last file of an export. It says that the folder is complete (docs/import-export.md, Export). */
export const Manifest = v.strictObject({
  format: v.literal('consent-register-export'),
  formatVersion: v.literal(1),
  account: v.strictObject({ id: v.string(), name: v.string() }),
  /** The table. */
  source: v.string(),
  /** Everything that existed at this time is in the export. */
  asOf: v.string(),
  finishedAt: v.string(),
  counts: Counts,
  /** Times of the first and the last consent. Null if there is none. */
  times: v.strictObject({ first: v.nullable(v.string()), last: v.nullable(v.string()) }),
  files: v.array(ExportedFile),
});
export type Manifest = v.InferOutput<typeof Manifest>;
