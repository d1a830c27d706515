import { expect, test } from 'vitest';
import { consentId, otherConsentId, record, tokens } from '../../../../cli/openapi/descriptions/example-data.ts';
import { describeInterface } from '../../../../cli/openapi/document.ts';
import type { Described } from '../../../../cli/reference/browser/bodies.ts';
import { describeBodies } from '../../../../cli/reference/browser/bodies.ts';
import { fillIn, findTakers, learn } from '../../../../cli/reference/browser/learning.ts';

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
