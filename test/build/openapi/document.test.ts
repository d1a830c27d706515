import { describe, expect, test } from 'vitest';
import { describeInterface } from '../../../build/openapi/document.ts';

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

describe('the document', () => {
  const document: {
    info: { description: string };
    paths: Part;
    components: Readonly<Record<string, Readonly<Record<string, Part>>>>;
  } = JSON.parse(JSON.stringify(describeInterface()));
  const operations = Object.values(document.paths).map((path) => Object(path).post);

  test('has JSON before forms, which generators take the first of', () => {
    const orders = operations.flatMap(({ requestBody }) => (requestBody ? [Object.keys(requestBody.content)] : []));

    expect(new Set(orders.map(([first]) => first))).toEqual(new Set(['application/json']));
    expect(orders.map(({ length }) => length)).toEqual(Array(19).fill(3));
  });

  test('says which whole numbers take 64 bits, and has no request of a link, both for generators', () => {
    const { schemas = {} } = document.components;

    expect(Object(schemas.ConsentRecord?.properties).consentInformationPid).toMatchObject({ format: 'int64' });
    expect(Object(schemas.SearchConsentsRequest?.properties).perPage).not.toHaveProperty('format');
    expect(
      placesWhere(document.paths, (part) => 'operationId' in part && 'requestBody' in part && !('responses' in part)),
    ).toEqual([]);
  });

  test('has the schema of a request once, for its three encodings', () => {
    const references = operations.flatMap(({ requestBody }) =>
      requestBody
        ? [new Set(Object.values<{ schema: { $ref: string } }>(requestBody.content).map(({ schema }) => schema.$ref))]
        : [],
    );

    expect(references.map(({ size }) => size)).toEqual(Array(19).fill(1));
    expect(
      references.map((names) => [...names].every((name) => /^#\/components\/schemas\/\w+Request$/.test(name))),
    ).not.toContain(false);
  });

  test('has answers that may get more members, and codes that may get more values', () => {
    const { schemas = {} } = document.components;
    const answers = Object.entries(schemas).filter(([name]) => !/Request$|^Given|^Searched|^LinkedPerson$/.test(name));

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
    const given = Object.entries(schemas).filter(([name]) => /Request$|^Given|^Searched|^LinkedPerson$/.test(name));
    const texts = given.flatMap(([, schema]) => partsOf(schema)).filter(([, { type }]) => type === 'string');

    expect(texts.length).toBeGreaterThan(10);
    for (const [path, { pattern }] of texts)
      expect([path, new RegExp(String(pattern), 'u').test('a\0')]).toEqual([path, false]);
    for (const name of ['GivenProof', 'GivenUserData', 'SearchedUserData']) {
      expect(schemas[name]?.propertyNames).toMatchObject({ not: { enum: ['__proto__', 'constructor', 'prototype'] } });
    }
  });

  test('has a description that is read in one breath', () => {
    expect(document.info.description.length).toBeLessThan(700);
  });
});
