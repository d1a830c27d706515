import * as v from 'valibot';
import { limits } from '../limits.ts';
import { noticeGivenTwice, Pids, referTo, VersionIds } from '../notices/request.ts';
import type { Given } from '../schema/rule.ts';
import { excludes, isGiven, rule } from '../schema/rule.ts';
import { filledText, identifier, says } from '../schema/scalar.ts';
import { Channel, Lang } from '../schema/vocabulary.ts';
import { findableValues, GivenProof, GivenUserData } from './evidence.ts';

const noticeMissing = (given: Given): boolean =>
  !isGiven(given.consentInformationPid) && !isGiven(given.consentInformationVersionId);

export const ProjectUid = filledText(limits.keyCharacters);

/** userData of a consent, which is somebody's. */
export const SomeUserData = v.pipe(
  GivenUserData,
  v.minEntries(1, says('missing', 'Must have at least one member, as userData[email].')),
);

/** The parameters of new consents. `isList` tells whether the notices were given as an array, which the answer then is too. */
export const NewConsents = v.pipe(
  v.strictObject({
    projectUid: ProjectUid,
    consentInformationPid: v.optional(Pids),
    consentInformationVersionId: v.optional(VersionIds),
    lang: v.optional(Lang, 'eng'),
    channel: v.optional(Channel, 'web'),
    proof: GivenProof,
    userData: SomeUserData,
  }),
  rule('consentInformationVersionId', excludes('consentInformationPid'), noticeGivenTwice),
  rule(
    'consentInformationPid',
    says('missing', 'This parameter or consentInformationVersionId is required.'),
    noticeMissing,
  ),
  v.transform(({ projectUid, lang, channel, proof, userData, ...notices }) => ({
    projectUid,
    ...referTo(notices),
    lang,
    channel,
    proof,
    userData,
    values: findableValues(userData),
  })),
);
export type NewConsents = v.InferOutput<typeof NewConsents>;

/** The parameters of a revocation. */
export const Revocation = v.strictObject({ id: identifier, channel: v.optional(Channel, 'web'), proof: GivenProof });
export type Revocation = v.InferOutput<typeof Revocation>;
