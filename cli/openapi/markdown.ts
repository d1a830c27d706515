import type { OperationName } from '../../shared/contract.ts';
import { contract } from '../../shared/contract.ts';
import { descriptions } from '../../shared/descriptions/descriptions.ts';
import { problemsOf } from '../../shared/operation-problems.ts';
import { problems } from '../../shared/problem-catalogue.ts';
import { describeInWords } from './extension.ts';
import { operationNames } from './flow.ts';
import { rules } from './introduction.ts';
import { describeAnswers, describeRequest } from './json-schema.ts';
import { writtenByName } from './named-schemas.ts';
import { problemExample } from './problem-examples.ts';
import { problemSchemas } from './problems.ts';
import type { Schema } from './schema.ts';
import { isObject, toName } from './schema.ts';
import { toWords } from './type-words.ts';

const heading = `# Interface

<!-- Made of the contract by \`npm run openapi\`; not to be edited. -->

All operations in full. The same as OpenAPI 3.1 is [\`openapi.json\`](openapi.json); \`npm start\` serves it as a page, \`/docs\`, where each can be tried.
Generators of clients take [\`openapi.client.json\`](openapi.client.json): OpenAPI 3.0, JSON alone, and one shape for each request and answer,
so that notices are always an array, and a search always answers with a page, without \`first\`.
`;

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', String.raw`\|`)).join(' | ')} |`)
    .join('\n');

const membersOf = (schema: Schema): [string, Schema][] =>
  Object.entries(isObject(schema.properties) ? schema.properties : {}).map(([name, member]) => [name, Object(member)]);

/** Writes out in full what has no section of its own on the page. */
const spellOut = (schema: Schema): Schema => {
  const { $ref, ...rest } = schema;
  const shape = writtenByName[toName($ref)];
  return shape === undefined ? schema : { ...Object(shape.as), ...rest };
};

const say = ({ description = '' }: Schema): string => String(description);

const parameterTable = (schema: Schema): string => {
  const required = new Set([schema.required].flat());
  const state = (name: string, parameter: Schema): string => {
    if (required.has(name)) return 'required';
    return parameter.default === undefined ? '' : `\`${parameter.default}\``;
  };
  const rows = membersOf(schema).map(([name, parameter]) => [
    `\`${name}\``,
    toWords(spellOut(parameter)),
    state(name, parameter),
    say(parameter),
  ]);
  return rows.length === 0 ? 'No parameters.' : table(['parameter', 'type', 'default', ''], rows);
};

const toJson = (value: unknown): string => `\`\`\`json\n${JSON.stringify(value, undefined, 2)}\n\`\`\``;

const exampleOf = (operation: OperationName): string => {
  const [example] = Object.values(descriptions[operation].examples);
  if (example === undefined) return '';
  return `${example.summary}:\n\n${toJson(example.request)}\n\n${toJson(example.answer)}`;
};

const describeOperation = (operation: OperationName, answer: unknown): string => {
  const definition = contract[operation];
  const { summary } = descriptions[operation];
  const codes = problemsOf(definition).map((code) => `${problems[code].status} \`${code}\``);
  return [
    `### ${summary}`,
    `\`POST ${definition.path}\`${definition.access === 'anyone' ? '' : ', with an access token'}`,
    describeInWords(operation),
    parameterTable(describeRequest(operation)),
    `Answer: ${toWords(answer)}.`,
    exampleOf(operation),
    `Problems: ${codes.sort().join(', ')}.`,
  ].join('\n\n');
};

const describeSchema = ([name, schema]: [string, Schema]): string => {
  const rows = membersOf(schema).map(([member, inner]) => [`\`${member}\``, toWords(inner), say(inner)]);
  const values = Array.isArray(schema.enum) ? `${toWords(schema)}.` : '';
  return [`### ${name}`, say(schema), values, rows.length > 0 ? table(['member', 'type', ''], rows) : '']
    .filter((part) => part !== '')
    .join('\n\n');
};

const problemTable = (): string =>
  table(
    ['status', 'code', 'meaning', 'for example'],
    Object.entries(problems).map(([code, { status, title }]) => [
      String(status),
      `\`${code}\``,
      title,
      problemExample(code as keyof typeof problems).detail,
    ]),
  );

/** The interface as one page of Markdown. */
export const toMarkdown = (document: Schema): string => {
  const schemas: Readonly<Record<string, Schema>> = { ...describeAnswers(), ...problemSchemas };
  const paths = Object(document.paths);
  const answerOf = (operation: OperationName): unknown => {
    const { schema } = paths[contract[operation].path].post.responses[200].content['application/json'];
    const { oneOf } = schemas[toName(schema.$ref)] ?? {};
    return oneOf === undefined ? schema : { oneOf };
  };
  return `${[
    heading.trimEnd(),
    ...Object.entries(rules).map(([title, text]) => `## ${title}\n\n${text}`),
    '## Operations',
    ...operationNames.map((operation) => describeOperation(operation, answerOf(operation))),
    '## Schemas',
    ...Object.entries(schemas)
      .filter(([, { oneOf }]) => oneOf === undefined)
      .map(describeSchema),
    '## All problems',
    problemTable(),
  ].join('\n\n')}\n`;
};
