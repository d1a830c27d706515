import * as v from 'valibot';
import { newLambdaContext } from '../../../cli/local/gateway.ts';
import { contract } from '../../../shared/contract.ts';
import type { HttpFunction } from '../../../shared/operation.ts';
import { problemsOf } from '../../../shared/operation-definition.ts';
import type { ProblemCode } from '../../../shared/problem-catalogue.ts';
import { problems } from '../../../shared/problem-catalogue.ts';
import type { Case } from './cases.ts';
import { canary } from './parameters.ts';

const prototypes = [Object, Array, String, Number, Boolean, Function, Map, Set, Promise, Buffer, Error].map(
  ({ prototype }) => prototype as object,
);

const describePrototypes = (): string => prototypes.map((prototype) => Reflect.ownKeys(prototype).map(String)).join();

const untouched = describePrototypes();

const Problem = v.strictObject({
  type: v.string(),
  title: v.string(),
  status: v.number(),
  detail: v.string(),
  code: v.string(),
  requestId: v.string(),
  errors: v.optional(v.array(v.strictObject({ field: v.string(), code: v.string(), detail: v.string() }))),
});

/** What came of a case. */
export interface Verdict {
  readonly status: number;
  readonly code: string;
  readonly milliseconds: number;
  /** Of these, what this process worked, without the engine and whatever else runs on the machine. */
  readonly cpuMilliseconds: number;
}

const isProblemCode = (code: string): code is ProblemCode => code in problems;

const checkProblem = ({ operation, event }: Case, status: number, content: unknown): string => {
  const problem = v.parse(Problem, content);
  const { code } = problem;
  if (!isProblemCode(code) || !problemsOf(contract[operation]).includes(code)) {
    throw new Error(`${operation} has no problem ${code}.`);
  }
  if (problems[code].status !== status || problem.status !== status) throw new Error(`${code} came as ${status}.`);
  if (problem.requestId !== event.requestContext.requestId) throw new Error('The requestId is of another request.');
  const errors = (problem.errors ?? []).map(({ code: name, detail }) => `${name} ${detail}`);
  if ([problem.title, problem.detail, ...errors].some((text) => text.includes(canary))) {
    throw new Error(`${code} repeats a value.`);
  }
  return code;
};

/**
 * Sends a case to the real function.
 *
 * @throws Error when the function throws, fails, answers outside its contract, repeats a value or changes a prototype
 */
export const judge = async (functions: ReadonlyMap<string, HttpFunction>, request: Case): Promise<Verdict> => {
  const { operation, event } = request;
  const run = functions.get(event.routeKey);
  if (run === undefined) throw new Error(`No function for ${event.routeKey}.`);
  const start = performance.now();
  const cpu = process.cpuUsage();
  const {
    statusCode: status,
    headers = {},
    body = '',
  } = await run(structuredClone(event), newLambdaContext(operation));
  const milliseconds = performance.now() - start;
  const { user, system } = process.cpuUsage(cpu);
  if (status >= 500) throw new Error(`${operation} was answered ${status}: ${body}`);
  if (JSON.stringify(headers).includes(canary)) throw new Error('A header repeats a value.');
  const content: unknown = JSON.parse(body);
  if (status === 200) v.parse(contract[operation].response, content);
  const code = status === 200 ? 'success' : checkProblem(request, status, content);
  if (describePrototypes() !== untouched) throw new Error('A prototype was changed.');
  return { status, code, milliseconds, cpuMilliseconds: (user + system) / 1000 };
};
