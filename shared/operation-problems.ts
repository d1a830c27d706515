import type { Access, OperationRules } from './operation-definition.ts';
import type { ProblemCode } from './problem-catalogue.ts';

const everyOperation: readonly ProblemCode[] = [
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
export const problemsOf = ({ access, writes, problems }: OperationRules): readonly ProblemCode[] => [
  ...sharedProblems[access],
  ...(writes ? (['user.read-only'] as const) : []),
  ...problems,
];
