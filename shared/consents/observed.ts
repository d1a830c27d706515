import * as v from 'valibot';
import type { observeRequest } from '../http/event.ts';
import { HexBytes, toHexBytes } from '../store/item.ts';
import type { Item } from '../store/table.ts';
import type { ObservedMeans } from './observed-means.ts';
import { linkKeys } from './person-data.ts';

/**
 * What the service itself observed of a consent or a revocation. No answer shows it (docs/api.md, What the
 * register observes).
 */
export type Observed = ObservedMeans & ReturnType<typeof observeRequest>;

/** What is observed by whatever means somebody calls. An erasure removes what may identify the person. */
const seen = {
  sourceIp: v.optional(v.string()),
  userAgent: v.optional(v.string()),
  requestId: v.string(),
};

const StoredLink = v.object({
  key: v.picklist(linkKeys),
  userId: v.number(),
  day: v.string(),
  keyId: v.exactOptional(HexBytes),
});

const StoredMailbox = v.object({
  userId: v.number(),
  sessionId: v.exactOptional(HexBytes),
  keyId: v.exactOptional(HexBytes),
  askedAt: v.string(),
  mailedAt: v.nullable(v.string()),
  userActivated: v.boolean(),
});

/** The observed facts as they are read. */
export const StoredObserved = v.union([
  v.object({ userId: v.number(), sessionId: HexBytes, ...seen }),
  v.object({ userId: v.number(), keyId: HexBytes, ...seen }),
  v.object({ link: StoredLink, ...seen }),
  v.object({ mailbox: StoredMailbox, ...seen }),
]);
export type StoredObserved = v.InferOutput<typeof StoredObserved>;

/** The names of what an erasure leaves of them. */
export const remainingOfObserved: readonly string[] = ['userId', 'sessionId', 'keyId', 'link', 'mailbox', 'requestId'];

const storeIds = (members: object): Item =>
  Object.fromEntries(
    Object.entries(members).map(([name, member]) => [
      name,
      name === 'sessionId' || name === 'keyId' ? toHexBytes(String(member)) : member,
    ]),
  );

/** Converts the observed facts to their stored form. */
export const storeObserved = (observed: StoredObserved): Item => ({
  ...storeIds(observed),
  ...('link' in observed && { link: storeIds(observed.link) }),
  ...('mailbox' in observed && { mailbox: storeIds(observed.mailbox) }),
});
