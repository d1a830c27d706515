import type { OperationRules } from './operation-definition.ts';

// The path, the access and the problems of each operation, without schemas. Each is a constant of its own, so that its
// function is bundled without the others. Extensions to the seven operations are marked (docs/contract.md, Extensions).

export const login = {
  path: '/login',
  access: 'anyone',
  problems: ['parameters.invalid', 'credentials.invalid', 'login.throttled'],
  signs: true,
} as const satisfies OperationRules;

export const details = {
  path: '/details',
  access: 'user',
  problems: [],
  forSenders: true,
} as const satisfies OperationRules;

export const refreshToken = {
  path: '/refresh-token',
  access: 'anyone',
  problems: ['parameters.invalid', 'refresh-token.invalid'],
  signs: true,
} as const satisfies OperationRules;

export const changePassword = {
  path: '/password',
  access: 'user',
  problems: ['parameters.invalid', 'login.throttled', 'password.throttled'],
  extension: true,
} as const satisfies OperationRules;

export const logout = {
  path: '/logout',
  access: 'bearer',
  problems: [],
  extension: true,
} as const satisfies OperationRules;

export const addConsent = {
  path: '/consent-register/add',
  access: 'consent-register',
  budget: 'records',
  problems: ['parameters.invalid', 'consent.too-large', 'idempotency-key.reused'],
  writes: true,
  idempotent: true,
} as const satisfies OperationRules;

export const searchConsents = {
  path: '/consent-register/search',
  access: 'consent-register',
  budget: 'searches',
  problems: ['parameters.invalid'],
  shows: true,
} as const satisfies OperationRules;

export const revokeConsent = {
  path: '/consent-register/revoke',
  access: 'consent-register',
  budget: 'records',
  problems: ['parameters.invalid', 'consent.not-found', 'consent.too-large', 'idempotency-key.reused'],
  writes: true,
  idempotent: true,
} as const satisfies OperationRules;

export const getNotices = {
  path: '/consent-register/information/get',
  access: 'consent-register',
  budget: 'notices',
  problems: ['parameters.invalid', 'notice.not-found'],
} as const satisfies OperationRules;

export const getEvidence = {
  path: '/consent-register/evidence/get',
  access: 'consent-register',
  budget: 'searches',
  problems: ['parameters.invalid', 'consent.not-found', 'evidence.history-incomplete'],
  extension: true,
  attests: true,
  shows: true,
} as const satisfies OperationRules;

export const checkPeople = {
  path: '/consent-register/check',
  access: 'consent-register',
  budget: 'checks',
  problems: ['parameters.invalid', 'notice.not-found'],
  extension: true,
  forSenders: true,
} as const satisfies OperationRules;

export const listConsents = {
  path: '/consent-register/list',
  access: 'consent-register',
  budget: 'searches',
  problems: ['parameters.invalid'],
  extension: true,
  shows: true,
} as const satisfies OperationRules;

export const listDueConsents = {
  path: '/consent-register/due',
  access: 'consent-register',
  budget: 'searches',
  problems: ['parameters.invalid'],
  extension: true,
  shows: true,
} as const satisfies OperationRules;

export const listNotices = {
  path: '/consent-register/notices/list',
  access: 'consent-register',
  budget: 'notices',
  problems: ['parameters.invalid', 'notice.not-found'],
  extension: true,
} as const satisfies OperationRules;

export const getNoticeVersion = {
  path: '/consent-register/notices/get',
  access: 'consent-register',
  budget: 'notices',
  problems: ['parameters.invalid', 'notice.not-found'],
  extension: true,
} as const satisfies OperationRules;

export const listProjects = {
  path: '/consent-register/projects/list',
  access: 'consent-register',
  budget: 'notices',
  problems: ['parameters.invalid'],
  extension: true,
} as const satisfies OperationRules;

export const getOverview = {
  path: '/consent-register/overview/get',
  access: 'consent-register',
  budget: 'searches',
  problems: ['parameters.invalid'],
  extension: true,
} as const satisfies OperationRules;

export const requestErasure = {
  path: '/consent-register/erasures/request',
  access: 'consent-register',
  budget: 'searches',
  problems: [
    'parameters.invalid',
    'consent.not-found',
    'erasure-request.not-found',
    'erasure-request.fixed',
    'erasure-request.throttled',
    'idempotency-key.reused',
  ],
  extension: true,
  idempotent: true,
} as const satisfies OperationRules;

export const listErasureRequests = {
  path: '/consent-register/erasures/list',
  access: 'consent-register',
  budget: 'searches',
  problems: ['parameters.invalid'],
  extension: true,
} as const satisfies OperationRules;

/** All operations, in the order of documents and answers. */
export const operations = {
  login,
  details,
  refreshToken,
  addConsent,
  searchConsents,
  revokeConsent,
  getNotices,
  getEvidence,
  checkPeople,
  listConsents,
  listDueConsents,
  listNotices,
  getNoticeVersion,
  listProjects,
  getOverview,
  requestErasure,
  listErasureRequests,
  changePassword,
  logout,
} as const satisfies Record<string, OperationRules>;
