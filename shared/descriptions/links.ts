import type { Link } from './description.ts';
import { revokeProof } from './example-data.ts';

/** A member of an answer. @param pointer to it (RFC 6901) */
const taken = (pointer: string): string => `$response.body#${pointer}`;

/** The link of a token set. */
export const refresh: Link = {
  to: 'refreshToken',
  description: 'Exchange the refresh token for a new token set.',
  request: { refresh_token: taken('/refresh_token') },
};

/** A link of an answer that has the id of a consent. */
export const find = (consentId: string): Link => ({
  to: 'searchConsents',
  description: 'The consent as it is now.',
  request: { id: taken(consentId), userData: {} },
});

/** A link of an answer that has the id of a consent. */
export const revoke = (consentId: string): Link => ({
  to: 'revokeConsent',
  description: 'Revoke the consent.',
  request: { id: taken(consentId), proof: revokeProof },
});

/** A link of an answer that has the id of a consent. */
export const readEvidence = (consentId: string): Link => ({
  to: 'getEvidence',
  description: 'The evidence of the consent.',
  request: { id: taken(consentId) },
});

/** A link of an answer that has the id of a version of a notice. */
export const readVersion = (versionId: string): Link => ({
  to: 'getNoticeVersion',
  description: 'What the version says.',
  request: { id: taken(versionId) },
});

/** A link of a page of a list that goes on. */
export const goOn = (to: 'listConsents', next: string): Link => ({
  to,
  description: 'The next page, if `next` is not `null`.',
  request: { after: taken(next) },
});

/** A link of an answer that has the PID of a notice. */
export const readNotice = (pid: string): Link => ({
  to: 'getNotices',
  description: 'The notice as it is now.',
  request: { pid: taken(pid) },
});
