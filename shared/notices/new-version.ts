import { newSalt } from '../runtime/digest.ts';
import { newIdentifier, timeOf } from '../runtime/identifier.ts';
import { compress } from '../store/item.ts';
import { keyOf } from '../store/keys.ts';
import type { Put, Update } from '../store/write.ts';
import { isNew } from '../store/write.ts';
import type { NoticeContent } from './content.ts';
import type { NoticeHead, NoticeVersion } from './notice.ts';
import { contentHash } from './text.ts';

/**
 * Now, or just after the given version if the clock that published it was ahead of this one: history never goes back.
 */
export const timeAfter = ({ versionId }: Pick<NoticeHead, 'versionId'>, now: Date): Date =>
  new Date(Math.max(now.getTime(), timeOf(versionId).getTime() + 1));

/** The part of a content that answers contain. */
const answeredOf = ({ validityDays, notification, title, descriptionHtml }: NoticeContent) => ({
  validityDays,
  notification,
  title,
  descriptionHtml,
});

/** The terms of a version that decide the states of its consents. Terms that it does not have are left out. */
const stateTerms = ({ validityDays, askAgain, retentionDays }: NoticeContent) => ({
  validityDays,
  ...(askAgain !== undefined && { askAgain }),
  ...(retentionDays !== undefined && { retentionDays }),
});

/** The size and the hash that a head has of its version's content. */
export const measureContent = (content: NoticeContent) => ({
  contentHash: contentHash(content),
  textBytes: Buffer.byteLength(JSON.stringify(answeredOf(content))),
});

/** The attributes of a notice's head that change with each version. */
export const newVersion = (content: NoticeContent, publishedAt: Date) => ({
  versionId: newIdentifier(publishedAt),
  ...measureContent(content),
});

interface Edition {
  readonly head: NoticeHead;
  readonly content: NoticeContent;
  readonly publishedAt: Date;
  readonly publishedBy: string;
}

/** The writes of a new version and of its text, for a transaction. */
export const putVersion = (accountId: string, { head, content, ...publication }: Edition): readonly [Put, Put] => {
  const { versionId: id, pid, version, contentHash, textBytes } = head;
  const { publishedAt, publishedBy } = publication;
  const facts: NoticeVersion = {
    id,
    pid,
    version,
    contentHash,
    textBytes,
    languages: Object.keys(content.descriptionHtml),
    ...stateTerms(content),
    publishedAt: publishedAt.toISOString(),
    publishedBy,
  };
  return [
    { put: { ...keyOf.noticeVersion(accountId, id), ...facts, salt: newSalt() }, ...isNew },
    { put: { ...keyOf.noticeText(accountId, id), content: compress(content) }, ...isNew },
  ];
};

/** The write that ends the current version's time, for the transaction of the next version. */
export const endVersion = (accountId: string, versionId: string, at: Date): Update => ({
  update: keyOf.noticeVersion(accountId, versionId),
  expression: 'SET currentUntil = :at',
  condition: 'attribute_exists(PK) AND attribute_not_exists(currentUntil)',
  values: { ':at': at.toISOString() },
});
