import * as v from 'valibot';
import { ProjectUid } from '../accounts/request.ts';
import { noticeGivenTwice, Pids, referTo, VersionIds } from '../notices/request.ts';
import type { Given } from '../schema/rule.ts';
import { excludes, isGiven, rule } from '../schema/rule.ts';
import { identifier, says } from '../schema/scalar.ts';
import { Channel, Lang } from '../schema/vocabulary.ts';
import { findableValues, GivenProof, GivenUserData } from './evidence.ts';

const noticeMissing = (given: Given): boolean =>
  !isGiven(given.consentInformationPid) && !isGiven(given.consentInformationVersionId);

/** Of a request, as all schemas of its parameters. */
export const ConsentChannel = v.pipe(Channel, v.description('How the consent came in.'));

/** userData of a consent, which is somebody's. */
export const SomeUserData = v.pipe(
  GivenUserData,
  v.minEntries(1, says('missing', 'Must have at least one member, as userData[email].')),
  v.description(
    'Who it is. Known members are `first_name`, `last_name`, `email`, `phone`, `mobile_phone` and `tax_code` (VAT number or fiscal code); any other is allowed. A value is a text, or has a `label` and a `value`.',
  ),
);

/** The parameters of new consents. `isList` tells whether the notices were given as an array, which the answer then is too. */
export const NewConsents = v.pipe(
  v.strictObject({
    projectUid: v.pipe(ProjectUid, v.description('UID of the project, as the operator made it.')),
    consentInformationPid: v.optional(
      v.pipe(
        Pids,
        v.description(
          'PIDs of notices, one or an array. Needed unless `consentInformationVersionId` is given, which it excludes.',
        ),
      ),
    ),
    consentInformationVersionId: v.optional(
      v.pipe(
        VersionIds,
        v.description(
          'Ids of versions of notices, one or an array. Needed unless `consentInformationPid` is given, which it excludes.',
        ),
      ),
    ),
    lang: v.optional(
      v.pipe(
        Lang,
        v.description(
          'Language in which the text was shown. It is recorded as given, also where the notice has no text in it.',
        ),
      ),
      'eng',
    ),
    channel: v.optional(ConsentChannel, 'web'),
    proof: GivenProof,
    userData: SomeUserData,
  }),
  rule('consentInformationVersionId', excludes('consentInformationPid'), noticeGivenTwice),
  rule(
    'consentInformationPid',
    says('missing', 'This parameter or consentInformationVersionId is required.'),
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
  channel: v.optional(v.pipe(Channel, v.description('How the revocation came in.')), 'web'),
  proof: GivenProof,
});
export type Revocation = v.InferOutput<typeof Revocation>;
