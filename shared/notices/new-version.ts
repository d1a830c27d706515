import { newSalt } from '../digest.ts';
import { newIdentifier, timeOf } from '../identifier.ts';
import { compress } from '../store/compression.ts';
import { keyOf } from '../store/keys.ts';
import type { Put, Update } from '../store/write.ts';
import { isNew } from '../store/write.ts';
import type { NoticeContent } from './content.ts';
import type { NoticeHead, NoticeVersion } from './notice.ts';
import { contentHash } from './text.ts';

/** Now, or just after the given version where the clock that published it is ahead of ours: history has no way back. */
export const timeAfter = ({ versionId }: Pick<NoticeHead, 'versionId'>, now: Date): Date =>
  new Date(Math.max(now.getTime(), timeOf(versionId).getTime() + 1));

/** What answers have of a content. */
const answeredOf = ({ validityDays, notification, title, descriptionHtml }: NoticeContent) => ({
  ...{ validityDays, notification, title, descriptionHtml },
});

/** What a version says of the states of its consents, none of what it leaves out. */
const stateTerms = ({ validityDays, askAgain, retentionDays }: NoticeContent) => ({
  validityDays,
  ...(askAgain !== undefined && { askAgain }),
  ...(retentionDays !== undefined && { retentionDays }),
});

/** What a head has of the content of its version. */
export const measureContent = (content: NoticeContent) => ({
  contentHash: contentHash(content),
  textBytes: Buffer.byteLength(JSON.stringify(answeredOf(content))),
});

/** What is new in the head of a notice with each of its versions. */
export const newVersion = (content: NoticeContent, publishedAt: Date) => ({
  versionId: newIdentifier(publishedAt),
  ...measureContent(content),
});

/** A version to be written. */
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
    ...{ id, pid, version, contentHash, textBytes },
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

/** The write that ends a version's time as the current one, for the transaction of the next version. */
export const endVersion = (accountId: string, versionId: string, at: Date): Update => ({
  update: keyOf.noticeVersion(accountId, versionId),
  expression: 'SET currentUntil = :at',
  condition: 'attribute_exists(PK) AND attribute_not_exists(currentUntil)',
  values: { ':at': at.toISOString() },
});
