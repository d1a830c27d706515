import type { OperationName } from '../../shared/contract.ts';
import { contract } from '../../shared/contract.ts';
import type { Access, OperationRules } from '../../shared/operation-definition.ts';
import { problemsOf, sharedProblems } from '../../shared/operation-definition.ts';
import type { ProblemCode } from '../../shared/problem-catalogue.ts';
import { problems } from '../../shared/problem-catalogue.ts';
import { fillNumbers, problemDescriptions } from '../../shared/problem-descriptions.ts';
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

For developers whose programs record, find and revoke consents: each operation, schema and problem of the HTTP API. [Contract](contract.md) has the rules, [Glossary](glossary.md) the terms.

- To try the operations in a browser, run \`npm start\` and open \`/docs\`.
- [\`openapi.json\`](openapi.json) has the same as OpenAPI 3.1, with examples of the extensions too.
- To generate a client, use [\`openapi.client.json\`](openapi.client.json): OpenAPI 3.0 with one shape for each request and answer. Bodies are JSON, notices always an array, and a search always answers with a page, without \`first\`.
`;

const next = '**Next:** [Events](events.md)';

const membersOf = (schema: Schema): [string, Schema][] =>
  Object.entries(isObject(schema.properties) ? schema.properties : {}).map(([name, member]) => [name, Object(member)]);

/** Writes out a schema that has no section of its own on the page. */
const spellOut = (schema: Schema): Schema => {
  const { $ref, ...rest } = schema;
  const shape = writtenByName[toName($ref)];
  return shape === undefined ? schema : { ...Object(shape.as), ...rest };
};

/** The end of the description of a time of a consent. */
const timeForm = /(?:, or `null`)? \(UTC, `YYYY-MM-DD HH:MM:SS`\)/;

const say = ({ description = '' }: Schema): string => String(description).replace(timeForm, '');

/** The type of a member. That of a time is its form. */
const nameType = (schema: Schema): string => {
  const type = toWords(schema);
  return timeForm.test(String(schema.description)) ? type.replace('string', '[time](contract.md#times)') : type;
};

/** A description that ends with the default. */
const saidDefault = /^(.*) Default: (.*)\.$/;

/** A parameter of a request or a member of an answer: its name, and what the page says of it. */
type Item = readonly [name: string, words: string];

/** What the sections of a kind list, by their headings, in the order of the page. */
type Sections = ReadonlyMap<string, readonly Item[]>;

const toLink = (title: string): string => `[${title}](#${title.toLowerCase().replaceAll(' ', '-')})`;

/** How many items from here on a section lists too, one after the other and in the same words. */
const countShared = (items: readonly Item[], section: readonly Item[]): number => {
  const start = section.findIndex(([, words]) => words === items[0]?.[1]);
  const different = items.findIndex(([, words], i) => start < 0 || section[start + i]?.[1] !== words);
  return different < 0 ? items.length : different;
};

/** The lines of a list in its order. Several in a row that an earlier section has become a line that leads there. */
const listItems = (title: string, sections: Sections): string => {
  const titles = [...sections.keys()];
  const earlier = titles.slice(0, titles.indexOf(title));
  const write = (items: readonly Item[]): string[] => {
    if (items.length === 0) return [];
    const counts = earlier.map((one) => countShared(items, sections.get(one) ?? []));
    const most = Math.max(0, ...counts);
    if (most < 2) return [`- ${items[0]?.[1]}`, ...write(items.slice(1))];
    const names = items.slice(0, most).map(([name]) => `\`${name}\``);
    return [
      `- ${names.join(', ')}: as in ${toLink(earlier[counts.indexOf(most)] ?? '')}.`,
      ...write(items.slice(most)),
    ];
  };
  return write(sections.get(title) ?? []).join('\n');
};

const parametersOf = (schema: Schema): Item[] => {
  const required = new Set([schema.required].flat());
  return membersOf(schema).map(([name, parameter]) => {
    const [, meaning = '', inWords = ''] = saidDefault.exec(say(parameter)) ?? ['', say(parameter)];
    const standard = parameter.default === undefined ? inWords : `\`${parameter.default}\``;
    const rule = required.has(name) ? ', required' : standard && `, default ${standard}`;
    return [name, `\`${name}\`, ${toWords(spellOut(parameter))}${rule}: ${meaning}`];
  });
};

const readParameters = (): Sections =>
  new Map(operationNames.map((name) => [descriptions[name].summary, parametersOf(describeRequest(name))]));

const listParameters = (summary: string, parameters: Sections): string =>
  parameters.get(summary)?.length === 0 ? 'No parameters.' : `Parameters:\n\n${listItems(summary, parameters)}`;

const toJson = (value: unknown): string => `\`\`\`json\n${JSON.stringify(value, undefined, 2)}\n\`\`\``;

/** An example of an operation of the seven. Those of extensions are long, and in `openapi.json`. */
const exampleOf = (operation: OperationName): string => {
  const [example] = Object.values(descriptions[operation].examples);
  if (example === undefined || isExtension(operation)) return '';
  return `Example: ${example.summary}.\n\n${toJson(example.request)}\n\n${toJson(example.answer)}`;
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
  listConsents: 'Lists',
  listNotices: 'Lists',
  getNoticeVersion: 'Lists',
  listProjects: 'Lists',
  getOverview: 'Lists',
  logout: 'Logging out',
};

/** What an operation does, and where its rules are. What else its description says is among these. */
const introduce = (operation: OperationName): string => {
  const [firstSentence = ''] = /^.*?\.(?= |\n|$)/.exec(descriptions[operation].description) ?? [];
  return `${firstSentence} Rules: ${toLink(rules[operation]).replace('(#', '(contract.md#')}.`;
};

const describeOperation = (operation: OperationName, answer: unknown, parameters: Sections): string => {
  const definition = contract[operation];
  const { summary } = descriptions[operation];
  return [
    `### ${summary}`,
    `\`POST ${definition.path}\`${definition.access === 'anyone' ? '' : ', with an access token'}`,
    introduce(operation),
    listParameters(summary, parameters),
    `Answer: ${toWords(answer)}.`,
    exampleOf(operation),
    listProblems(
      'Further problems',
      problemsOf(definition).filter((code) => !isShared(definition, code)),
    ),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
};

const describeSchemas = (schemas: readonly [string, Schema][]): string[] => {
  const members: Sections = new Map(
    schemas.map(([name, schema]) => [
      name,
      membersOf(schema).map(([member, inner]) => [member, `\`${member}\`, ${nameType(inner)}: ${say(inner)}`]),
    ]),
  );
  return schemas.map(([name, schema]) => {
    const values = Array.isArray(schema.enum) ? `${toWords(schema)}.` : '';
    return [`### ${name}`, say(schema), values, listItems(name, members)].filter((part) => part !== '').join('\n\n');
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
    ...describeSchemas(Object.entries(schemas).filter(([, { oneOf }]) => oneOf === undefined)),
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

/** The table of operations, and the problems that they share. */
const introduceOperations = (): string => {
  const rows = operationNames.map((name) => {
    const { summary } = descriptions[name];
    const kind = isExtension(name) ? 'extension' : '';
    return [toLink(summary), `\`${contract[name].path}\``, kind];
  });
  const access: readonly Access[] = ['anyone', 'bearer', 'user', 'consent-register'];
  const shared = access.map((one, i) => {
    const before = i === 0 ? [] : sharedProblems[access[i - 1] ?? one];
    const codes = sharedProblems[one].filter((code) => !before.includes(code));
    return `- ${listProblems(accessWords[one], codes)}`;
  });
  return [
    'Seven operations are the interface. The [extensions](contract.md#extensions) change nothing in them.',
    table(['operation', 'path', ''], rows),
    'These [problems](#all-problems) are shared. Each operation lists its further ones.',
    shared.join('\n'),
  ].join('\n\n');
};
