const time = 'UTC, as `YYYY-MM-DD HH:MM:SS`.';
const timestamp = 'UTC, ISO 8601 with microseconds.';
const consentId = 'Id of the consent, with which it can be revoked.';
const versionId = 'Id of the version of the notice.';
const pid = 'PID of the notice.';

/** What schemas are, where their members do not say it. */
export const schemas: Readonly<Record<string, string>> = {
  Channel: 'How a consent or a revocation came in.',
  Identifier: '32 lower-case hexadecimal characters.',
  Lang: 'A language, by its code of ISO 639-3.',
  Proof: 'Any named texts.',
  UserData: 'Named values, each a text, or an object with a `label` and a `value`.',
};

/** What members of answers mean: schema -> member. */
export const members: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  TokenSet: {
    token_type: 'Goes before the access token in the header.',
    expires_in: 'Life of the access token in seconds.',
    access_token: 'For the header `Authorization: Bearer ...`.',
    refresh_token: 'For `/refresh-token`; works once.',
  },
  UserDetails: {
    id: 'Of the user.',
    name: 'Of the user, as the operator gave it.',
    email: 'With which the user logs in.',
    email_verified_at: timestamp,
    created_at: timestamp,
    updated_at: timestamp,
  },
  AddedConsent: {
    consentId,
    consentInformationVersionId: versionId,
    consentInformationPid: pid,
    time: `When it was recorded: ${time}`,
  },
  AddedConsentList: { data: 'In the order of the notices in the request.' },
  ConsentPage: {
    page: 'Number of this page, as a text.',
    totalPages: 'Number of pages.',
    results: 'Consents on this page.',
    resultsPerPage: 'Consents on a full page.',
    totalResults: 'Number of all matches.',
    data: 'Newest first.',
  },
  LatestConsent: { data: 'The latest match, or `null`.' },
  ConsentRecord: {
    id: consentId,
    projectUid: 'UID of the project.',
    projectId: 'The id behind the UID.',
    consentInformationPid: pid,
    consentInformationVersionId: versionId,
    lang: 'Language in which the text was shown.',
    time: `When it was recorded: ${time}`,
    channel: 'How the consent came in.',
    channelData: 'Empty.',
    proof: 'As it was given.',
    userData: 'As it was given.',
    revoked: 'Whether it was revoked.',
    revokeTime: `When it was revoked, or \`null\`: ${time}`,
    revokeChannel: 'How the revocation came in, or `null`.',
    revokeChannelData: 'Empty, or `null` until it is revoked.',
    revokeProof: 'As it was given with the revocation, or `null`.',
  },
  RevokedConsent: {
    revoked: 'That it is revoked.',
    consentId: 'Id of the consent.',
    consentInformationId: versionId,
    time: `When it was revoked first: ${time}`,
  },
  Notices: { data: 'By PID.' },
  ConsentInformation: {
    id: versionId,
    pid,
    version: 'Number of the version, from 1.',
    validityDays: 'For how many days a consent to it is meant to hold; 0 is without limit.',
    notification: 'As the operator set it; nothing here depends on it.',
    title: 'By language.',
    descriptionHtml: 'The text as HTML, by language.',
  },
};
