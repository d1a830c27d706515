// Made of the contract by `npm run generate`; not to be edited.

import type { OperationName } from './operations.ts';

/** How the client calls an operation. */
interface Definition {
  readonly path: string;
  /** Every answer of the operation has one of these members, or none at all if there are none. An answer without them did not come from the service. */
  readonly answers: readonly string[];
  /** Whether the operation accepts an Idempotency-Key, which makes it safe to repeat. */
  readonly takesKey: boolean;
}

export const definitions: Readonly<Record<OperationName, Definition>> = {
  login: { path: '/login', answers: ['refresh_token'], takesKey: false },
  details: { path: '/details', answers: ['id'], takesKey: false },
  refreshToken: { path: '/refresh-token', answers: ['refresh_token'], takesKey: false },
  addConsent: { path: '/consent-register/add', answers: ['consentId', 'data'], takesKey: true },
  searchConsents: { path: '/consent-register/search', answers: ['data'], takesKey: false },
  revokeConsent: { path: '/consent-register/revoke', answers: ['consentId'], takesKey: true },
  getNotices: { path: '/consent-register/information/get', answers: ['data'], takesKey: false },
  getEvidence: { path: '/consent-register/evidence/get', answers: ['protected'], takesKey: false },
  checkPeople: { path: '/consent-register/check', answers: ['data'], takesKey: false },
  makeLinks: { path: '/consent-register/links', answers: ['data'], takesKey: false },
  listConsents: { path: '/consent-register/list', answers: ['next'], takesKey: false },
  listDueConsents: { path: '/consent-register/due', answers: ['next'], takesKey: false },
  listNotices: { path: '/consent-register/notices/list', answers: ['data'], takesKey: false },
  getNoticeVersion: { path: '/consent-register/notices/get', answers: ['contentHash'], takesKey: false },
  listProjects: { path: '/consent-register/projects/list', answers: ['next'], takesKey: false },
  getOverview: { path: '/consent-register/overview/get', answers: ['countedUntil'], takesKey: false },
  requestConfirmation: { path: '/consent-register/confirmations/request', answers: ['endTime'], takesKey: true },
  requestErasure: { path: '/consent-register/erasures/request', answers: ['dueOn'], takesKey: true },
  listErasureRequests: { path: '/consent-register/erasures/list', answers: ['next'], takesKey: false },
  changePassword: { path: '/password', answers: [], takesKey: false },
  logout: { path: '/logout', answers: [], takesKey: false },
};
