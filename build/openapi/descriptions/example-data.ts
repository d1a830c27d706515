/** Values of examples. In requests they fit the demo data, in answers they only show the form. */
export const consentId = '0199f1d4b7a87c1e9d3f5a6b8c7d2e10';
export const versionId = '0199f1d2a3447b7d8e21c0ffee12ab34';
export const otherConsentId = '0199f1d4b7a97d52a6c40b8e1f937d25';
export const otherVersionId = '0199f1d2a3467f3c95d8a1b2c3d4e5f6';
export const projectId = '0199f1d2a3457e0f9a1b2c3d4e5f6a7b';
export const time = '2026-11-21 09:30:00';
/** The same moment in an extension. */
export const zonedTime = '2026-11-21T09:30:00.250Z';
export const proof = { url: 'https://shop.example/newsletter', html: '<form>...</form>' };
export const userData = { first_name: 'Ada', email: 'ada@example.com' };
export const revokeProof = { url: 'https://shop.example/account' };

export const tokens = {
  token_type: 'Bearer',
  expires_in: 3600,
  access_token: 'eyJhbGciOiJFUzI1NiIs...',
  refresh_token: '1.0199f1d4b7a8...',
};

export const added = { consentId, consentInformationVersionId: versionId, consentInformationPid: 2, time };

export const record = {
  id: consentId,
  projectUid: 'demo-shop',
  projectId,
  consentInformationPid: 2,
  consentInformationVersionId: versionId,
  lang: 'eng',
  time,
  channel: 'web.form',
  channelData: {},
  proof,
  userData,
  revoked: false,
  revokeTime: null,
  revokeChannel: null,
  revokeChannelData: null,
  revokeProof: null,
};

export const erasureRequest = {
  id: '0199f1d5a1b27e4c8f6d3b2a19087654',
  state: 'open',
  consentIds: [consentId],
  extent: 'evidence',
  reason: 'consent-revoked',
  reference: 'DSR-2026/114',
  receivedOn: '2026-11-20',
  dueOn: '2026-12-20',
  requestTime: zonedTime,
  userId: 1,
  endTime: null,
  erased: 0,
  refusal: null,
};

export const listed = {
  id: consentId,
  projectUid: 'demo-shop',
  projectId,
  consentInformationPid: 2,
  consentInformationVersionId: versionId,
  consentInformationVersion: 1,
  lang: 'eng',
  channel: 'web.form',
  receivedBy: null,
  time: zonedTime,
  userData,
  imported: false,
  state: 'active',
  since: zonedTime,
  revokeTime: null,
  expiryTime: '2027-11-21T09:30:00.250Z',
  supersedeTime: null,
  eraseTime: null,
  revokeChannel: null,
  revokeReceivedBy: null,
  revokeLink: null,
};

export const page = { page: '1', totalPages: 1, results: 1, resultsPerPage: 20, totalResults: 1, data: [record] };

/** A notice version in the form of `information/get`. */
export const notice = {
  id: otherVersionId,
  pid: 3,
  version: 1,
  validityDays: 0,
  notification: false,
  title: { eng: 'Profiling' },
  descriptionHtml: {
    eng: '<p>I agree that Demo Shop analyses my purchases to show me offers that suit me.</p>',
  },
};

export const noticeWithVersions = {
  pid: 1,
  name: 'privacy',
  title: { ita: 'Informativa sulla privacy', eng: 'Privacy notice' },
  retiredAt: null,
  versions: [
    {
      id: versionId,
      version: 1,
      publishedAt: '2025-10-19T08:00:00.000Z',
      currentUntil: '2026-08-25T08:00:00.000Z',
      publishedBy: 'local:root',
      contentHash: '25d45c2e66922959df2f08183fac41bb3161cad4c3f6ddfb056cabf6e2589b0c',
      languages: ['ita', 'eng'],
      validityDays: 0,
      askAgain: false,
    },
    {
      id: otherVersionId,
      version: 2,
      publishedAt: '2026-08-25T08:00:00.000Z',
      currentUntil: null,
      publishedBy: 'local:root',
      contentHash: '3eca3521e74d687d021856c66d076f242d1c2ad7a28a09ea2f29287271ec1d6b',
      languages: ['ita', 'eng'],
      validityDays: 0,
      askAgain: true,
    },
  ],
};

/** An address of a link, as long as a real one. */
export const exampleLink = (place: 'p' | 'u'): string =>
  `https://consents.shop.example/${place}/AdhsPaOy3kBZ8225_AlNzMP2021r0_rrfbA-VLGX_Thy4InRENZKO4FZRVizPWNPwadvd0TLXVCZhqoBT2S-dM-2cxLujOfuM0hKiOeRl-QjJDgGXQ`;
