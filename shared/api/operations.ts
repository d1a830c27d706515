import type { GenericSchema } from 'valibot';
import type { UserAccess } from '../identity/bearer.ts';
import type { ProblemCode } from './problem.ts';

/** What a call reads counts towards one of these: what its account may read in a minute (docs/api.md, Budgets). */
export type Budget = 'searches' | 'checks' | 'notices' | 'records' | 'pages' | 'presses';

/** The problem of a call whose budget is used up. */
export const throttling = {
  searches: 'search.throttled',
  checks: 'check.throttled',
  notices: 'account.throttled',
  records: 'account.throttled',
  pages: 'account.throttled',
  presses: 'account.throttled',
} as const satisfies Readonly<Record<Budget, ProblemCode>>;

/** Who may call an operation. `bearer` needs a token that has not expired; its session may have ended. It accepts no key. */
export type Access = 'anyone' | 'bearer' | UserAccess;

/**
 * The rules of an operation, besides its request and its answer. The file of its function is `functions` + path +
 * `.ts`.
 */
export interface OperationRules {
  readonly path: `/${string}`;
  readonly access: Access;
  /** Problems besides those that its other rules bring. `problemsOf` gives all of them. */
  readonly problems: readonly ProblemCode[];
  /**
   * Whether the operation changes data of an account, or lets somebody change them, which a reader may not (docs/api.md, Accounts and access).
   */
  readonly writes?: true;
  /** Whether a sender may call it, also if it `writes`. Operations that look at no user may be called by all. */
  readonly forSenders?: true;
  /** To which budget of the account its reads count. One that reads only the caller has none. */
  readonly budget?: Budget;
  /** Whether the operation issues tokens, and so may read the private signing key. */
  readonly signs?: true;
  /** Whether an Idempotency-Key makes it safe to repeat (docs/api.md, Idempotency). */
  readonly idempotent?: true;
  /** Whether it is none of the seven operations of the interface (docs/api.md, Extensions). */
  readonly extension?: true;
  /** Whether it signs evidence, and so may use the evidence key. */
  readonly attests?: true;
  /** The option of a stage without which it has no such operation (docs/deploy.md). */
  readonly option?: 'personLinks';
  /** Whether its answers have personal data of consents: then it writes the access log, where a stage keeps one. */
  readonly shows?: true;
}

export interface OperationDefinition extends OperationRules {
  readonly request: GenericSchema;
  readonly response: GenericSchema;
}

const everyOperation: readonly ProblemCode[] = [
  'address.not-allowed',
  'body.unreadable',
  'body.too-large',
  'body.unsupported-media-type',
  'service.fault',
  'store.unavailable',
];
const everyBearer: readonly ProblemCode[] = ['token.missing', 'token.invalid', 'token.expired'];
const everyUser: readonly ProblemCode[] = [...everyBearer, 'session.ended'];
const everyKey: readonly ProblemCode[] = [...everyUser, 'key.ended'];

/** Problems of all operations with the same access. */
const sharedProblems: Readonly<Record<Access, readonly ProblemCode[]>> = {
  anyone: everyOperation,
  bearer: [...everyOperation, ...everyBearer],
  session: [...everyOperation, ...everyUser],
  user: [...everyOperation, ...everyKey],
  'consent-register': [...everyOperation, ...everyKey, 'account.consent-register-disabled'],
};

/** All problems that an operation can answer with. */
export const problemsOf = ({
  access,
  writes,
  forSenders,
  budget,
  option,
  problems,
}: OperationRules): readonly ProblemCode[] => [
  ...sharedProblems[access],
  ...(forSenders || access === 'anyone' || access === 'bearer' ? [] : (['user.sender-only'] as const)),
  ...(writes ? (['user.read-only'] as const) : []),
  ...problems,
  ...(option === undefined ? [] : (['operation.off'] as const)),
  ...(budget === undefined ? [] : [throttling[budget]]),
];

// The path, the access and the problems of each operation, without schemas. Each is a constant of its own, so that its
// function is bundled without the others. Extensions to the seven operations are marked (docs/api.md, Extensions).

export const login = {
  path: '/login',
  access: 'anyone',
  problems: ['parameters.invalid', 'credentials.invalid', 'login.throttled'],
  signs: true,
} as const satisfies OperationRules;

export const details = {
  path: '/details',
  access: 'user',
  problems: ['parameters.invalid'],
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
  access: 'session',
  problems: ['key.not-allowed', 'parameters.invalid', 'login.throttled', 'password.throttled'],
  extension: true,
} as const satisfies OperationRules;

export const logout = {
  path: '/logout',
  access: 'bearer',
  problems: ['key.not-allowed', 'parameters.invalid'],
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

export const makeLinks = {
  path: '/consent-register/links',
  access: 'consent-register',
  budget: 'notices',
  problems: ['parameters.invalid', 'notice.not-found', 'user.sender-only'],
  extension: true,
  writes: true,
  forSenders: true,
  option: 'personLinks',
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

export const requestConfirmation = {
  path: '/consent-register/confirmations/request',
  access: 'consent-register',
  budget: 'records',
  problems: [
    'parameters.invalid',
    'consent.too-large',
    'idempotency-key.reused',
    'confirmation.throttled',
    'mail.not-configured',
    'mail.refused',
    'mail.unsettled',
  ],
  extension: true,
  writes: true,
  idempotent: true,
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
  makeLinks,
  listConsents,
  listDueConsents,
  listNotices,
  getNoticeVersion,
  listProjects,
  getOverview,
  requestConfirmation,
  requestErasure,
  listErasureRequests,
  changePassword,
  logout,
} as const satisfies Record<string, OperationRules>;
