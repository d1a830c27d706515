import type { GenericSchema } from 'valibot';
import type { UserAccess } from './identity/bearer.ts';
import type { ProblemCode } from './problem-catalogue.ts';

/** What a call reads counts towards one of these: what its account may read in a minute (docs/contract.md, Limits). */
export type Budget = 'searches' | 'checks' | 'notices' | 'records';

/** The problem of a call whose budget is used up. */
export const throttling = {
  searches: 'search.throttled',
  checks: 'check.throttled',
  notices: 'account.throttled',
  records: 'account.throttled',
} as const satisfies Readonly<Record<Budget, ProblemCode>>;

/** Who may call an operation. `bearer` needs a token that has not expired; its session may have ended. */
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
   * Whether the operation changes data of an account, which a reader may not (docs/contract.md, Accounts and access).
   */
  readonly writes?: true;
  /** Whether a sender may call it. Operations that look at no user may be called by all. */
  readonly forSenders?: true;
  /** To which budget of the account its reads count. One that reads only the caller has none. */
  readonly budget?: Budget;
  /** Whether the operation issues tokens, and so may read the private signing key. */
  readonly signs?: true;
  /** Whether an Idempotency-Key makes it safe to repeat (docs/contract.md, Idempotency). */
  readonly idempotent?: true;
  /** Whether it is none of the seven operations of the interface (docs/contract.md, Extensions). */
  readonly extension?: true;
  /** Whether it signs evidence, and so may use the evidence key. */
  readonly attests?: true;
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

/** Problems of all operations with the same access. */
export const sharedProblems: Readonly<Record<Access, readonly ProblemCode[]>> = {
  anyone: everyOperation,
  bearer: [...everyOperation, ...everyBearer],
  user: [...everyOperation, ...everyUser],
  'consent-register': [...everyOperation, ...everyUser, 'account.consent-register-disabled'],
};

/** All problems that an operation can answer with. */
export const problemsOf = ({
  access,
  writes,
  forSenders,
  budget,
  problems,
}: OperationRules): readonly ProblemCode[] => [
  ...sharedProblems[access],
  ...(forSenders || access === 'anyone' || access === 'bearer' ? [] : (['user.sender-only'] as const)),
  ...(writes ? (['user.read-only'] as const) : []),
  ...problems,
  ...(budget === undefined ? [] : [throttling[budget]]),
];
