import * as v from 'valibot';
import { limits } from '../api/limits.ts';
import type { LoggedConsent } from '../consents/consent.ts';
import type { FacetName } from '../consents/facets.ts';
import { facetNames } from '../consents/facets.ts';
import type { StoredObserved } from '../consents/observed.ts';
import { meansOf } from '../consents/observed-means.ts';
import { toNoticeNaming } from '../notices/content.ts';
import type { NoticeVersion } from '../notices/notice.ts';
import { lastWrittenMoment } from '../runtime/time.ts';
import { storedId } from '../schema/scalar.ts';
import { Channel, Lang } from '../schema/vocabulary.ts';
import type { ErasedLeaf, GivenLeaf, ObservedLeaf, PublishedLeaf, RevokedLeaf } from './leaf-schema.ts';

/**
 * Milliseconds since the epoch, up to the end of the year 9999. Later times have another form, which sorts differently.
 * No event has one.
 */
const Moment = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(lastWrittenMoment));

/** The facets of a consent, in forms that are strict and short. */
const facets = {
  projectUid: v.pipe(v.string(), v.maxLength(2 * limits.keyCharacters)),
  pid: v.pipe(v.number(), v.safeInteger()),
  versionId: storedId,
  lang: Lang,
  channel: Channel,
} satisfies Record<FacetName, v.GenericSchema>;

/** The traits by which a consent is counted. */
const Facets = v.object({
  ...facets,
  /** When it was given, in milliseconds since the epoch. */
  given: Moment,
  /** When it was revoked, if that was before it was erased. */
  revoked: v.optional(Moment),
  /** For a removed consent: when it was first erased, if its evidence was kept until then. */
  erased: v.optional(Moment),
});

/**
 * Something that happened to evidence. Nothing in it identifies a person. The forms are strict and short: an event in
 * another form, from a record that somebody else wrote into the table, would stop the log.
 */
export const LogEvent = v.object({
  kind: v.picklist(['recorded', 'imported', 'revoked', 'erased', 'removed', 'published', 'key', 'operation']),
  /** Id of the consent, the notice version or the entry of the operations log. For a key, the first 32 hexadecimal digits of its thumbprint. */
  id: storedId,
  /** Absent for an evidence key and for an entry of the operations log. */
  account: v.optional(storedId),
  /**
   * When it happened according to the record, in milliseconds since the epoch. For an imported consent, when it was
   * imported.
   */
  time: Moment,
  /** Facets of a consent, such as `lang`. */
  facets: v.optional(Facets),
  /** By what it was confirmed or revoked, if not by a call of the site. A leaf says the same, and more. */
  by: v.optional(v.picklist(['link', 'mailbox'])),
  /** For an erased consent: it came into the register as erased, so it has no other event. */
  isFirst: v.optional(v.literal(true)),
  /** For a published version. */
  notice: v.optional(
    v.object({ pid: v.pipe(v.number(), v.safeInteger()), version: v.pipe(v.number(), v.safeInteger()) }),
  ),
});
export type LogEvent = v.InferOutput<typeof LogEvent>;

/** What an event says, in one text: those of two records are the same if the records agree in it. */
export const fingerprintEvent = ({ kind, id, account, time, facets: own, notice }: LogEvent): string => {
  const members = [kind, id, account, time, ...facetNames.map((name) => own?.[name]), own?.given, own?.revoked];
  return JSON.stringify([...members, notice?.pid, notice?.version]);
};

/** The kinds of events that end a consent. */
export const endKinds = ['revoked', 'erased', 'removed'] as const;
export type EndKind = (typeof endKinds)[number];

/** An event and its leaf. */
export interface Leaf {
  readonly event: LogEvent;
  /** SHA-256 of the salt and the canonical JSON of the leaf's statement: 32 bytes. */
  readonly entry: Uint8Array;
}

/**
 * What a leaf of the log commits to: the canonical JSON (RFC 8785) of one of these (docs/evidence-format.md, The log).
 * Evidence documents contain those of a consent and of the versions of its notice. Times are ISO 8601, hashes SHA-256
 * in hexadecimal digits.
 */
export type LeafStatement =
  | GivenLeaf
  | RevokedLeaf
  | ErasedLeaf
  | { readonly event: 'consent.removed'; readonly account: string; readonly consent: string }
  | PublishedLeaf
  | EvidenceKeyLeaf
  | OperationLeaf;

/** A consent as far as its leaves state it: without what they have hashes of. */
export type LeafConsent = Omit<LoggedConsent, 'proof' | 'userData' | 'revokeProof'>;

/** @param hashes of the proof and the userData */
export const toGivenLeaf = (
  account: string,
  consent: LeafConsent,
  hashes: Pick<GivenLeaf, 'proofHash' | 'userDataHash'>,
): GivenLeaf => ({
  event: consent.imported ? 'consent.imported' : 'consent.recorded',
  ...toConsentMembers(account, consent),
  time: consent.time.toISOString(),
  ...(consent.receivedBy !== undefined && { receivedBy: consent.receivedBy }),
  ...hashes,
});

/** @param proofHash of the proof of the revocation */
export const toRevokedLeaf = (account: string, consent: RevokedConsent, proofHash: string): RevokedLeaf => ({
  event: 'consent.revoked',
  account,
  consent: consent.id,
  ...(consent.revokeReceivedBy !== undefined && { receivedBy: consent.revokeReceivedBy }),
  proofHash,
  ...toRevocationMembers(consent),
});

export const toErasedLeaf = (account: string, consent: LeafConsent & { readonly eraseTime: Date }): ErasedLeaf => ({
  event: 'consent.erased',
  ...toConsentMembers(account, consent),
  time: consent.eraseTime.toISOString(),
  given: consent.time.toISOString(),
  revocation: wasRevoked(consent) ? toRevocationMembers(consent) : null,
});

export const toPublishedLeaf = (account: string, published: NoticeVersion): PublishedLeaf => {
  const { pid, version, contentHash, languages, validityDays } = published;
  return {
    event: 'notice.published',
    account,
    pid,
    version,
    versionId: published.id,
    contentHash,
    time: published.publishedAt,
    by: published.publishedBy,
    languages,
    validityDays,
    askAgain: published.askAgain ?? false,
    retentionDays: published.retentionDays ?? null,
  };
};

type RevokedConsent = LeafConsent & { readonly revokeTime: Date };

/** Whether it was revoked before its erasure, which stores a consent in force as revoked. */
export const wasRevoked = <Any extends LeafConsent>(consent: Any): consent is Any & RevokedConsent =>
  consent.revokeTime !== undefined && consent.revokeTime.getTime() !== consent.eraseTime?.getTime();

const toObservedLeaf = (observed: StoredObserved | undefined): ObservedLeaf | null =>
  observed === undefined
    ? null
    : {
        ...meansOf(observed),
        requestId: observed.requestId,
        sourceIp: observed.sourceIp ?? null,
        userAgent: observed.userAgent ?? null,
      };

const toConsentMembers = (account: string, consent: LeafConsent) => {
  const { id, projectUid, projectId, pid, versionId, contentHash, byPid, lang, channel, imported } = consent;
  return {
    account,
    consent: id,
    lang,
    channel,
    project: { uid: projectUid, id: projectId },
    notice: { pid, versionId, contentHash },
    noticeNamedBy: toNoticeNaming(byPid),
    imported: imported
      ? { source: imported.source, line: imported.line, time: imported.at.toISOString(), by: imported.by }
      : null,
    observed: toObservedLeaf(consent.observed),
  };
};

const toRevocationMembers = ({ revokeTime, revokeChannel, revokeObserved, imported }: RevokedConsent) => ({
  time: revokeTime.toISOString(),
  channel: revokeChannel ?? null,
  observed: toObservedLeaf(revokeObserved),
  imported: imported?.withRevocation === true,
});

/** A key that signs evidence from now on. */
interface EvidenceKeyLeaf {
  readonly event: 'evidence-key.used';
  readonly kid: string;
  readonly stage: string;
  readonly usedFrom: string;
  /** The public key: its coordinates on P-256, as a JWK has them. */
  readonly x: string;
  readonly y: string;
}

/** An entry of the operations log. Its salt keeps it from being guessed. */
interface OperationLeaf {
  readonly event: 'operation.logged';
  readonly id: string;
  readonly time: string;
  readonly by: string;
  readonly command: string;
  readonly target: Readonly<Record<string, string | number | boolean>>;
  readonly reason: string | null;
}
