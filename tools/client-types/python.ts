import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { descriptions } from '../../build/openapi/descriptions/descriptions.ts';
import { operationNames } from '../../build/openapi/operations.ts';
import type { Schema } from '../../build/openapi/schemas.ts';
import { attempt, CommandError } from '../../cli/errors.ts';
import { contract } from '../../shared/api/contract.ts';

const root = join(import.meta.dirname, '../..');
const documentFile = join(root, 'docs/openapi.json');
const typesFile = join(root, 'client/python/consent_register/schema.py');

/** Types that have another name in the clients than in the document. */
const names: Readonly<Record<string, string>> = {
  LoginRequest: 'Credentials',
  RevokeConsentRequest: 'Revocation',
  GetNoticesRequest: 'NoticeRequest',
  ListConsentsRequest: 'ConsentListing',
  ConsentInformation: 'Notice',
  AddedConsentList: 'AddedConsents',
};

/** Schemas whose kinds have types of their own. */
const divided: readonly string[] = ['AddConsentRequest', 'SearchConsentsRequest', 'AddedConsents', 'FoundConsents'];

/** Python's names of operations. */
export const toSnakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const toName = (ref: unknown): string => {
  const name = String(ref).replace('#/components/schemas/', '');
  return names[name] ?? name;
};

const toLiteral = (value: unknown): string =>
  value === true ? 'True' : value === false ? 'False' : JSON.stringify(value);

const scalars: Readonly<Record<string, string>> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
};

const toUnion = (types: readonly string[]): string => {
  const different = [...new Set(types)];
  return different.length === 1 ? String(different[0]) : `Union[${different.join(', ')}]`;
};

/** Of objects that the document writes out inside another, there are only values with a label. */
const nameInner = (properties: object): string => {
  if (Object.keys(properties).join() === 'label,value') return 'LabelledValue';
  throw new Error(`An object without a name has ${Object.keys(properties)}: give it a name in the document.`);
};

/** The type of a value. Codes that later versions may add to are texts. */
const toType = (schema: Schema): string => {
  const {
    $ref,
    const: only,
    enum: values,
    oneOf,
    anyOf = oneOf,
    type,
    items,
    properties,
    additionalProperties,
  } = schema;
  if ($ref !== undefined) return toName($ref);
  if (only !== undefined) return `Literal[${toLiteral(only)}]`;
  if (Array.isArray(values)) return `Literal[${values.map(toLiteral).join(', ')}]`;
  if (Array.isArray(anyOf)) return toUnion(anyOf.map((kind) => toType(Object(kind))));
  if (type === 'array') return `List[${toType(Object(items))}]`;
  if (type === 'object' && properties !== undefined) return nameInner(Object(properties));
  if (type === 'object') {
    const isAny = Object.keys(Object(additionalProperties)).length === 0;
    return `Dict[str, ${isAny ? 'Any' : toType(Object(additionalProperties))}]`;
  }
  const scalar = scalars[String(type)];
  if (scalar === undefined) throw new Error(`There is no Python type for ${JSON.stringify(schema)}.`);
  return scalar;
};

const toText = (text: unknown): string => `"""${String(text).replaceAll('\\', '\\\\').replaceAll('"""', "'''")}"""`;

/** Words that Python does not accept as the name of a member in a class. */
const reserved: readonly string[] = ['from'];

interface Member {
  readonly name: string;
  readonly schema: Schema;
  readonly isRequired: boolean;
}

const membersOf = ({ properties, required = [] }: Schema): readonly Member[] =>
  Object.entries(Object(properties)).map(([name, schema]) => ({
    name,
    schema: Object(schema),
    isRequired: Array.isArray(required) && required.includes(name),
  }));

const writeMember = ({ name, schema }: Member): readonly string[] => [
  `    ${name}: ${toType(schema)}`,
  ...(schema.description === undefined ? [] : [`    ${toText(schema.description)}`]),
];

const writeClass = (name: string, base: string, members: readonly Member[], description?: unknown): string => {
  const body = [
    ...(description === undefined ? [] : [`    ${toText(description)}`, '']),
    ...members.flatMap(writeMember),
  ];
  return `class ${name}(${base}):\n${body.length === 0 ? '    pass' : body.join('\n').trimEnd()}\n`;
};

/**
 * A TypedDict. Python 3.9 has no mark for a member that may be left out, so such members are in a class below one with those that are required.
 */
const writeTypedDict = (name: string, members: readonly Member[], description?: unknown): string => {
  const required = members.filter(({ isRequired }) => isRequired);
  const optional = members.filter((member) => !member.isRequired && !reserved.includes(member.name));
  const unnameable = members.filter((member) => reserved.includes(member.name));
  const parts: string[] = [];
  let base = 'TypedDict';
  if (unnameable.length > 0) {
    base = `_${name}Words`;
    const pairs = unnameable.map(
      (member) => `${JSON.stringify(member.name)}: ${JSON.stringify(toType(member.schema))}`,
    );
    parts.push(`${base} = TypedDict("${base}", {${pairs.join(', ')}}, total=False)\n`);
  }
  if (required.length > 0 && optional.length > 0) {
    parts.push(writeClass(`_${name}Required`, base, required));
    base = `_${name}Required`;
  }
  const own = optional.length > 0 ? optional : required;
  parts.push(
    writeClass(name, optional.length > 0 || own.length === 0 ? `${base}, total=False` : base, own, description),
  );
  return parts.join('\n\n');
};

/** Of a member that is one value or an array of values, the one kind. */
const choose = (member: Member, isMany: boolean): Member => {
  const kinds = Object(member.schema).oneOf;
  if (!Array.isArray(kinds)) return member;
  const [kind] = kinds.filter((one) => (Object(one).type === 'array') === isMany);
  return { ...member, schema: { ...Object(kind), description: member.schema.description } };
};

const pageMembers: readonly string[] = ['first', 'page', 'perPage'];

/** The requests whose kind decides on the kind of the answer, each as its own type. */
const writeRequests = (schemas: Readonly<Record<string, Schema>>): readonly string[] => {
  const consent = membersOf(Object(schemas.AddConsentRequest));
  const search = membersOf(Object(schemas.SearchConsentsRequest));
  const criteria = search.filter(({ name }) => !pageMembers.includes(name));
  const page = search.filter(({ name }) => name === 'page' || name === 'perPage');
  const first = { name: 'first', schema: { const: true }, isRequired: true };
  const notFirst = { name: 'first', schema: { const: false }, isRequired: false };
  const idsPerPage = page
    .filter(({ name }) => name === 'perPage')
    .map((member) => ({
      ...member,
      schema: { type: 'integer', description: 'How many it lists at a time. Default: `50`.' },
    }));
  return [
    writeTypedDict(
      'NewConsent',
      consent.map((member) => choose(member, false)),
      'Consents to one notice. The answer is a single consent.',
    ),
    writeTypedDict(
      'NewConsents',
      consent.map((member) => choose(member, true)),
      'Consents to several notices, recorded together or not at all. The answer is a list.',
    ),
    writeTypedDict('ConsentCriteria', criteria, 'What the consents to search for have in common.'),
    writeClass('LatestSearch', 'ConsentCriteria', [first], 'Asks for the latest consent only.'),
    writeClass('PageSearch', 'ConsentCriteria, total=False', [...page, notFirst], 'Asks for one page.'),
    writeClass('AllSearch', 'ConsentCriteria, total=False', idsPerPage, 'Asks for all records, each alone.'),
  ];
};

const heading = `"""The types of requests and answers, and the operations. Made of the contract by \`npm run generate\`; not to be edited."""

from __future__ import annotations

from typing import Any, Dict, List, Literal, Mapping, NamedTuple, Tuple, TypedDict, Union
`;

/** What a caller gives may be any mapping: the checkers of types refuse a dict of texts for a dict of texts and others. */
const writeAlias = (name: string, schema: Schema): string => {
  const type = toType(schema);
  const lines = [`${toName(name)} = ${/^(?:Given|Searched)/.test(name) ? type.replace(/^Dict/, 'Mapping') : type}`];
  if (schema.description !== undefined) lines.push(toText(schema.description));
  return `${lines.join('\n')}\n`;
};

/** @throws Error for a schema that has no type in Python */
export const renderTypes = (document: Schema): string => {
  const schemas: Readonly<Record<string, Schema>> = Object(Object(document).components).schemas;
  const own = Object.entries(schemas).filter(([name]) => !divided.includes(name));
  const isClass = ([, { type, properties, additionalProperties }]: readonly [string, Schema]): boolean =>
    type === 'object' && (properties !== undefined || additionalProperties === undefined);
  const classes = own
    .filter(isClass)
    .map(([name, schema]) => writeTypedDict(toName(name), membersOf(schema), schema.description));
  // An alias is read where it stands, so that classes come before it.
  const aliases = own.filter((entry) => !isClass(entry)).map(([name, schema]) => writeAlias(name, schema));
  return [heading, ...classes, ...writeRequests(schemas), aliases.join('\n'), writeOperations()].join('\n\n');
};

const writeOperations = (): string => {
  const rows = operationNames.map((name) => {
    const answers = descriptions[name].marks.map((member) => JSON.stringify(member));
    const tuple = answers.length === 1 ? `(${answers},)` : `(${answers.join(', ')})`;
    const takesKey = toLiteral('idempotent' in contract[name]);
    return `    "${toSnakeCase(name)}": Operation("${contract[name].path}", ${tuple}, ${takesKey}),\n`;
  });
  return `class Operation(NamedTuple):
    """How the client calls an operation."""

    path: str
    answers: Tuple[str, ...]
    """Every answer has one of these members, or none at all if there are none. An answer without them did not come from the service."""
    takes_key: bool
    """Whether the operation accepts an Idempotency-Key, which makes it safe to repeat."""


OPERATIONS: Dict[str, Operation] = {
${rows.join('')}}
`;
};

if (import.meta.main) {
  process.exitCode = await attempt(async () => {
    const types = renderTypes(JSON.parse(await readFile(documentFile, 'utf8')));
    if (types === (await readFile(typesFile, 'utf8').catch(() => ''))) return;
    if (process.argv.includes('--check'))
      throw new CommandError("The Python client's types are out of date. Run `npm run generate`.", 'finding');
    await writeFile(typesFile, types);
  });
}
