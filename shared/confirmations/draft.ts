import { createHash, randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { lifetimes } from '../api/limits.ts';
import type { NewConsents } from '../consents/consent-request.ts';
import { findableValues, Proof, UserData } from '../consents/person-data.ts';
import type { NamedVersion } from '../notices/notice.ts';
import { isNamedByPid } from '../notices/notice-request.ts';
import { epochSeconds } from '../runtime/time.ts';
import { keyId, storedId, storedTime } from '../schema/scalar.ts';
import { Channel, Lang } from '../schema/vocabulary.ts';
import { Compressed, compress, unpack } from '../store/item.ts';
import { keyOf } from '../store/keys.ts';
import type { Item, Key } from '../store/table.ts';
import type { Put, Update } from '../store/write.ts';
import { isNew } from '../store/write.ts';

const secretBytes = 32;
const accountBytes = 16;

/** Where a request to confirm is, as only its mail knows: an account, and a secret by whose hash the item is found. */
export interface DraftPlace {
  readonly accountId: string;
  readonly secretDigest: string;
}

const toPlace = (bytes: Buffer): DraftPlace => ({
  accountId: bytes.toString('hex', 0, accountBytes),
  secretDigest: createHash('sha256').update(bytes.subarray(accountBytes)).digest('base64url'),
});

/** A new place with the text that leads to it: 64 characters of base64url. */
export const newPlace = (accountId: string): DraftPlace & { readonly text: string } => {
  const bytes = Buffer.concat([Buffer.from(accountId, 'hex'), randomBytes(secretBytes)]);
  return { ...toPlace(bytes), text: bytes.toString('base64url') };
};

/** The place that a text leads to; undefined for a text that no mail has. Its bytes are whole, so each has one spelling. */
export const readPlace = (text: string): DraftPlace | undefined =>
  /^[\w-]{64}$/.test(text) ? toPlace(Buffer.from(text, 'base64url')) : undefined;

export const keyOfDraft = ({ accountId, secretDigest }: DraftPlace): Key => keyOf.confirmation(accountId, secretDigest);

const by = { userId: v.number(), at: storedTime };

/** Who asked for the confirmation, by a session or a key for machines, and when. */
export const Asked = v.union([v.strictObject({ ...by, sessionId: storedId }), v.strictObject({ ...by, keyId })]);
export type Asked = v.InferOutput<typeof Asked>;

/** What is recorded once it is confirmed. The versions are those of the moment at which it was asked for. */
const Contents = v.object({
  projectUid: v.string(),
  projectId: v.string(),
  versions: v.array(v.object({ pid: v.number(), versionId: v.string(), contentHash: v.string() })),
  byPid: v.boolean(),
  lang: Lang,
  channel: Channel,
  proof: Proof,
  userData: UserData,
  asked: Asked,
});
export type Contents = v.InferOutput<typeof Contents>;

/** Why a link works no longer before its end. */
const Voided = v.picklist(['replaced', 'refused', 'erased']);
export type Voided = v.InferOutput<typeof Voided>;

/**
 * A request to confirm. At its top is nothing of the person, and nothing that the stream of the table takes for a consent or a
 * version. What was confirmed or voided has no contents.
 */
const Draft = v.object({
  id: v.optional(v.string()),
  contents: v.optional(Compressed),
  /** Its end, in seconds. Code checks it; that DynamoDB deletes the item only tidies up. */
  expiresAt: v.number(),
  mailedAt: v.optional(storedTime),
  confirmedAt: v.optional(storedTime),
  consentIds: v.optional(v.array(v.string())),
  voided: v.optional(Voided),
});
export type Draft = v.InferOutput<typeof Draft>;

/** The attributes of these, without keys. */
export const draftAttributes: readonly string[] = Object.keys(Draft.entries);

export const parseDraft = (item: Item): Draft => v.parse(Draft, item);

export const openContents = (contents: Uint8Array): Contents => v.parse(Contents, unpack(contents).value);

/** The end of a request that is made now, in seconds. */
export const endOf = (now: Date): number => epochSeconds(now) + lifetimes.confirmationSeconds;

type RequestedConsents = Omit<NewConsents, 'notices' | 'isList' | 'values'>;

/** What a request asks for, with who asked, and the versions of this moment. */
export const toContents = (
  request: NewConsents,
  { project, versions }: { readonly project: { readonly id: string }; readonly versions: readonly NamedVersion[] },
  asked: Asked,
): Contents => {
  const { projectUid, lang, channel, proof, userData }: RequestedConsents = request;
  return {
    ...{ projectUid, projectId: project.id, lang, channel, proof, userData, asked },
    versions: versions.map(({ pid, versionId, contentHash }) => ({ pid, versionId, contentHash })),
    byPid: isNamedByPid(request),
  };
};

/** The parameters of `add` that stand for the contents. */
export const toNewConsents = ({
  versions,
  byPid,
  projectUid,
  lang,
  channel,
  proof,
  userData,
}: Contents): NewConsents => ({
  ...{ projectUid, lang, channel, proof, userData },
  notices: versions.map(({ pid, versionId }) => (byPid ? { pid } : { versionId })),
  isList: versions.length > 1,
  values: findableValues(userData),
});

export const putDraft = (place: DraftPlace, id: string, contents: Contents, end: number): Put => ({
  put: { ...keyOfDraft(place), id, contents: compress(contents), expiresAt: end },
  ...isNew,
});

/** Notes that Amazon SES accepted the mail. */
export const noteMailed = (place: DraftPlace, at: Date): Update => ({
  update: keyOfDraft(place),
  expression: 'SET mailedAt = :at',
  condition: 'attribute_exists(PK)',
  values: { ':at': at.toISOString() },
});

/** Voids a link, and deletes what it would record. It is refused where nothing is left to record: what has ended stays as it is. */
export const voidDraft = (place: DraftPlace, how: Voided): Update => ({
  update: keyOfDraft(place),
  expression: 'SET voided = :how REMOVE contents',
  condition: 'attribute_exists(contents)',
  values: { ':how': how },
});

/** Voids a link whose consents an erasure takes, and removes their ids. */
export const eraseConfirmed = (place: DraftPlace): Update => ({
  update: keyOfDraft(place),
  expression: 'SET voided = :how REMOVE consentIds',
  condition: 'attribute_exists(confirmedAt)',
  values: { ':how': 'erased' satisfies Voided },
});

/** Notes the consents that are recorded with this write. It is refused if others were, or if the link is void. */
export const confirmDraft = (place: DraftPlace, consentIds: readonly string[], now: Date): Update => ({
  update: keyOfDraft(place),
  expression: 'SET confirmedAt = :now, consentIds = :ids REMOVE contents',
  condition: 'attribute_exists(contents) AND attribute_not_exists(confirmedAt) AND attribute_not_exists(voided)',
  values: { ':now': now.toISOString(), ':ids': [...consentIds] },
});
