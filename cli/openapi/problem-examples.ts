import { oversizedRecord } from '../../shared/consents/too-large.ts';
import type { OperationName } from '../../shared/contract.ts';
import { notJson } from '../../shared/http/json-guard.ts';
import { unknownNotices } from '../../shared/notices/unknown-notices.ts';
import type { ParameterError } from '../../shared/problem.ts';
import { Problem } from '../../shared/problem.ts';
import type { PlainProblemCode, ProblemCode } from '../../shared/problem-catalogue.ts';

const required = 'This parameter is required.';
const proof = {
  field: 'proof',
  code: 'missing',
  detail: 'Must hold at least one value, as proof[url] or proof[html].',
} as const;

/** What is wrong with the parameters in the example of an operation; `/details` has none. */
export const wrongParameters: Partial<Record<OperationName, ParameterError>> = {
  login: { field: 'password', code: 'missing', detail: required },
  refreshToken: { field: 'refresh_token', code: 'missing', detail: required },
  addConsent: proof,
  searchConsents: { field: 'perPage', code: 'out-of-range', detail: 'Must be at most 50.' },
  revokeConsent: proof,
  getNotices: {
    field: 'pid',
    code: 'malformed',
    detail: 'Must be a notice PID, a whole number from 1, or an array of notice PIDs.',
  },
};

/** What is said of facts, with facts of an example. */
const ofFacts: Readonly<Record<Exclude<ProblemCode, PlainProblemCode>, Problem>> = {
  'body.unreadable': notJson('{"a":1,}'),
  'consent.too-large': oversizedRecord(),
  'notice.not-found': unknownNotices([999], [999], false),
};

const isOfFacts = (code: ProblemCode): code is keyof typeof ofFacts => code in ofFacts;

/** An example of every problem. */
export const problemExample = (code: ProblemCode): Problem => (isOfFacts(code) ? ofFacts[code] : new Problem(code));
