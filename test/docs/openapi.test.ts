import { join } from 'node:path';
import { createConfig, lint } from '@redocly/openapi-core';
import { Validator } from '@seriousme/openapi-schema-validator';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { descriptions } from '../../build/openapi/descriptions/descriptions.ts';
import document from '../../docs/openapi.json' with { type: 'json' };
import type { OperationName } from '../../shared/api/contract.ts';
import { contract } from '../../shared/api/contract.ts';
import { toJsonParameters } from '../../shared/http/body.ts';
import { validateParameters } from '../../shared/http/validation.ts';
import { checkRequest } from '../support/call/document.ts';

const file = join(import.meta.dirname, '../../docs/openapi.json');

test('the document is valid and keeps the strict rules', async () => {
  const config = await createConfig({ extends: ['recommended-strict'] });
  const problems = await lint({ ref: file, config });

  expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
});

test('the document fits the schema of its version of OpenAPI', async () => {
  const { valid, errors } = await new Validator().validate(file);

  expect(errors).toBeUndefined();
  expect(valid).toBe(true);
});

/** The member of an answer that a pointer names (RFC 6901), undefined where there is none. */
const follow = (answer: unknown, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | null | undefined)?.[name], answer);

/** The request of a link after an answer, with what is taken of the answer. A number arrives in schemas as its text. */
const resolve = (request: unknown, answer: unknown): unknown => {
  if (typeof request === 'string' && request.startsWith('$')) {
    const taken = follow(answer, request.replace('$response.body#', ''));
    return typeof taken === 'number' ? String(taken) : taken;
  }
  if (typeof request !== 'object' || request === null) return request;
  return Object.fromEntries(Object.entries(request).map(([name, value]) => [name, resolve(value, answer)]));
};

const links = (Object.keys(contract) as OperationName[]).flatMap((operation) =>
  Object.entries(descriptions[operation].links).map(([name, link]) => ({ operation, name, link })),
);

test('some answers lead to other calls', () => {
  expect(links.length).toBeGreaterThan(0);
});

test.each(links)('$operation, $name: an answer that is shown has what the call takes', ({ operation, link }) => {
  const answers = Object.values(descriptions[operation].examples).map(({ answer }) => answer);
  const requests = answers.map((answer) => resolve(link.request, answer));

  expect(requests.some((request) => v.is(contract[link.to].request, request))).toBe(true);
});

const isTaken = (check: () => unknown): boolean => {
  try {
    check();
    return true;
  } catch {
    return false;
  }
};

/** Every choice of one value for each name; undefined leaves it out. */
const choicesOf = (
  values: Readonly<Record<string, readonly unknown[]>>,
): readonly Readonly<Record<string, unknown>>[] =>
  Object.entries(values).reduce<readonly Readonly<Record<string, unknown>>[]>(
    (choices, [name, options]) =>
      choices.flatMap((choice) =>
        options.map((option) => (option === undefined ? choice : { ...choice, [name]: option })),
      ),
    [{}],
  );

const versionId = '0199f1d2a3447b7d8e21c0ffee12ab34';
const notices = { consentInformationPid: [undefined, 2], consentInformationVersionId: [undefined, versionId] };
const names = [{ a: 'x' }, { __proto__x: 'x' }, JSON.parse('{"__proto__":"x"}'), { constructor: 'x' }, { a: 'x\0' }];
const times = ['2026-11', ' 2026-11-22 14:30', '2026-11-22T14:30:00.000Z', '2026', '2026-13', '0.99999', '^|á'];

test.each([
  ['addConsent', { ...notices, projectUid: ['demo-shop'], proof: [{ url: 'x' }], userData: [{ email: 'x' }] }],
  ['addConsent', { consentInformationPid: [2], projectUid: ['x'], proof: names, userData: names }],
  [
    'requestConfirmation',
    { ...notices, projectUid: ['x'], proof: [{ url: 'x' }], userData: [{ email: 'a@shop.example' }] },
  ],
  ['getEvidence', { id: [versionId], at: [undefined, ...times] }],
  [
    'listConsents',
    { from: [undefined, ...times], state: [undefined, 'active', 'gone'], userData: [undefined, { email: 'x' }] },
  ],
  ['revokeConsent', { id: [versionId], proof: [...names, {}, { a: '' }, { a: '', b: 'x' }] }],
  ['checkPeople', { pid: [undefined, 0, 1], people: [undefined, [], [{}], [{ email: 'x' }], [{ email: 'x' }, 'x']] }],
  ['listConsents', { userData: [{ email: 'x' }], perPage: [undefined, 0, 250, 251] }],
  [
    'listDueConsents',
    { days: [undefined, 0, 1], reason: [undefined, 'expires', 'gone'], perPage: [undefined, 0, 50, 51] },
  ],
  [
    'getOverview',
    { projectUid: [undefined, 'x'], consentInformationPid: [undefined, 0, 1], months: [undefined, 0, 1, 24, 25] },
  ],
  [
    'requestErasure',
    {
      ids: [undefined, versionId, [versionId], []],
      reason: [undefined, 'objected', 'a whim'],
      receivedOn: [undefined, '2026-11-20', '2026-13-01', 'soon'],
      withdraw: [undefined, versionId],
      extent: [undefined, 'everything', 'nothing'],
      reference: [undefined, 'DSR-1', 'of Ada'],
    },
  ],
  ['listErasureRequests', { perPage: [undefined, 0, 50, 51] }],
  [
    'searchConsents',
    {
      ...notices,
      id: [undefined, versionId],
      projectUid: [undefined, 'demo-shop'],
      first: [undefined, true, false],
      page: [undefined, 1],
      perPage: [undefined, 50, 51],
      userData: [{}, { email: 'x' }, { email: ' ' }, { a: '', b: { label: 'x', value: '' } }, { a: '', b: 'x' }],
    },
  ],
] as const)('%s takes what the document says of parameters beside each other', (operation, values) => {
  const choices = choicesOf(values);
  const { request } = contract[operation];
  const differences = choices.filter((choice) => {
    const isDescribed = isTaken(() => checkRequest(operation, choice));
    return isDescribed !== isTaken(() => validateParameters(request, toJsonParameters(choice)));
  });

  expect(choices.length).toBeGreaterThan(3);
  expect(differences).toEqual([]);
});

const langs = ['ita', 'eng', 'spa', 'deu', 'fra', 'tur', 'por', 'rus', 'ukr'];
const channels = ['web', 'web.form', 'web.social.login', 'email', 'app.form'];

/** What each operation takes, in its order: `!` stands behind what is required, and a default behind `=`. */
const parameters: Readonly<Record<string, string>> = {
  '/login': 'email! password!',
  '/details': '',
  '/refresh-token': 'refresh_token!',
  '/consent-register/add':
    'projectUid! consentInformationPid consentInformationVersionId lang=eng channel=web proof! userData!',
  '/consent-register/search':
    'id projectUid consentInformationPid consentInformationVersionId lang channel first page perPage userData!',
  '/consent-register/revoke': 'id! channel=web proof!',
  '/consent-register/information/get': 'pid!',
  '/consent-register/evidence/get': 'id! at treeSize',
  '/consent-register/check': 'pid! people!',
  '/consent-register/links': 'people! pid days',
  '/consent-register/list':
    'from until state projectUid consentInformationPid consentInformationVersionId lang channel userData after perPage',
  '/consent-register/due': 'days reason projectUid consentInformationPid after perPage',
  '/consent-register/notices/list': 'pid',
  '/consent-register/notices/get': 'id!',
  '/consent-register/projects/list': 'after perPage',
  '/consent-register/overview/get': 'projectUid consentInformationPid months',
  '/consent-register/confirmations/request':
    'projectUid! consentInformationPid consentInformationVersionId lang=eng channel=web proof! userData!',
  '/consent-register/erasures/request': 'ids extent reason reference receivedOn withdraw',
  '/consent-register/erasures/list': 'after perPage',
  '/password': 'currentPassword! newPassword!',
  '/logout': '',
};

interface Schema {
  readonly $ref?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<
    Record<string, Schema & { readonly default?: unknown; readonly description?: string }>
  >;
  readonly enum?: readonly string[];
  readonly type?: string | readonly string[];
  readonly oneOf?: readonly Schema[];
  readonly additionalProperties?: unknown;
}

const { paths } = document;

test('operations that are safe to repeat, and no others, say of an answer that it is replayed', () => {
  const saying = Object.entries(paths).filter(([, { post }]) => 'headers' in post.responses[200]);

  expect(saying.map(([path]) => path)).toEqual([
    '/consent-register/add',
    '/consent-register/revoke',
    '/consent-register/confirmations/request',
    '/consent-register/erasures/request',
  ]);
  for (const [, { post }] of saying) {
    expect(post.responses[200]).toMatchObject({ headers: { 'Idempotent-Replayed': { schema: { type: 'boolean' } } } });
  }
});
const schemas: Readonly<Record<string, Schema>> = document.components.schemas;

type Content = Readonly<Record<string, { readonly schema: Schema }>>;

const requestOf = (path: string, type: string): Schema => {
  const { post } = paths[path as keyof typeof paths];
  const { $ref = '', ...schema } =
    ('requestBody' in post ? (post.requestBody.content as Content) : {})[type]?.schema ?? {};
  return schemas[$ref.replace('#/components/schemas/', '')] ?? schema;
};

describe.each(Object.keys(parameters))('%s', (path) => {
  test.each(['application/x-www-form-urlencoded', 'multipart/form-data', 'application/json'])(
    'has the parameters and defaults of the contract as %s',
    (type) => {
      const { properties = {}, required = [] } = requestOf(path, type);
      const taken = Object.entries(properties).map(
        ([name, property]) =>
          `${name}${required.includes(name) ? '!' : ''}${'default' in property ? `=${property.default}` : ''}`,
      );

      expect(taken.join(' ')).toBe(parameters[path]);
    },
  );

  test('has no others where the operation is of the register', () => {
    const isClosed = path.startsWith('/consent-register/') && parameters[path] !== '';

    expect(requestOf(path, 'application/json').additionalProperties).toBe(isClosed ? false : undefined);
  });

  test('says of each parameter what it is', () => {
    const { properties = {} } = requestOf(path, 'application/json');

    expect(Object.entries(properties).filter(([, { description }]) => !description)).toEqual([]);
  });
});

test('the document has no other paths', () => {
  expect(Object.keys(paths).sort()).toEqual(Object.keys(parameters).sort());
});

test('the vocabularies are those of the contract', () => {
  expect([schemas.Lang?.enum, schemas.Channel?.enum]).toEqual([langs, channels]);
});

test.each([
  ['first', '`false`'],
  ['page', '`1`'],
  ['perPage', '`20`'],
])('the default of %s, which generated clients would send, is said in words', (name, words) => {
  const { properties = {} } = requestOf('/consent-register/search', 'application/json');

  expect(properties[name]?.description).toContain(`Default: ${words}.`);
});

test('a notice is given by a number, or several by an array of them', () => {
  const { properties = {} } = requestOf('/consent-register/information/get', 'application/json');

  expect(properties.pid?.oneOf?.map(({ type }) => type)).toEqual(['integer', 'array']);
});

test.each([
  ['TokenSet', 'token_type expires_in access_token refresh_token'],
  ['UserDetails', 'id name email email_verified_at created_at updated_at'],
  [
    'ConsentRecord',
    'id projectUid projectId consentInformationPid consentInformationVersionId lang time channel channelData proof userData revoked revokeTime revokeChannel revokeChannelData revokeProof',
  ],
  ['AddedConsent', 'consentId consentInformationVersionId consentInformationPid time'],
  ['ConsentPage', 'page totalPages results resultsPerPage totalResults data'],
  ['RevokedConsent', 'revoked consentId consentInformationId time'],
  ['ConsentInformation', 'id pid version validityDays notification title descriptionHtml'],
  [
    'ListedConsent',
    'id projectUid projectId consentInformationPid consentInformationVersionId consentInformationVersion lang channel receivedBy time userData imported state since revokeTime expiryTime supersedeTime eraseTime revokeChannel revokeReceivedBy revokeLink',
  ],
  ['ListedConsents', 'data next'],
  ['ListedVersion', 'id version publishedAt currentUntil publishedBy contentHash languages validityDays askAgain'],
  ['ListedProject', 'uid id name'],
])('%s has the members of the contract, in its order, all of them always there', (name, members) => {
  const { properties = {}, required } = schemas[name] ?? {};

  expect(Object.keys(properties).join(' ')).toBe(members);
  expect(required?.join(' ')).toBe(members);
});

test('only the answers of the seven operations have times without a zone', () => {
  const zoneless = Object.entries(schemas).filter(([, { properties }]) =>
    JSON.stringify(properties)?.includes(String.raw`\\d{2} \\d{2}:\\d{2}`),
  );

  expect(zoneless.map(([name]) => name).sort()).toEqual(['AddedConsent', 'ConsentRecord', 'RevokedConsent']);
});

test('every member of every answer is described', () => {
  const silent = Object.entries(schemas).flatMap(([name, { properties = {} }]) =>
    Object.entries(properties)
      .filter(([, { description }]) => !description)
      .map(([member]) => `${name}.${member}`),
  );

  expect(silent).toEqual([]);
});
