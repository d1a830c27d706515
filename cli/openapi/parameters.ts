import type { OperationName } from '../../shared/contract.ts';
import { searchDefaults } from '../../shared/search/request.ts';

const proof = 'What shows it: any named texts, usually `url` and `html`; at least one that is not empty.';
const userData =
  'Who it is. Known members are `first_name`, `last_name`, `email`, `phone`, `mobile_phone` and `tax_code` (VAT number or fiscal code); any other is allowed. A value is a text, or has a `label` and a `value`.';

/** What a parameter means, and what it is where it is not given, if the contract's schema does not say. */
export const parameters: Readonly<Record<OperationName, Readonly<Record<string, string>>>> = {
  login: { email: 'Of the user, in any case.', password: 'Every character counts.' },
  details: {},
  refreshToken: { refresh_token: 'The one that `/login` or the last refresh gave.' },
  addConsent: {
    projectUid: 'UID of the project, as the operator made it.',
    consentInformationPid:
      'PID of a notice, or an array of them. Needed unless `consentInformationVersionId` is given, which it excludes.',
    consentInformationVersionId:
      'Id of a version of a notice, or an array of them. Needed unless `consentInformationPid` is given, which it excludes.',
    lang: 'Language in which the text was shown. It is recorded as given, also where the notice has no text in it.',
    channel: 'How the consent came in.',
    proof,
    userData,
  },
  searchConsents: {
    id: 'Id of a consent.',
    projectUid: 'UID of a project.',
    consentInformationPid: 'PID of a notice: consents to any of its versions. Excludes `consentInformationVersionId`.',
    consentInformationVersionId: 'Id of a version of a notice. Excludes `consentInformationPid`.',
    lang: 'Language in which the text was shown.',
    channel: 'How the consent came in.',
    first:
      'Whether only the latest consent is wanted: `data` is then that consent, or `null`. Excludes `page` and `perPage`.',
    page: 'Number of the page, from 1.',
    perPage: 'Consents on a page.',
    userData:
      'The values to search for; a labelled one by its value. It must be there; beside `id` or `projectUid` it may be empty (`userData=` in a form).',
  },
  revokeConsent: { id: 'Id of the consent.', channel: 'How the revocation came in.', proof },
  getNotices: { pid: 'PID of a notice, or an array of them.' },
};

/** Defaults that the contract's schemas do not hold. */
export const defaults: Partial<Record<OperationName, Readonly<Record<string, unknown>>>> = {
  searchConsents: searchDefaults,
};
