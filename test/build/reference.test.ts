import * as v from 'valibot';
import { expect, test } from 'vitest';
import { descriptions } from '../../build/openapi/descriptions/descriptions.ts';
import { consentId, otherConsentId, record, tokens } from '../../build/openapi/descriptions/example-data.ts';
import { describeInterface } from '../../build/openapi/document.ts';
import type { Described } from '../../build/reference/browser/bodies.ts';
import { describeBodies, fillIn, findTakers, learn, toRows } from '../../build/reference/browser/bodies.ts';
import type { OperationName } from '../../shared/api/contract.ts';
import { contract } from '../../shared/api/contract.ts';
import { parseBracketNotation } from '../../shared/http/form.ts';
import { arrayNames, validateParameters } from '../../shared/http/validation.ts';
import { parseJson } from '../support/call/event.ts';

const Rows = v.array(v.strictObject({ name: v.string(), value: v.string(), isDisabled: v.literal(false) }));

test('writes nested members in bracket notation and numbers the items of arrays', () => {
  const value = {
    projectUid: 'demo-shop',
    consentInformationPid: [2, 3],
    first: true,
    proof: {},
    userData: { email: 'ada@example.com', size: { label: 'Your size', value: 'M' } },
  };

  expect(toRows(value).map(({ name, value, isDisabled }) => [name, value, isDisabled])).toEqual([
    ['projectUid', 'demo-shop', false],
    ['consentInformationPid[0]', '2', false],
    ['consentInformationPid[1]', '3', false],
    ['first', 'true', false],
    ['proof', '', false],
    ['userData[email]', 'ada@example.com', false],
    ['userData[size][label]', 'Your size', false],
    ['userData[size][value]', 'M', false],
  ]);
});

const describeBody = (name: OperationName) =>
  describeBodies(JSON.parse(JSON.stringify(describeInterface()))).paths[contract[name].path]?.post?.requestBody;

const without: readonly string[] = ['details', 'logout'];

test.each(
  Object.keys(descriptions).filter((name): name is OperationName => name in descriptions && !without.includes(name)),
)('shows JSON, then forms, for %s, whose examples mean the same', (name) => {
  const { content = {} } = describeBody(name) ?? {};
  const [json = [], forms] = Object.values(content).map(({ examples = {} }) =>
    Object.values(examples).map(({ value }) => value),
  );
  const { request: schema } = contract[name];

  expect(Object.keys(content)).toEqual(['application/json', 'application/x-www-form-urlencoded']);
  expect(json.length).toBe(Object.keys(descriptions[name].examples).length);
  expect(
    forms
      ?.map((rows) => v.parse(Rows, rows).map(({ name, value }) => [name, value] as const))
      .map((pairs) => parseBracketNotation(pairs, arrayNames(schema)))
      .map((form) => validateParameters(schema, form)),
  ).toEqual(json.map((value) => validateParameters(schema, parseJson(JSON.stringify(value)))));
});

test('names an example that readers need not choose', () => {
  expect(describeBody('login')?.description).toBe('Example: The user of the demo data logs in');
  expect(describeBody('addConsent')).not.toHaveProperty('description');
});

test('shows no body where none is needed', () => {
  expect(describeBody('details')).toBeUndefined();
});

const document = describeInterface() as unknown as Described;

const [one, other] = ['0123456789abcdef0123456789abcdef', 'fedcba9876543210fedcba9876543210'];
const given = { ...tokens, access_token: 'a.b.c', refresh_token: '1.a.b.c' };
const add = '/consent-register/add';
const revoke = '/consent-register/revoke';
const evidence = '/consent-register/evidence/get';
const erasure = '/consent-register/erasures/request';

test('takes from an answer what only the service can give', () => {
  const learned = learn(document, '/login', given);

  expect(Object.fromEntries(learned)).toEqual({
    [tokens.access_token]: 'a.b.c',
    [tokens.refresh_token]: '1.a.b.c',
  });
});

test('takes the ids of one consent, and of a list, and nothing that the caller said', () => {
  const userData = { email: 'eva@example.com' };
  const found = { data: [{ ...record, id: one, userData, channel: 'email', projectUid: 'other-shop' }] };

  expect(learn(document, add, { consentId: one, time: '2030-01-01 00:00:00' }).get(consentId)).toBe(one);
  const both = learn(document, add, { data: [{ consentId: one }, { consentId: other }] });
  expect([both.get(consentId), both.get(otherConsentId)]).toEqual([one, other]);
  const learned = learn(document, '/consent-register/search', found);
  expect(learned.get(consentId)).toBe(one);
  expect([...learned.keys()].filter((text) => !/^[0-9a-f]{32}$/.test(text))).toEqual([]);
});

test.each([
  ['a list of nothing', '/consent-register/search', { data: [] }],
  ['no consent', '/consent-register/search', { data: null }],
  ['another path', '/elsewhere', given],
  ['no path', '', given],
  ['the name of a method', 'constructor', given],
  ['a text', '/login', 'hello'],
  ['nothing', '/login', undefined],
  ['numbers where texts are', '/login', { access_token: 1, refresh_token: null }],
])('learns nothing of %s', (_case, path, answer) => {
  expect(learn(document, path, answer).size).toBe(0);
});

test('fills it into the requests that have the example, as JSON and as forms', () => {
  const learned = new Map([[consentId, one]]);
  const filled = describeBodies(fillIn(document, learned));
  const before = describeBodies(document);

  expect(findTakers(document, learned)).toEqual([revoke, evidence, erasure]);
  expect(findTakers(document, learn(document, '/login', given))).toEqual(['/refresh-token']);
  expect(findTakers(document, new Map([['nowhere', 'x']]))).toEqual([]);
  const requests = JSON.stringify(filled.paths[revoke]?.post?.requestBody);
  expect(requests).toContain(`"id":"${one}"`);
  expect(requests).toContain(`"name":"id","value":"${one}"`);
  expect(requests).not.toContain(consentId);
  const taken = { [revoke]: undefined, [evidence]: undefined, [erasure]: undefined };
  expect({ ...filled.paths, ...taken }).toEqual({ ...before.paths, ...taken });
});
