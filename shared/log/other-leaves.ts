import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { parseLogEntry } from '../identity/operations-log.ts';
import type { EvidenceKey } from '../identity/keys/evidence-keys.ts';
import type { NoticeVersion } from '../notices/notice.ts';
import { parseNoticeVersion } from '../notices/notice.ts';
import type { Item } from '../store/client.ts';
import { keyOf } from '../store/keys.ts';
import { noSalt, toLeaf } from './commitment.ts';
import type { PublishedLeaf } from './leaf-statement.ts';
import type { Leaf, LogEvent } from './log-event.ts';

const Salted = v.object({ salt: v.optional(v.instance(Uint8Array), noSalt) });

/** The event of a published version, by which the index finds its leaf. */
const eventOfVersion = (account: string, { id, pid, version, publishedAt }: NoticeVersion): LogEvent => ({
  ...{ kind: 'published', id, account, time: Date.parse(publishedAt) },
  notice: { pid, version },
});

const tellPublished = (account: string, published: NoticeVersion, validityDays: number): PublishedLeaf => {
  const { id: versionId, pid, version, contentHash, publishedAt: time, publishedBy: by, languages } = published;
  return {
    event: 'notice.published',
    ...{ account, pid, version, versionId, contentHash, time, by, languages, validityDays },
    askAgain: published.askAgain ?? false,
    retentionDays: published.retentionDays ?? null,
  };
};

/** The leaf of a notice version. @throws Error when it lacks its terms, as in the form before there was a log */
export const leafOfVersion = (account: string, item: Item): Leaf => {
  const published = parseNoticeVersion(item);
  const { salt } = v.parse(Salted, item);
  if (keyOf.noticeVersion(account, published.id).SK !== item.SK) throw new Error('The key of a version names another.');
  if (published.validityDays === undefined) throw new Error('A version lacks the terms that its leaf commits to.');
  return toLeaf(eventOfVersion(account, published), salt, tellPublished(account, published, published.validityDays));
};

/** The leaf of an entry of the operations log. @throws Error when it is not under its own key */
export const leafOfOperation = (item: Item): Leaf => {
  const { id, at, by, command, target, reason = null } = parseLogEntry(item);
  const { salt } = v.parse(Salted, item);
  if (keyOf.operation(id).SK !== item.SK) throw new Error('The key of an entry of the operations log names another.');
  const event: LogEvent = { kind: 'operation', id, time: Date.parse(at) };
  return toLeaf(event, salt, { event: 'operation.logged', id, time: at, by, command, target, reason });
};

/** The leaf of an evidence key. */
export const leafOfEvidenceKey = ({ kid, stage, usedFrom, jwk: { x, y } }: EvidenceKey): Leaf => {
  const id = createHash('sha256').update(kid).digest('hex').slice(0, 32);
  const event: LogEvent = { kind: 'key', id, time: Date.parse(usedFrom) };
  return toLeaf(event, noSalt, { event: 'evidence-key.used', kid, stage, usedFrom, x, y });
};
