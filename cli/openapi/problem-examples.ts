import { oversizedRecord } from '../../shared/consents/too-large.ts';
import type { OperationName } from '../../shared/contract.ts';
import { contract } from '../../shared/contract.ts';
import { descriptions } from './descriptions/descriptions.ts';
import { toJsonParameters } from '../../shared/http/json.ts';
import { notJson } from '../../shared/http/json-guard.ts';
import { validateParameters } from '../../shared/http/validation.ts';
import { unknownNotices } from '../../shared/notices/unknown-notices.ts';
import { Problem } from '../../shared/problem.ts';
import type { PlainProblemCode, ProblemCode } from '../../shared/problem-catalogue.ts';
import { unknownPath } from '../../functions/signpost/wrong-paths.ts';

/** Examples of problems whose `detail` depends on the request. */
const ofFacts: Readonly<Record<Exclude<ProblemCode, PlainProblemCode>, Problem>> = {
  'body.unreadable': notJson('{"a":1,}'),
  'consent.too-large': oversizedRecord(),
  'notice.not-found': unknownNotices([999], [999], false),
  'path.unknown': unknownPath(),
};

const isOfFacts = (code: ProblemCode): code is keyof typeof ofFacts => code in ofFacts;

/** The 422 for the example request that an operation refuses. */
const refuse = (operation: OperationName): Problem => {
  try {
    validateParameters(contract[operation].request, toJsonParameters(descriptions[operation].refused));
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
  throw new Error(`The refused request of ${operation} is none.`);
};

/** An example of a problem in the answer of an operation. */
export const problemExample = (code: ProblemCode, operation?: OperationName): Problem => {
  if (code === 'parameters.invalid' && operation !== undefined) return refuse(operation);
  return isOfFacts(code) ? ofFacts[code] : new Problem(code);
};
