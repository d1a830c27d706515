import * as v from 'valibot';
import { ProjectUid } from '../identity/project-request.ts';
import { noticeNamedTwice, Pids, referTo, VersionIds } from '../notices/notice-request.ts';
import type { Given } from '../schema/scalar.ts';
import { excludes, identifier, isGiven, rule, ruleMessage } from '../schema/scalar.ts';
import { Channel, Lang } from '../schema/vocabulary.ts';
import { findableValues, GivenProof, GivenUserData } from './person-data.ts';

const noticeMissing = (given: Given): boolean =>
  !isGiven(given.consentInformationPid) && !isGiven(given.consentInformationVersionId);

export const ConsentChannel = v.pipe(Channel, v.description('How the consent reached you.'));

/** userData of a consent, with at least one member. */
export const SomeUserData = v.pipe(
  GivenUserData,
  v.minEntries(1, ruleMessage('missing', 'Must have at least one member, such as userData[email].')),
  v.description(
    'Who the person is. The known members are `first_name`, `last_name`, `email`, `phone`, `mobile_phone` and `tax_code` (VAT number or fiscal code). Any other name is allowed. A value is a string, or an object with a `label` and a `value`.',
  ),
);

/**
 * The parameters of new consents. If `isList` is true, the notices came as an array, and the answer must have a list
 * too.
 */
export const NewConsents = v.pipe(
  v.strictObject({
    projectUid: v.pipe(ProjectUid, v.description('UID of the project, as set by the operator.')),
    consentInformationPid: v.optional(
      v.pipe(
        Pids,
        v.description('PIDs of notices, one or an array. Send this or `consentInformationVersionId`, not both.'),
      ),
    ),
    consentInformationVersionId: v.optional(
      v.pipe(
        VersionIds,
        v.description('Ids of notice versions, one or an array. Send this or `consentInformationPid`, not both.'),
      ),
    ),
    lang: v.optional(
      v.pipe(
        Lang,
        v.description(
          'Language in which the person saw the text. It is recorded even if the notice has no text in it.',
        ),
      ),
      'eng',
    ),
    channel: v.optional(ConsentChannel, 'web'),
    proof: GivenProof,
    userData: SomeUserData,
  }),
  rule('consentInformationVersionId', excludes('consentInformationPid'), noticeNamedTwice),
  rule(
    'consentInformationPid',
    ruleMessage('missing', 'This parameter or consentInformationVersionId is required.'),
    noticeMissing,
  ),
  v.transform(({ consentInformationPid, consentInformationVersionId, ...rest }) => ({
    ...rest,
    ...referTo({ consentInformationPid, consentInformationVersionId }),
    values: findableValues(rest.userData),
  })),
);
export type NewConsents = v.InferOutput<typeof NewConsents>;

/** The parameters of a revocation. */
export const Revocation = v.strictObject({
  id: v.pipe(identifier, v.description('Id of the consent.')),
  channel: v.optional(v.pipe(Channel, v.description('How the revocation reached you.')), 'web'),
  proof: GivenProof,
});
export type Revocation = v.InferOutput<typeof Revocation>;
