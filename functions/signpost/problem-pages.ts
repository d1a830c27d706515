import { fillNumbers, problemDescriptions } from '../../shared/problem-descriptions.ts';
import type { OperationRules } from '../../shared/operation-definition.ts';
import { problemsOf } from '../../shared/operation-problems.ts';
import { operations } from '../../shared/operations.ts';
import type { ProblemCode, ProblemKind } from '../../shared/problem-catalogue.ts';
import { problems } from '../../shared/problem-catalogue.ts';
import { toPage } from './page.ts';

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

const pathsOf = (problem: ProblemCode): string[] =>
  Object.values<OperationRules>(operations)
    .filter((operation) => problemsOf(operation).includes(problem))
    .map(({ path }) => path);

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
export const problemPages: ReadonlyMap<string, string> = new Map([
  ['/problems', listProblems()],
  ...names.map((name): [string, string] => [`/problems/${name}`, describeProblem(name)]),
]);
