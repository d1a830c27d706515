import { describe, expect, test } from 'vitest';
import document from '../../docs/openapi.json' with { type: 'json' };

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
  '/consent-register/list':
    'from until state projectUid consentInformationPid consentInformationVersionId lang channel userData after perPage',
  '/consent-register/due': 'days reason projectUid consentInformationPid after perPage',
  '/consent-register/notices/list': 'pid',
  '/consent-register/notices/get': 'id!',
  '/consent-register/projects/list': 'after perPage',
  '/consent-register/overview/get': 'projectUid consentInformationPid months',
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
    'id projectUid projectId consentInformationPid consentInformationVersionId consentInformationVersion lang channel receivedBy time userData imported state since revokeTime expiryTime supersedeTime eraseTime revokeChannel revokeReceivedBy',
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
