import { object } from 'valibot';
import { AddedConsents, RevokedConsent } from './consents/answer.ts';
import { NewConsents, Revocation } from './consents/request.ts';
import { getEvidence, getNoticeVersion, listConsents, listNotices, listProjects } from './extensions.ts';
import { TokenSet, UserDetails } from './identity/answer.ts';
import { Login, TokenRefresh } from './identity/request.ts';
import { Notices } from './notices/answer.ts';
import { NoticeRequest } from './notices/request.ts';
import type { OperationDefinition } from './operation-definition.ts';
import { FoundConsents } from './search/answer.ts';
import { ConsentSearch } from './search/request.ts';

// Each operation stands alone, so that its function is bundled without the schemas of the others.

export const login = {
  path: '/login',
  access: 'anyone',
  request: Login,
  response: TokenSet,
  problems: ['parameters.invalid', 'credentials.invalid', 'login.throttled'],
  signs: true,
} as const satisfies OperationDefinition;

export const details = {
  path: '/details',
  access: 'user',
  request: object({}),
  response: UserDetails,
  problems: [],
} as const satisfies OperationDefinition;

export const refreshToken = {
  path: '/refresh-token',
  access: 'anyone',
  request: TokenRefresh,
  response: TokenSet,
  problems: ['parameters.invalid', 'refresh-token.invalid'],
  signs: true,
} as const satisfies OperationDefinition;

export const addConsent = {
  path: '/consent-register/add',
  access: 'consent-register',
  request: NewConsents,
  response: AddedConsents,
  problems: ['parameters.invalid', 'consent.too-large', 'idempotency-key.reused'],
  writes: true,
  idempotent: true,
} as const satisfies OperationDefinition;

export const searchConsents = {
  path: '/consent-register/search',
  access: 'consent-register',
  request: ConsentSearch,
  response: FoundConsents,
  problems: ['parameters.invalid', 'search.throttled'],
  sizedBy: 'perPage',
} as const satisfies OperationDefinition;

export const revokeConsent = {
  path: '/consent-register/revoke',
  access: 'consent-register',
  request: Revocation,
  response: RevokedConsent,
  problems: ['parameters.invalid', 'consent.not-found', 'consent.too-large', 'idempotency-key.reused'],
  writes: true,
  idempotent: true,
} as const satisfies OperationDefinition;

export const getNotices = {
  path: '/consent-register/information/get',
  access: 'consent-register',
  request: NoticeRequest,
  response: Notices,
  problems: ['parameters.invalid', 'notice.not-found'],
  sizedBy: 'pid',
} as const satisfies OperationDefinition;

/** The interface: its operations as data. Routes, functions, local service, API document and tests are made from it. */
export const contract = {
  login,
  details,
  refreshToken,
  addConsent,
  searchConsents,
  revokeConsent,
  getNotices,
  getEvidence,
  listConsents,
  listNotices,
  getNoticeVersion,
  listProjects,
} as const satisfies Record<string, OperationDefinition>;

export type OperationName = keyof typeof contract;
