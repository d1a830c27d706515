import { describe, expect, test } from 'vitest';
import { describeForGenerators, toOpenApi30 } from '../../../cli/openapi/client-document.ts';
import { describeInterface } from '../../../cli/openapi/document.ts';
import { contract } from '../../../shared/api/contract.ts';

type Part = Readonly<Record<string, unknown>>;

const isPart = (value: unknown): value is Part => typeof value === 'object' && value !== null;

/** Every object within a value, with the names that lead to it. */
const partsOf = (value: unknown, path = ''): readonly (readonly [path: string, part: Part])[] =>
  isPart(value)
    ? [[path, value], ...Object.entries(value).flatMap(([name, inner]) => partsOf(inner, `${path}/${name}`))]
    : [];

const placesWhere = (document: unknown, isFound: (part: Part, path: string) => boolean): readonly string[] =>
  partsOf(document)
    .filter(([path, part]) => isFound(part, path))
    .map(([path]) => path);

const plain: unknown = JSON.parse(JSON.stringify(describeForGenerators()));
const full: unknown = JSON.parse(JSON.stringify(describeInterface()));
const { paths, components }: { paths: Part; components: Readonly<Record<string, Readonly<Record<string, Part>>>> } =
  Object(plain);
const { schemas = {}, responses = {} } = components;

/** Each is a cause for which clients that were generated did not build, or failed in a call. */
describe('the document for generators', () => {
  test('is OpenAPI 3.0, in which null is nullable beside a type', () => {
    expect(Object(plain).openapi).toBe('3.0.3');
    expect(placesWhere(plain, ({ type }) => Array.isArray(type) || type === 'null')).toEqual([]);
    expect(placesWhere(plain, ({ nullable, type }) => nullable === true && typeof type !== 'string')).toEqual([]);
    expect(placesWhere(schemas.ConsentRecord, ({ nullable }) => nullable === true)).toEqual([
      '/properties/revokeTime',
      '/properties/revokeChannel',
      '/properties/revokeChannelData',
      '/properties/revokeProof',
    ]);
  });

  test('an object has members, or may have any: a Go client would not read null for it otherwise', () => {
    const isEmpty = ({ type, properties, additionalProperties }: Part) =>
      type === 'object' && properties === undefined && additionalProperties === undefined;

    expect(placesWhere(plain, isEmpty)).toEqual([]);
  });

  test.each([
    'const',
    'propertyNames',
    'patternProperties',
    'if',
    'then',
    'else',
    'not',
    'pattern',
    'anyOf',
    'oneOf',
    'default',
    'links',
    'examples',
  ])('has no %s', (keyword) => {
    expect(placesWhere(plain, (part) => keyword in part)).toEqual([]);
  });

  test('has what the document of the whole interface has', () => {
    expect(Object.keys(paths)).toEqual(Object.values(contract).map(({ path }) => path));
    expect(placesWhere(plain, ({ operationId }) => operationId !== undefined).length).toBe(
      Object.keys(contract).length,
    );
  });

  test('has JSON alone', () => {
    const types = partsOf(plain).flatMap(([, { content }]) => Object.keys(Object(content)));

    expect(new Set(types)).toEqual(new Set(['application/json', 'application/problem+json']));
  });

  test('refers to a schema of a name for every body and answer', () => {
    const contents = partsOf(plain).flatMap(([, { content }]) => Object.values(Object(content)));

    expect(contents.filter((content) => !('$ref' in Object(content).schema))).toEqual([]);
  });

  test('refers to an answer of a name for every problem', () => {
    const problems = placesWhere(paths, (part, path) => /\/responses\/[45]\d\d$/.test(path) && !('$ref' in part));

    expect(problems).toEqual([]);
    expect(Object.keys(responses)).toContain('AccessTokenRefused');
  });

  test('has no object whose members another schema describes by itself, but maps', () => {
    const within = placesWhere(
      schemas,
      ({ properties }, path) => properties !== undefined && path.split('/').length > 2,
    );

    expect(within).toEqual([]);
  });

  test('has PIDs as whole numbers that may need 64 bits, and as arrays where several may be meant', () => {
    const pid = { type: 'integer', format: 'int64' };

    expect(schemas.GetNoticesRequest?.properties).toMatchObject({ pid: { type: 'array', items: pid } });
    expect(schemas.AddConsentRequest?.properties).toMatchObject({
      consentInformationPid: { type: 'array', items: pid },
      consentInformationVersionId: { type: 'array', items: { type: 'string' } },
    });
    for (const name of ['AddedConsent', 'ConsentRecord', 'SearchConsentsRequest']) {
      expect(schemas[name]?.properties).toMatchObject({ consentInformationPid: pid });
    }
    expect(JSON.stringify(plain)).not.toContain('one or an array');
  });

  test('has no array in a request that Java would send empty where nobody sets it', () => {
    const sent = Object.entries(schemas).flatMap(([name, { properties, required }]) =>
      Object.entries<Part>(Object(properties))
        .filter(
          ([member, { type, nullable }]) =>
            type === 'array' && nullable !== true && ![required].flat().includes(member),
        )
        .map(([member]) => `${name}.${member}`),
    );

    expect(sent.filter((member) => member.includes('Request.'))).toEqual([]);
    expect(schemas.AddConsentRequest?.properties).toMatchObject({ consentInformationPid: { nullable: true } });
  });

  test('has no number that 32 bits cannot hold without the format that says so', () => {
    const unsized = placesWhere(
      plain,
      ({ type, format, maximum }) => type === 'integer' && format !== 'int64' && !(Number(maximum) < 2 ** 31),
    );

    expect(unsized.filter((path) => !path.includes('/headers/'))).toEqual([]);
  });

  test('has one shape for what an operation answers', () => {
    const answers = Object.values(paths).map(
      (path) => Object(path).post.responses[200].content['application/json'].schema,
    );

    expect(answers.map(({ $ref }) => String($ref).replace('#/components/schemas/', ''))).toEqual([
      'TokenSet',
      'UserDetails',
      'TokenSet',
      'AddedConsentList',
      'ConsentPage',
      'RevokedConsent',
      'Notices',
      'SignedEvidence',
      'CheckedPeople',
      'ListedConsents',
      'DueConsents',
      'ListedNotices',
      'NoticeVersion',
      'ListedProjects',
      'Overview',
      'RequestedErasure',
      'RequestedErasures',
      'ChangedPassword',
      'EndedSession',
    ]);
    expect(schemas.SearchConsentsRequest?.properties).not.toHaveProperty('first');
  });

  test('has closed lists of values in requests alone', () => {
    const answered = Object.entries(schemas).filter(([name]) => !name.endsWith('Request'));
    const closed = answered.filter(
      ([, schema]) =>
        JSON.stringify(schema).match(
          /\/(?:Lang|Channel|ConsentState|DueReason|Erasure(?:Extent|Reason|RequestState))"/,
        ) !== null,
    );

    expect(placesWhere(schemas, (part) => 'enum' in part)).toEqual([
      '/Channel',
      '/ConsentState',
      '/DueReason',
      '/ErasureExtent',
      '/ErasureReason',
      '/Lang',
    ]);
    expect(closed).toEqual([]);
  });

  test('has no schema that nothing refers to', () => {
    const references = new Set(partsOf(plain).flatMap(([, { $ref }]) => ($ref === undefined ? [] : [$ref])));
    const unused = Object.keys(schemas).filter((name) => !references.has(`#/components/schemas/${name}`));

    expect(unused).toEqual([]);
  });
});

test('several types at once, which OpenAPI 3.0 does not have, are an error', () => {
  expect(() => toOpenApi30({ type: ['integer', 'string'] })).toThrow('has one type');
});

describe('the document of the whole interface', () => {
  const document: { paths: Part; components: Readonly<Record<string, Readonly<Record<string, Part>>>> } = Object(full);
  const operations = Object.values(document.paths).map((path) => Object(path).post);

  test('has JSON before forms, which generators take the first of', () => {
    const orders = operations.flatMap(({ requestBody }) => (requestBody ? [Object.keys(requestBody.content)] : []));

    expect(new Set(orders.map(([first]) => first))).toEqual(new Set(['application/json']));
    expect(orders.map(({ length }) => length)).toEqual(Array(17).fill(3));
  });

  test('has the schema of a request once, for its three encodings', () => {
    const references = operations.flatMap(({ requestBody }) =>
      requestBody
        ? [new Set(Object.values<{ schema: { $ref: string } }>(requestBody.content).map(({ schema }) => schema.$ref))]
        : [],
    );

    expect(references.map(({ size }) => size)).toEqual(Array(17).fill(1));
    expect(
      references.map((names) => [...names].every((name) => /^#\/components\/schemas\/\w+Request$/.test(name))),
    ).not.toContain(false);
  });

  test('has answers that may get more members, and codes that may get more values', () => {
    const { schemas = {} } = document.components;
    const answers = Object.entries(schemas).filter(([name]) => !/Request$|^Given|^Searched/.test(name));

    expect(
      answers.filter(([, schema]) => placesWhere(schema, (part) => part.additionalProperties === false).length),
    ).toEqual([]);
    for (const name of ['Problem', 'ParameterError']) {
      expect(schemas[name]?.properties).toMatchObject({
        code: { type: 'string', 'x-extensible-enum': expect.any(Array) },
      });
      expect(Object(schemas[name]?.properties).code).not.toHaveProperty('enum');
    }
  });

  test('has no default of what a search excludes', () => {
    const { properties } = Object(document.components.schemas?.SearchConsentsRequest);

    expect(placesWhere(properties, (part) => 'default' in part)).toEqual([]);
  });

  test('leads from each answer that has a token, a consent or a notice to what can be done with it', () => {
    const links = operations.flatMap(({ operationId, responses }) =>
      Object.values<{ operationId: string }>(responses[200].links ?? {}).map(
        (link) => `${operationId} ${link.operationId}`,
      ),
    );

    expect(new Set(links)).toEqual(
      new Set([
        'login refreshToken',
        'refreshToken refreshToken',
        'listConsents listConsents',
        'listConsents getEvidence',
        'listConsents getNoticeVersion',
        'listDueConsents listDueConsents',
        'listDueConsents getEvidence',
        'listNotices getNoticeVersion',
        'requestErasure requestErasure',
        'listErasureRequests listErasureRequests',
        'addConsent searchConsents',
        'addConsent revokeConsent',
        'addConsent getNotices',
        'searchConsents revokeConsent',
        'revokeConsent searchConsents',
      ]),
    );
  });

  test('says that no text of a request may have U+0000, and no member a name that reaches a prototype', () => {
    const { schemas = {} } = document.components;
    const given = Object.entries(schemas).filter(([name]) => /Request$|^Given|^Searched/.test(name));
    const texts = given.flatMap(([, schema]) => partsOf(schema)).filter(([, { type }]) => type === 'string');

    expect(texts.length).toBeGreaterThan(10);
    for (const [path, { pattern }] of texts)
      expect([path, new RegExp(String(pattern), 'u').test('a\0')]).toEqual([path, false]);
    for (const name of ['GivenProof', 'GivenUserData', 'SearchedUserData']) {
      expect(schemas[name]?.propertyNames).toMatchObject({ not: { enum: ['__proto__', 'constructor', 'prototype'] } });
    }
  });

  test('has a description that is read in one breath', () => {
    expect(Object(full).info.description.length).toBeLessThan(700);
  });
});
