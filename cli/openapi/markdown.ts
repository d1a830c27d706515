import type { OperationName } from '../../shared/api/contract.ts';
import { contract } from '../../shared/api/contract.ts';
import type { Access, OperationRules } from '../../shared/api/operations.ts';
import { problemsOf, sharedProblems } from '../../shared/api/operations.ts';
import type { ProblemCode } from '../../shared/api/problem.ts';
import { problems } from '../../shared/api/problem.ts';
import { fillNumbers, problemDescriptions } from '../../shared/api/problem-descriptions.ts';
import { termNotes } from '../../shared/notices/terms.ts';
import { descriptions } from './descriptions/descriptions.ts';
import { isExtension } from './extension.ts';
import { operationNames } from './flow.ts';
import { errorCodeTable, table } from './introduction.ts';
import { describeAnswers, describeRequest } from './json-schema.ts';
import { writtenByName } from './named-schemas.ts';
import { problemSchemas } from './problems.ts';
import type { Schema } from './schema.ts';
import { isObject, largestWholeNumber, toName } from './schema.ts';

const heading = `# Interface

<!-- Made of the contract by \`npm run generate\`; not to be edited. -->

For developers whose programs record, find and revoke consents: each operation, schema and problem of the HTTP API. The [contract](contract.md) has the rules, the [glossary](glossary.md) the terms.

- To try the operations in a browser, run \`npx consent-register start\` and open \`/docs\`.
- [\`openapi.json\`](openapi.json) has the same as OpenAPI 3.1, with more examples, also for [generators of clients](recipes/README.md#generated-clients).

A parameter or a member without a type is a string.
`;

const next = '**Next:** [Events](events.md)';

const membersOf = (schema: Schema): [string, Schema][] =>
  Object.entries(isObject(schema.properties) ? schema.properties : {}).map(([name, member]) => [name, Object(member)]);

/** Writes out a schema that has no section of its own on the page, or an array of it. */
const spellOut = (schema: Schema): Schema => {
  const { $ref, ...rest } = schema;
  if (isObject(rest.items)) return { ...rest, items: spellOut(rest.items) };
  const shape = writtenByName[toName($ref)];
  return shape === undefined ? schema : { ...Object(shape.as), ...rest };
};

/** The ends of the descriptions of times, with and without a zone, and what the page calls such a time. */
const timeForms: readonly (readonly [form: RegExp, type: string])[] = [
  [/(?:, or `null`)? \(UTC, `YYYY-MM-DD HH:MM:SS`\)/, '[time](contract.md#times)'],
  [/(?:, or `null`)? \(ISO 8601 in UTC, with milliseconds\)/, '[time in ISO 8601](contract.md#times)'],
];

const say = ({ description = '' }: Schema): string =>
  timeForms.reduce((said, [form]) => said.replace(form, ''), String(description));

/** The type of a member. That of a time is its form. */
const nameType = (schema: Schema): string => {
  const type = toWords(schema);
  const [, time] = timeForms.find(([form]) => form.test(String(schema.description))) ?? [];
  return time === undefined ? type : type.replace('string', time);
};

/** The text after the name of a parameter or a member. Of a string it has only what limits it. */
const sayOf = (type: string, meaning: string): string => {
  const limits = type.replace(/^string(?! or )(?:, )?/, '');
  return `${limits && `, ${limits}`}: ${meaning}`;
};

/** A description that ends with the default. */
const saidDefault = /^(.*) Default: (.*)\.$/;

/** A parameter of a request or a member of an answer: its name, and what the page says after it. */
type Item = readonly [name: string, words: string];

/** What the sections of a kind list, by their headings, in the order of the page. */
type Sections = ReadonlyMap<string, readonly Item[]>;

const toLink = (title: string): string => `[${title}](#${title.toLowerCase().replaceAll(' ', '-')})`;

/** How many items from here on a section lists too, one after the other and in the same words. */
const countShared = (items: readonly Item[], section: readonly Item[]): number => {
  const start = section.findIndex((item) => item.join() === items[0]?.join());
  const different = items.findIndex((item, i) => start < 0 || section[start + i]?.join() !== item.join());
  return different < 0 ? items.length : different;
};

/** How many items from here on have the same words. */
const countAlike = (items: readonly Item[]): number => {
  const different = items.findIndex(([, words]) => words !== items[0]?.[1]);
  return different < 0 ? items.length : different;
};

const longLine = 80;

/**
 * The lines of a list in its order. Items in a row that an earlier section has, several or a long one, become a line
 * that leads there.
 */
const listItems = (title: string, sections: Sections): string => {
  const titles = [...sections.keys()];
  const earlier = titles.slice(0, titles.indexOf(title));
  const write = (items: readonly Item[]): string[] => {
    const [first] = items;
    if (first === undefined) return [];
    const counts = earlier.map((one) => countShared(items, sections.get(one) ?? []));
    const most = Math.max(0, ...counts);
    const isShared = most > 1 || (most === 1 && first[1].length > longLine);
    const end = isShared ? most : countAlike(items);
    const names = items.slice(0, end).map(([name]) => `\`${name}\``);
    const words = isShared ? `: as in ${toLink(earlier[counts.indexOf(most)] ?? '')}.` : first[1];
    return [`- ${names.join(', ')}${words}`, ...write(items.slice(end))];
  };
  return write(sections.get(title) ?? []).join('\n');
};

const parametersOf = (schema: Schema): Item[] => {
  const required = new Set([schema.required].flat());
  return membersOf(schema).map(([name, parameter]) => {
    const [, meaning = '', inWords = ''] = saidDefault.exec(say(parameter)) ?? ['', say(parameter)];
    const standard = parameter.default === undefined ? inWords : `\`${parameter.default}\``;
    const rule = required.has(name) ? ', required' : standard && `, default ${standard}`;
    return [name, sayOf(`${toWords(spellOut(parameter))}${rule}`, meaning)];
  });
};

const readParameters = (): Sections =>
  new Map(operationNames.map((name) => [descriptions[name].summary, parametersOf(describeRequest(name))]));

const listParameters = (summary: string, parameters: Sections): string =>
  parameters.get(summary)?.length === 0 ? 'No parameters.' : `Parameters:\n\n${listItems(summary, parameters)}`;

/** JSON as people write it: what fits a line is not spread over several. */
const writeJson = (value: unknown, indent = ''): string => {
  const line = JSON.stringify(value, undefined, 1)
    .replaceAll(/(?<=[{[])\n *|\n *(?=[}\]])/g, '')
    .replaceAll(/\n */g, ' ');
  if (typeof value !== 'object' || value === null || `${indent}${line}`.length <= longLine) return line;
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const inner = `${indent}  `;
  const members = Object.entries(value).map(
    ([name, member]) => `${inner}${Array.isArray(value) ? '' : `"${name}": `}${writeJson(member, inner)}`,
  );
  return [open, members.join(',\n'), `${indent}${close}`].join('\n');
};

const toBlock = (value: unknown): string => `\`\`\`json\n${writeJson(value)}\n\`\`\``;

/**
 * An example of an operation of the seven, without an empty request and an answer that an earlier operation has. Those
 * of extensions are long, and in `openapi.json`.
 */
const exampleOf = (operation: OperationName): string => {
  const [example] = Object.values(descriptions[operation].examples);
  if (example === undefined || isExtension(operation)) return '';
  const { request, answer, summary } = example;
  const before = operationNames.slice(0, operationNames.indexOf(operation));
  const same = before.find((one) => Object.values(descriptions[one].examples)[0]?.answer === answer);
  const answered = same === undefined ? toBlock(answer) : `The answer is as in ${toLink(descriptions[same].summary)}.`;
  return [`Example: ${summary}.`, ...(Object.keys(request).length > 0 ? [toBlock(request)] : []), answered].join(
    '\n\n',
  );
};

/** Where the rules of an operation are on the page of the contract. */
const rules: Readonly<Record<OperationName, string>> = {
  login: 'Login limits',
  details: 'Tokens and sessions',
  refreshToken: 'Tokens and sessions',
  addConsent: 'Recording',
  searchConsents: 'Finding',
  revokeConsent: 'Revoking',
  getNotices: 'Notices and versions',
  getEvidence: 'Evidence',
  checkPeople: 'Before a mailing',
  listConsents: 'Lists',
  listDueConsents: 'Lists',
  listNotices: 'Lists',
  getNoticeVersion: 'Lists',
  listProjects: 'Lists',
  getOverview: 'Lists',
  requestErasure: 'Requests to erase',
  listErasureRequests: 'Requests to erase',
  changePassword: 'Changing the own password',
  logout: 'Logging out',
};

/** What an operation does, and where its rules are. What else its description says is among these. */
const introduce = (operation: OperationName): string => {
  const [firstSentence = ''] = /^.*?\.(?= |\n|$)/.exec(descriptions[operation].description) ?? [];
  const anchor = toLink(rules[operation]).replace(/^.*\(#/, '(contract.md#');
  return `${firstSentence.replace(/\.$/, '')} ([rules]${anchor}).`;
};

const describeOperation = (operation: OperationName, answer: unknown, parameters: Sections): string => {
  const definition = contract[operation];
  const { summary } = descriptions[operation];
  return [
    `### ${summary}`,
    `\`POST ${definition.path}\``,
    introduce(operation),
    listParameters(summary, parameters),
    `Answer: ${toWords(answer)}.`,
    exampleOf(operation),
    listProblems(
      'Further problems',
      problemsOf(definition).filter((code) => code !== ofParameters && !isShared(definition, code)),
    ),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
};

/** What the page says after the name of a member. A schema of the same name says it for the member. */
const sayMember = (name: string, schema: Schema): string => {
  const type = nameType(schema);
  return type.toLowerCase().startsWith(`[${name.toLowerCase()}](#`) ? `: ${type}.` : sayOf(type, say(schema));
};

/** The schemas of the terms of a version. The page of notices has what they say. */
const { NoticeVersion: _version, ...ofTerms } = descriptions.getNoticeVersion.schemas;

const sayTerm =
  ', as in `notice.json`: [terms](notices.md#terms-of-a-notice). Those that the version lacks are left out.';

/** What the page says of the members of a schema. Of a term that only one schema has, it says that it is one. */
const itemsOf = (schema: Schema): Item[] =>
  membersOf(schema).map(([name, member]) => {
    const isTerm = 'retentionDays' in Object(schema.properties) && name in termNotes && name !== 'askAgain';
    return [name, isTerm ? sayTerm : sayMember(name, member)];
  });

const describeSchemas = (schemas: readonly [string, Schema][]): string[] => {
  const members: Sections = new Map(schemas.map(([name, schema]) => [name, itemsOf(schema)]));
  return schemas.map(([name, schema]) => {
    const values = Array.isArray(schema.enum) ? `${toWords(schema)}.` : '';
    const parts = [say(schema), values, listItems(name, members)].filter((part) => part !== '');
    return [`### ${name}`, ...(parts.length > 0 ? parts : ['An empty object.'])].join('\n\n');
  });
};

const problemTable = (): string =>
  table(
    ['status', 'code', 'when'],
    Object.entries(problems).map(([code, { status }]) => [
      String(status),
      `\`${code}\``,
      fillNumbers(problemDescriptions[code as ProblemCode].meaning),
    ]),
  );

/**
 * The interface as one page of Markdown.
 *
 * It is written here: widdershins and @scalar/openapi-to-markdown leave out the limits of lengths and repeat the problems at
 * each operation, on five and ten times as many lines. The second also has empty values for the examples.
 */
export const toMarkdown = (document: Schema): string => {
  const schemas: Readonly<Record<string, Schema>> = { ...describeAnswers(), ...problemSchemas };
  const paths = Object(document.paths);
  const parameters = readParameters();
  const answerOf = (operation: OperationName): unknown => {
    const { schema } = paths[contract[operation].path].post.responses[200].content['application/json'];
    const { oneOf } = schemas[toName(schema.$ref)] ?? {};
    return oneOf === undefined ? schema : { oneOf };
  };
  return `${[
    heading.trimEnd(),
    '## Operations',
    introduceOperations(),
    ...operationNames.map((operation) => describeOperation(operation, answerOf(operation), parameters)),
    '## Schemas',
    ...describeSchemas(
      Object.entries(schemas).filter(([name, { oneOf }]) => oneOf === undefined && !(name in ofTerms)),
    ),
    '## All problems',
    'Your program decides by `code`. [Problems](contract.md#problems) have one form, and `GET /problems` says what to do about each.',
    problemTable(),
    'A problem with `errors` says with a `code` of its own what is wrong with each parameter:',
    errorCodeTable,
    next,
  ].join('\n\n')}\n`;
};

const range = (schema: Schema, least: string, most: string, unit: string): string => {
  const [from, to] = [schema[least], schema[most]];
  if (to === undefined) return '';
  return from === undefined ? `, at most ${to}${unit}` : `, ${from} to ${to}${unit}`;
};

const listWords = (schema: Schema): string => {
  const items = toWords(schema.items).replace(/, .*/, '');
  return `array of ${items}${range(schema, 'minItems', 'maxItems', ' items')}`;
};

/** A JSON Schema in words: its first type and its limits. A schema with a name becomes a link. */
const toWords = (schema: unknown): string => {
  if (!isObject(schema)) return '';
  if (schema.$ref !== undefined) return `[${toName(schema.$ref)}](#${toName(schema.$ref).toLowerCase()})`;
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(alternatives)) return alternatives.map(toWords).join(' or ');
  if (schema.const !== undefined) return `\`${schema.const}\``;
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => `\`${value}\``).join(', ');
  const [type = ''] = [schema.type].flat().map(String);
  return words[type]?.(schema) ?? type;
};

const words: Readonly<Record<string, (schema: Schema) => string>> = {
  string: (schema) => `string${range(schema, 'minLength', 'maxLength', ' characters')}`,
  integer: ({ maximum, ...schema }) =>
    `integer${maximum === largestWholeNumber ? ', at least 1' : range({ ...schema, maximum }, 'minimum', 'maximum', '')}`,
  boolean: () => 'boolean',
  null: () => '`null`',
  array: listWords,
  object: (schema) => {
    const of = '$ref' in Object(schema.additionalProperties) ? ` of ${toWords(schema.additionalProperties)}` : '';
    return `object${of}${range(schema, 'minProperties', 'maxProperties', ' members')}`;
  },
};

const listProblems = (title: string, codes: readonly ProblemCode[]): string =>
  codes.length === 0
    ? ''
    : `${title}: ${codes
        .map((code) => `${problems[code].status} \`${code}\``)
        .sort()
        .join(', ')}.`;

/** Whether all operations of the same access can answer with a problem. */
const isShared = ({ access }: OperationRules, code: ProblemCode): boolean => sharedProblems[access].includes(code);

const accessWords: Readonly<Record<Access, string>> = {
  anyone: 'Every operation',
  bearer: 'An operation that needs an access token',
  user: 'Such an operation, unless it only ends the session',
  'consent-register': 'An operation under `/consent-register`',
};

/** The problem of every operation that has parameters. */
const ofParameters = 'parameters.invalid';

const listOperations = (names: readonly OperationName[]): string =>
  names
    .map((name) => `- ${toLink(descriptions[name].summary).replace(/\[.*\]/, `[\`${contract[name].path}\`]`)}`)
    .join('\n');

/** The paths of the operations, and the problems that they share. */
const introduceOperations = (): string => {
  const access: readonly Access[] = ['anyone', 'bearer', 'user', 'consent-register'];
  const shared = access.map((one, i) => {
    const before = i === 0 ? [] : sharedProblems[access[i - 1] ?? one];
    const codes = sharedProblems[one].filter((code) => !before.includes(code));
    return `- ${listProblems(accessWords[one], codes)}`;
  });
  return [
    'Seven operations are the interface:',
    listOperations(operationNames.filter((name) => !isExtension(name))),
    '[Extensions](contract.md#extensions) change nothing in them:',
    listOperations(operationNames.filter(isExtension)),
    'Every operation but `/login` and `/refresh-token` needs the header `Authorization: Bearer ACCESS_TOKEN`. These [problems](#all-problems) are shared; each operation lists its further ones:',
    [...shared, `- ${listProblems('An operation with parameters', [ofParameters])}`].join('\n'),
  ].join('\n\n');
};
