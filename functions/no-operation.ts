import { createHash } from 'node:crypto';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import type { OperationRules } from '../shared/api/operations.ts';
import { operations, problemsOf } from '../shared/api/operations.ts';
import { keyFilePath, readingMethods } from '../shared/api/other-routes.ts';
import type { ProblemCode, ProblemKind } from '../shared/api/problem.ts';
import { Problem, problems } from '../shared/api/problem.ts';
import { fillNumbers, problemDescriptions } from '../shared/api/problem-descriptions.ts';
import { isHttpEvent } from '../shared/http/event.ts';
import type { Answer } from '../shared/http/http-answer.ts';
import { commonHeaders, toProblemAnswer } from '../shared/http/http-answer.ts';
import { logger } from '../shared/runtime/logger.ts';

const reading: readonly string[] = readingMethods;

const showPage = (body: string): Answer => ({
  statusCode: 200,
  headers: {
    ...commonHeaders,
    'cache-control': 'public, max-age=3600',
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': contentSecurityPolicy,
    'referrer-policy': 'no-referrer',
  },
  body,
});

/** For API Gateway, a path with a slash at its end is another path, and a variable cannot be empty. Such requests arrive here. */
const leadToConsole: Answer = {
  statusCode: 308,
  headers: { ...commonHeaders, 'referrer-policy': 'no-referrer', location: '/console' },
  body: '',
};

/** The refusal of another method where something is only read. */
const allowReading = (what: string): Refusal => ({
  problem: new Problem('method.not-allowed', { detail: `Send a GET request. ${what}` }),
  allow: reading.join(', '),
});

const answer = ({ rawPath, requestContext: { http, requestId } }: APIGatewayProxyEventV2): Answer => {
  const page = problemPages.get(rawPath);
  if (rawPath === '/console/' && reading.includes(http.method)) return leadToConsole;
  if (page !== undefined && reading.includes(http.method)) return showPage(page);
  const { problem, allow } = page === undefined ? refuseRequest(rawPath, http.method) : allowReading('This is a page.');
  const { headers, ...refusal } = toProblemAnswer(problem, requestId);
  return { ...refusal, headers: { ...headers, ...(allow !== undefined && { allow }) } };
};

/**
 * The Lambda function that answers every request for no operation: it says what to send instead, and explains types of
 * problems (docs/decisions.md#paths-without-an-operation). It reads only the method and path of a request, and repeats neither.
 */
export const handler = async (event: APIGatewayProxyEventV2, { awsRequestId }: Context): Promise<Answer> => {
  if (!isHttpEvent(event)) {
    logger.error('service.fault', { name: 'ForeignEvent' });
    return toProblemAnswer(new Problem('service.fault'), awsRequestId);
  }
  const answered = answer(event);
  return event.requestContext.http.method === 'HEAD' ? { ...answered, body: '' } : answered;
};

const style = `body{margin:0 auto;max-width:40rem;padding:1rem;font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
h1{font-size:1.5rem;line-height:1.2}h2{font-size:1rem;margin-bottom:0}h2+*{margin-top:.25rem}ul{padding-left:1.25rem}`;

const styleHash = createHash('sha256').update(style).digest('base64');

/** Allows a page its own style, and an empty icon, which keeps browsers from requesting one. */
const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${styleHash}'`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** A page for people. @param parts HTML, in order */
const toPage = (title: string, parts: readonly string[]): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
${parts.join('\n')}
</body>
</html>
`;

const toText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const code = (text: string): string => `<code>${toText(text)}</code>`;

/** Text with code between backquotes. The name of a limit or a lifetime becomes its number. */
const toHtml = (text: string): string =>
  fillNumbers(text)
    .split('`')
    .map((part, i) => (i % 2 === 0 ? toText(part) : code(part)))
    .join('');

const toSentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

const list = (entries: readonly string[]): string =>
  `<ul>\n${entries.map((entry) => `<li>${entry}</li>\n`).join('')}</ul>`;

const section = (heading: string, content: string): string => `<h2>${heading}</h2>\n${content}`;

/** Headers that say what a client should do. A 429 has its own waiting time. */
const describeHeaders = ({ status, challenge, retryAfter }: ProblemKind): string[] => [
  ...(challenge === undefined ? [] : [`${code(`WWW-Authenticate: ${challenge}`)} (RFC 6750)`]),
  ...(retryAfter === undefined
    ? []
    : [`${code(`Retry-After: ${retryAfter}`)}: seconds to wait before the next attempt`]),
  ...(status === 429 ? [`${code('Retry-After')}: seconds to wait before the next attempt`] : []),
  ...(status === 405 ? [`${code('Allow')}: the methods that the path accepts`] : []),
];

const pathsOf = (problem: ProblemCode): string[] => {
  if (problem === 'key-file.not-found') return [keyFilePath];
  return Object.values<OperationRules>(operations)
    .filter((operation) => problemsOf(operation).includes(problem))
    .map(({ path }) => path);
};

const describeProblem = (name: ProblemCode): string => {
  const kind: ProblemKind = problems[name];
  const { meaning, remedy } = problemDescriptions[name];
  const headers = describeHeaders(kind);
  const paths = pathsOf(name);
  return toPage(`${name}: ${kind.title}`, [
    `<p>${kind.status} ${code(name)}</p>`,
    `<h1>${toText(kind.title)}</h1>`,
    section('What it means', `<p>${toHtml(toSentence(meaning))}</p>`),
    section('What to do', `<p>${toHtml(remedy)}</p>`),
    ...(headers.length > 0 ? [section('Headers of the answer', list(headers))] : []),
    section(
      'Which requests get it',
      paths.length > 0 ? list(paths.map(code)) : '<p>Requests that no operation accepts.</p>',
    ),
    `<p><a href="/problems">All problems</a></p>`,
  ]);
};

const names = Object.keys(problems) as ProblemCode[];

const listProblems = (): string =>
  toPage('Problems', [
    '<h1>Problems</h1>',
    `<p>When the service cannot do what a request asks, it answers with one of these problems (RFC 9457). The ${code('type')} of the answer is the path of its page.</p>`,
    list(
      names.map((name) => {
        const { status, title } = problems[name];
        return `${status} <a href="/problems/${name}">${code(name)}</a>: ${toText(title)}`;
      }),
    ),
  ]);

/** The page of each problem, and the list of all problems: path -> HTML. */
const problemPages: ReadonlyMap<string, string> = new Map([
  ['/problems', listProblems()],
  ...names.map((name): [string, string] => [`/problems/${name}`, describeProblem(name)]),
]);

const paths: ReadonlyMap<string, OperationRules> = new Map(
  Object.values<OperationRules>(operations).map((rules) => [rules.path, rules]),
);

/** The problem for an unknown path: it names the existing paths, and not the requested one. */
export const unknownPath = (): Problem =>
  new Problem('path.unknown', {
    detail: `There is nothing at this path. Send a POST request to one of ${[...paths.keys()].join(', ')}. /problems explains each problem.`,
  });

/** The problem for a POST to an operation that arrives here, since its option is off. */
export const operationOff = ({ option }: Pick<OperationRules, 'option'>): Problem =>
  new Problem('operation.off', {
    detail: `The option ${option} of this stage is off, and with it this operation. Ask its operator to turn it on.`,
  });

/** A problem, and the methods that the path accepts if there are any. */
interface Refusal {
  readonly problem: Problem;
  readonly allow?: string;
}

/** The problem for a request that no operation answers; for a path that there is, it says which methods are allowed. */
const refuseRequest = (path: string, method: string): Refusal => {
  if (path === keyFilePath) return allowReading('This is a file.');
  const rules = paths.get(path);
  if (rules === undefined) return { problem: unknownPath() };
  if (method === 'POST' && rules.option !== undefined) return { problem: operationOff(rules) };
  return { problem: new Problem('method.not-allowed'), allow: 'POST' };
};
