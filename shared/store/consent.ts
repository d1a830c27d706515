import * as v from 'valibot';
import { Compressed, compress } from '../compression.ts';
import type { ConsentRecord } from '../schema/consent-record.ts';
import type { NewConsents, Revocation } from '../schema/consent-request.ts';
import { Proof, UserData } from '../schema/evidence.ts';
import { Channel, Lang } from '../schema/vocabulary.ts';
import { formatTime } from '../time.ts';
import type { Item, Key } from './client.ts';
import type { Project } from './project.ts';
import type { Update } from './write.ts';

const time = v.pipe(
  v.string(),
  v.transform((text) => new Date(text)),
);

/** What the service saw itself when a consent was recorded or revoked (open point 21). Not part of any answer. */
const Observed = v.object({
  userId: v.number(),
  sessionId: v.string(),
  sourceIp: v.string(),
  userAgent: v.string(),
  requestId: v.string(),
});
export type Observed = v.InferOutput<typeof Observed>;

/** A consent as stored: written once, revoked once, never edited or deleted by a function. */
const Consent = v.object({
  id: v.string(),
  projectUid: v.string(),
  projectId: v.string(),
  pid: v.number(),
  versionId: v.string(),
  /** SHA-256 of the content of the notice version that was consented to. */
  contentHash: v.string(),
  lang: Lang,
  time,
  channel: Channel,
  proof: v.pipe(Compressed, Proof),
  userData: v.pipe(Compressed, UserData),
  observed: Observed,
  revoked: v.boolean(),
  revokeTime: v.optional(time),
  revokeChannel: v.optional(Channel),
  revokeProof: v.optional(v.pipe(Compressed, Proof)),
  revokeObserved: v.optional(Observed),
});
export type Consent = v.InferOutput<typeof Consent>;

export const consentKey = (accountId: string, id: string): Key => ({
  PK: `ACCOUNT#${accountId}#CONSENT#${id}`,
  SK: 'CONSENT',
});

/** Partition of the index that lists a project's consents, newest first. */
export const projectConsents = (accountId: string, projectUid: string): string =>
  `ACCOUNT#${accountId}#PROJECT#${projectUid}`;

export const parseConsent = (item: Item): Consent => v.parse(Consent, item);

/** A notice version as a consent refers to it. */
export type ConsentedVersion = Pick<Consent, 'pid' | 'versionId' | 'contentHash'>;

/** What consents recorded by one request have in common, compressed once for all of them. */
export const newConsents = (
  accountId: string,
  request: NewConsents,
  { project, versions }: { readonly project: Project; readonly versions: readonly ConsentedVersion[] },
  { observed, now, newId }: { readonly observed: Observed; readonly now: Date; readonly newId: () => string },
) => {
  const common = {
    projectUid: project.uid,
    projectId: project.id,
    lang: request.lang,
    channel: request.channel,
    time: now.toISOString(),
    proof: compress(request.proof),
    userData: compress(request.userData),
    observed,
    revoked: false,
  };
  return versions.map((version) => {
    const id = newId();
    const key = consentKey(accountId, id);
    return { ...key, GSI2PK: projectConsents(accountId, project.uid), GSI2SK: id, id, ...version, ...common };
  });
};

/** A consent's item, ready to be written. */
export type NewConsent = ReturnType<typeof newConsents>[number];

/** The one change a consent ever sees; refused when there is no such consent or it is revoked already. */
export const revokeConsent = (
  accountId: string,
  { id, channel, proof }: Revocation,
  { observed, now }: { readonly observed: Observed; readonly now: Date },
): Update => ({
  update: consentKey(accountId, id),
  expression:
    'SET revoked = :true, revokeTime = :now, revokeChannel = :channel, revokeProof = :proof, revokeObserved = :observed',
  condition: 'revoked = :false',
  values: {
    ':true': true,
    ':false': false,
    ':now': now.toISOString(),
    ':channel': channel,
    ':proof': compress(proof),
    ':observed': observed,
  },
});

/** The consent as the interface answers with it (specification 2.3, in its order). */
export const toConsentRecord = (consent: Consent): ConsentRecord => ({
  id: consent.id,
  projectUid: consent.projectUid,
  projectId: consent.projectId,
  consentInformationPid: consent.pid,
  consentInformationVersionId: consent.versionId,
  lang: consent.lang,
  time: formatTime(consent.time),
  channel: consent.channel,
  channelData: {},
  proof: consent.proof,
  userData: consent.userData,
  revoked: consent.revoked,
  revokeTime: consent.revokeTime ? formatTime(consent.revokeTime) : null,
  revokeChannel: consent.revokeChannel ?? null,
  revokeChannelData: consent.revoked ? {} : null,
  revokeProof: consent.revokeProof ?? null,
});
