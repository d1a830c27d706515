import * as v from 'valibot';
import { NoticeNaming, tellNaming } from '../../notices/content.ts';
import { hexDigest, storedId, storedTime } from '../../schema/scalar.ts';
import { Channel, Lang } from '../../schema/vocabulary.ts';
import type { StoredObserved } from '../consent.ts';
import { Proof, UserData } from '../evidence.ts';
import type { Consent } from '../opened-consent.ts';

const Seen = v.strictObject({
  userId: v.pipe(v.number(), v.integer()),
  sessionId: storedId,
  sourceIp: v.nullable(v.string()),
  userAgent: v.nullable(v.string()),
  requestId: v.string(),
});

/**
 * A whole consent as one line of JSON, for export and import. The names are those of the interface, and no member is
 * left out (docs/export.md, What is in the folder).
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

const tellTime = (moment: Date | undefined): string | null => moment?.toISOString() ?? null;

const tellSeen = (seen: StoredObserved | undefined): ConsentLine['observed'] => {
  if (seen === undefined) return null;
  const { userId, sessionId, sourceIp = null, userAgent = null, requestId } = seen;
  return { userId, sessionId, sourceIp, userAgent, requestId };
};

const tellImport = ({ imported }: Consent): ConsentLine['imported'] => {
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
  noticeNamedBy: tellNaming(consent.byPid),
  lang: consent.lang,
  time: consent.time.toISOString(),
  channel: consent.channel,
  proof: consent.proof,
  userData: consent.userData,
  observed: tellSeen(consent.observed),
  revokeTime: tellTime(consent.revokeTime),
  revokeChannel: consent.revokeChannel ?? null,
  revokeProof: consent.revokeProof ?? null,
  revokeObserved: tellSeen(consent.revokeObserved),
  eraseTime: tellTime(consent.eraseTime),
  imported: tellImport(consent),
});
