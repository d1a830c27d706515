import type { Link } from './description.ts';
import { revokeProof } from './example-data.ts';

/** A runtime expression for a member of an answer. @param pointer to the member (RFC 6901) */
const taken = (pointer: string): string => `$response.body#${pointer}`;

/** For an answer with a token set. */
export const refresh: Link = {
  to: 'refreshToken',
  description: 'Exchange the refresh token for a new token set.',
  request: { refresh_token: taken('/refresh_token') },
};

/** For an answer with the id of a consent. */
export const find = (consentId: string): Link => ({
  to: 'searchConsents',
  description: 'The consent as it is now.',
  request: { id: taken(consentId), userData: {} },
});

/** For an answer with the id of a consent. */
export const revoke = (consentId: string): Link => ({
  to: 'revokeConsent',
  description: 'Revoke the consent.',
  request: { id: taken(consentId), proof: revokeProof },
});

/** For an answer with the id of a consent. */
export const readEvidence = (consentId: string): Link => ({
  to: 'getEvidence',
  description: 'The evidence of the consent.',
  request: { id: taken(consentId) },
});

/** For an answer with the id of a notice version. */
export const readVersion = (versionId: string): Link => ({
  to: 'getNoticeVersion',
  description: 'What the version says.',
  request: { id: taken(versionId) },
});

/** For a page of a list that continues. */
export const nextPage = (to: 'listConsents' | 'listDueConsents' | 'listErasureRequests', next: string): Link => ({
  to,
  description: 'The next page, if `next` is not `null`.',
  request: { after: taken(next) },
});

/** For an answer with the PID of a notice. */
export const readNotice = (pid: string): Link => ({
  to: 'getNotices',
  description: 'The notice as it is now.',
  request: { pid: taken(pid) },
});
