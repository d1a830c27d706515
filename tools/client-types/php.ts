import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Schema } from '../../build/openapi/schemas.ts';
import { isObject, toName } from '../../build/openapi/schemas.ts';
import { attempt } from '../../cli/errors.ts';

const root = join(import.meta.dirname, '../..');
const typesFile = join(root, 'client/php/schema.php');

/** The members of an object, and which of them may be missing. */
type Members = readonly (readonly [name: string, type: string, isOptional: boolean])[];

const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const toUnion = (schemas: unknown): string =>
  toList(schemas)
    .map((schema) => toType(schema))
    .join('|');

const toLiteral = (value: unknown): string => (typeof value === 'string' ? `'${value}'` : String(value));

const toShape = (members: Members, indent: string): string =>
  members.length === 0
    ? 'array{}'
    : `array{\n${members
        .map(([name, type, isOptional]) => ` *   ${indent}${name}${isOptional ? '?' : ''}: ${type},\n`)
        .join('')} * ${indent}}`;

const toKey = (names: unknown): string => {
  if (!isObject(names)) return 'string';
  return '$ref' in names ? toName(names.$ref) : names.pattern === String.raw`^\d+$` ? 'int' : 'string';
};

/** The members of a schema whose type is an object. */
const toMembers = ({ properties, required }: Schema): Members =>
  Object.entries(Object(properties)).map(([name, member]) => [
    name,
    toType(member, '  '),
    !toList(required).includes(name),
  ]);

const toObject = (schema: Schema, indent: string): string => {
  const { properties, additionalProperties, propertyNames } = schema;
  if (properties !== undefined) return toShape(toMembers(schema), indent);
  if (additionalProperties === undefined) return propertyNames === undefined ? 'array{}' : 'array<string, mixed>';
  return `array<${toKey(propertyNames)}, ${toType(additionalProperties)}>`;
};

const scalars: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'null',
};

/** A schema as a type of PHPStan. A code that later versions may add to is any string. */
const toType = (schema: unknown, indent = ''): string => {
  if (!isObject(schema) || Object.keys(schema).length === 0) return 'mixed';
  if ('$ref' in schema) return toName(schema.$ref);
  if ('const' in schema) return toLiteral(schema.const);
  if (Array.isArray(schema.enum)) return schema.enum.map(toLiteral).join('|');
  const union = toUnion(schema.oneOf ?? schema.anyOf);
  if (union !== '') return union;
  if (schema.type === 'array') return `list<${toType(schema.items)}>`;
  return scalars[String(schema.type)] ?? toObject(schema, indent);
};

const version = 'consentInformationVersionId';
const pid = 'consentInformationPid';

/** Each notice by one of its two members: the PID, or the id of a version. */
const eitherNotice = (members: Members, types: Readonly<Record<string, string>>, isOptional: boolean): string =>
  [pid, version]
    .map((chosen) =>
      toShape(
        members.flatMap(([name, type, mayMiss]) => {
          if (name !== pid && name !== version) return [[name, type, mayMiss] as const];
          return name === chosen ? [[name, types[name] ?? type, isOptional] as const] : [];
        }),
        '',
      ),
    )
    .join('|');

/** The types of requests under the names that the TypeScript client gives them. */
const nameRequests = (schemas: Schema): readonly (readonly [string, string])[] => {
  const membersOf = (name: string): Members => toMembers(Object(schemas[name]));
  const search = membersOf('SearchConsentsRequest');
  const without = (...names: string[]): Members => search.filter(([name]) => !names.includes(name));
  const one = { [pid]: 'int', [version]: 'Identifier' };
  const several = { [pid]: 'list<int>', [version]: 'list<Identifier>' };
  const listing = membersOf('ListConsentsRequest');
  return [
    ['Credentials', 'LoginRequest'],
    ['NewConsent', eitherNotice(membersOf('AddConsentRequest'), one, false)],
    ['NewConsents', eitherNotice(membersOf('AddConsentRequest'), several, false)],
    ['ConsentCriteria', eitherNotice(without('first', 'page'), one, true)],
    ['LatestSearch', eitherNotice([...without('first', 'page', 'perPage'), ['first', 'true', false]], one, true)],
    ['PageSearch', eitherNotice([...without('first'), ['first', 'false', true]], one, true)],
    ['Revocation', 'RevokeConsentRequest'],
    ['NoticeRequest', 'GetNoticesRequest'],
    ['Notice', 'ConsentInformation'],
    ['ConsentListing', eitherNotice(listing, one, true)],
    ['NoticeListing', 'ListNoticesRequest'],
    ['NoticeVersionRequest', 'GetNoticeVersionRequest'],
    ['EvidenceRequest', 'GetEvidenceRequest'],
    ['ProjectListing', 'ListProjectsRequest'],
    ['OverviewRequest', 'GetOverviewRequest'],
  ];
};

/** The types of requests and answers for PHPStan and PhpStorm: the text of `client/php/schema.php`. */
export const describeTypes = ({ components }: Schema): string => {
  const schemas: Schema = Object(components).schemas;
  const own = Object.entries(schemas).map(([name, schema]) => [name, toType(schema)] as const);
  const types = [...own, ...nameRequests(schemas)].map(([name, type]) => ` * @phpstan-type ${name} ${type}\n`);
  return `<?php
// Made of docs/openapi.json by \`npm run generate\`; not to be edited.

declare(strict_types=1);

namespace ConsentRegister;

/**
 * The requests and answers as array shapes, for PHPStan and PhpStorm. Nothing needs this file at run time.
 *
${types.join('')} */
interface Schema
{
}
`;
};

if (import.meta.main) {
  process.exitCode = await attempt(async () => {
    const document: Schema = JSON.parse(await readFile(join(root, 'docs/openapi.json'), 'utf8'));
    await writeFile(typesFile, describeTypes(document));
  });
}
