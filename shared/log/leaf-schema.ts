import * as v from 'valibot';
import { ReceivedBy } from '../consents/arrival.ts';
import { ObservedLink } from '../consents/observed-link.ts';
import { ObservedMailbox } from '../consents/observed-mailbox.ts';
import { NoticeNaming } from '../notices/content.ts';
import { hexDigest, identifier, integer, isoTime, keyId } from '../schema/scalar.ts';
import { Channel, Lang } from '../schema/vocabulary.ts';

const hashOf = (what: string) => v.pipe(hexDigest, v.description(`SHA-256 of the canonical JSON of ${what}, in hex.`));

const seen = {
  sourceIp: v.pipe(v.nullable(v.string()), v.description('`null` if the consent was erased. So is `userAgent`.')),
  userAgent: v.nullable(v.string()),
  requestId: v.string(),
};

/**
 * What a register observed of a call, by whatever means somebody called (docs/api.md, What the register observes). What
 * only one of the means has tells them apart.
 */
export const ObservedLeaf = v.union([
  v.strictObject({ userId: integer, sessionId: v.pipe(v.string(), v.description('The session of a login.')), ...seen }),
  v.strictObject({ userId: integer, keyId: v.pipe(keyId, v.description('The key for machines.')), ...seen }),
  v.strictObject({ link: ObservedLink, ...seen }),
  v.strictObject({ mailbox: ObservedMailbox, ...seen }),
]);
export type ObservedLeaf = v.InferOutput<typeof ObservedLeaf>;

const observedIfAny = v.pipe(
  v.nullable(ObservedLeaf),
  v.description('What the register observed of the call. Of an imported call, what the file says that another did.'),
);

const ImportedLeaf = v.strictObject({
  source: v.pipe(v.string(), v.description('Name that the operator gave the source.')),
  line: v.pipe(integer, v.description('Line of the file, from 1.')),
  time: isoTime,
  by: v.string(),
});

/** The members of all leaves of a consent. They identify it and stay when it is erased. */
const consentEntries = {
  account: identifier,
  consent: v.pipe(identifier, v.description('Id of the consent.')),
  project: v.strictObject({ uid: v.string(), id: identifier }),
  notice: v.strictObject({
    pid: integer,
    versionId: identifier,
    contentHash: hashOf('the text to which the person agreed'),
  }),
  noticeNamedBy: v.pipe(
    v.nullable(NoticeNaming),
    v.description(
      'How the site named the notice: by the id of the version, or by its PID, which means the version that was current. `null` if this was not kept.',
    ),
  ),
  lang: Lang,
  channel: Channel,
  imported: v.pipe(
    v.nullable(ImportedLeaf),
    v.description('Where the consent was imported from. `null` if this register recorded it.'),
  ),
  observed: observedIfAny,
};

const importedRevocation = v.pipe(v.boolean(), v.description('Whether the revocation was imported with the consent.'));

/** A consent that was recorded here or imported. */
export const GivenLeaf = v.strictObject({
  event: v.picklist(['consent.recorded', 'consent.imported']),
  ...consentEntries,
  time: v.pipe(isoTime, v.description('When the consent was given.')),
  receivedBy: v.exactOptional(ReceivedBy),
  proofHash: hashOf('the proof'),
  userDataHash: hashOf('the userData'),
});
export type GivenLeaf = v.InferOutput<typeof GivenLeaf>;

export const RevokedLeaf = v.strictObject({
  event: v.literal('consent.revoked'),
  account: identifier,
  consent: identifier,
  time: v.pipe(isoTime, v.description('When the consent was revoked.')),
  channel: v.nullable(Channel),
  receivedBy: v.exactOptional(ReceivedBy),
  proofHash: hashOf('the proof of the revocation'),
  observed: observedIfAny,
  imported: importedRevocation,
});
export type RevokedLeaf = v.InferOutput<typeof RevokedLeaf>;

/** What stays of an erased consent. */
export const ErasedLeaf = v.strictObject({
  event: v.literal('consent.erased'),
  ...consentEntries,
  time: v.pipe(isoTime, v.description('When the consent was erased.')),
  given: v.pipe(isoTime, v.description('When the consent was given.')),
  revocation: v.pipe(
    v.nullable(
      v.strictObject({
        time: isoTime,
        channel: v.nullable(Channel),
        observed: observedIfAny,
        imported: importedRevocation,
      }),
    ),
    v.description('`null` if the consent was erased while it was in force.'),
  ),
});
export type ErasedLeaf = v.InferOutput<typeof ErasedLeaf>;

/** A published version, with everything of it that decides the states of consents, or that is copied out of its text. */
export const PublishedLeaf = v.strictObject({
  event: v.literal('notice.published'),
  account: identifier,
  pid: integer,
  version: v.pipe(integer, v.description('Number of the version among those of its notice, from 1 without a gap.')),
  versionId: identifier,
  contentHash: hashOf('the content of the version'),
  time: v.pipe(isoTime, v.description('When the version was published, and became the current one.')),
  by: v.string(),
  askAgain: v.pipe(v.boolean(), v.description('Whether people who agreed to an earlier version must agree again.')),
  languages: v.pipe(v.array(v.string()), v.description('Languages in which the version has a text, in its order.')),
  validityDays: v.pipe(integer, v.description('Days for which a consent to the version holds. 0 means no limit.')),
  retentionDays: v.pipe(
    v.nullable(integer),
    v.description('Days for which a consent is kept after its end. `null` if the version does not say.'),
  ),
});
export type PublishedLeaf = v.InferOutput<typeof PublishedLeaf>;
