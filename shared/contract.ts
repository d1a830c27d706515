import type { GenericSchema } from 'valibot';
import { object } from 'valibot';
import { AddedConsents, RevokedConsent } from './consents/answer.ts';
import { NewConsents, Revocation } from './consents/request.ts';
import { SignedEvidence } from './evidence/answer.ts';
import { EvidenceRequest } from './evidence/request.ts';
import { TokenSet, UserDetails } from './identity/answer.ts';
import type { UserAccess } from './identity/bearer.ts';
import { Login, TokenRefresh } from './identity/request.ts';
import { Notices } from './notices/answer.ts';
import { NoticeRequest } from './notices/request.ts';
import type { ProblemCode } from './problem-catalogue.ts';
import { FoundConsents } from './search/answer.ts';
import { ConsentSearch } from './search/request.ts';

/** Who may call an operation. */
export type Access = 'anyone' | UserAccess;

/** One operation of the interface. The file of its function is `functions` + path + `.ts`. */
export interface OperationDefinition {
  readonly path: `/${string}`;
  readonly access: Access;
  readonly request: GenericSchema;
  readonly response: GenericSchema;
  /** Problems beyond those that operations of its access share; all of them by `problemsOf`. */
  readonly problems: readonly ProblemCode[];
  /** Whether the operation changes what an account has, which a user who is a reader may not (docs/contract.md, Accounts and access). */
  readonly writes?: true;
  /** Whether the operation issues tokens, and so may read the private signing key. */
  readonly signs?: true;
  /** Whether an Idempotency-Key makes it safe to repeat (docs/contract.md, Idempotency). */
  readonly idempotent?: true;
  /** Whether it is beyond the seven operations of the interface (docs/contract.md, Extensions). */
  readonly extension?: true;
  /** Whether it signs evidence, and so may use the key for that. */
  readonly attests?: true;
  /** Whether its steps give the answer as the text of JSON, which is sent to the byte. */
  readonly verbatim?: true;
  /** The parameter that decides how large an answer becomes. */
  readonly sizedBy?: string;
  /** What a caller can do where the answer is too large, if not ask for less. */
  readonly remedy?: string;
}

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

export const getEvidence = {
  path: '/consent-register/evidence/get',
  access: 'consent-register',
  request: EvidenceRequest,
  response: SignedEvidence,
  problems: ['parameters.invalid', 'consent.not-found'],
  extension: true,
  attests: true,
  verbatim: true,
  sizedBy: 'id',
  remedy: 'its operator can write this document with the command `evidence show`',
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
} as const satisfies Record<string, OperationDefinition>;

export type OperationName = keyof typeof contract;
