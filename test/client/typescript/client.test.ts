import { describe, expect, test } from 'vitest';
import type { ConnectionOptions } from '../../../client/typescript/connection.ts';
import { definitions } from '../../../client/typescript/definitions.ts';
import type { ConsentCriteria, LoginOptions, NewConsent } from '../../../client/typescript/index.ts';
import { createClient } from '../../../client/typescript/index.ts';
import { contract } from '../../../shared/api/contract.ts';
import { toCanonicalJson } from '../../../shared/runtime/canonical.ts';
import { verifyDocument } from '../../../verifier/verify.ts';
import type { Tenant } from '../../support/make/builders.ts';
import { newTenant } from '../../support/make/builders.ts';
import { erase } from '../../support/make/changes.ts';
import { password } from '../../support/make/password.ts';
import { startFaultyProxy } from '../faulty-proxy.ts';
import { consentOf, tokensOf } from './tenant.ts';

const proxy = await startFaultyProxy();

const clientOf = (tenant: Tenant, options: Partial<ConnectionOptions> & Pick<LoginOptions, 'store'> = {}) =>
  createClient({ baseUrl: proxy.baseUrl, store: tokensOf(tenant), ...options });

test('knows the paths of all operations', () => {
  expect(Object.entries(definitions).map(([name, { path }]) => [name, path])).toEqual(
    Object.entries(contract).map(([name, { path }]) => [name, path]),
  );
});

test('has a method for every operation', () => {
  const client = createClient({ baseUrl: proxy.baseUrl });

  expect(Object.keys(client).sort()).toEqual([...Object.keys(contract), 'getEvidenceFile', 'searchAll'].sort());
});

test('sends an Idempotency-Key with what the contract can repeat, and with nothing else', async () => {
  const tenant = await newTenant();
  const client = clientOf(tenant);
  const { consentId } = await client.addConsent(consentOf(tenant));
  await client.revokeConsent({ id: consentId, proof: { url: 'https://shop.example/account' } });
  await client.requestConfirmation(consentOf(tenant, { userData: { email: 'joe@example.com' } }));
  await client.requestErasure({ ids: [consentId], reason: 'objected', receivedOn: '2026-11-20' });
  await client.searchConsents({ id: consentId, userData: {} });
  await client.getNotices({ pid: tenant.pid });
  await client.details();
  await client.refreshToken();

  const withKey = proxy.requests.filter(({ headers }) => 'idempotency-key' in headers).map(({ path }) => path);
  expect(withKey).toEqual(
    Object.values(contract)
      .filter((operation) => 'idempotent' in operation)
      .map(({ path }) => path),
  );
});

test('gives the document of evidence to the byte, whatever came', async () => {
  const tenant = await newTenant();
  const client = clientOf(tenant);
  const { consentId: id } = await client.addConsent(
    consentOf(tenant, { userData: { 10: 'ten', 9: 'nine', name: 'Ada\u2028' } }),
  );

  const file = await client.getEvidenceFile({ id });
  proxy.fault = async ({ forward }) => {
    const answer = await forward();
    return { ...answer, body: `\ufeff ${answer.body}\n` };
  };
  const spaced = await client.getEvidenceFile({ id });

  expect(new TextDecoder().decode(file)).toBe(toCanonicalJson(JSON.parse(new TextDecoder().decode(file))));
  expect((await verifyDocument(file, { now: new Date() })).verdict).toBe('consistent');
  expect([...spaced.subarray(0, 4), spaced.at(-1)]).toEqual([0xef, 0xbb, 0xbf, 0x20, 0x0a]);
  expect((await verifyDocument(spaced, { now: new Date() })).verdict).toBe('refused');
});

test('logs in with the first call and serves all operations', async () => {
  const tenant = await newTenant({ notices: 2 });
  const client = createClient({ baseUrl: proxy.baseUrl, email: tenant.email, password });

  expect(await client.details()).toMatchObject({ email: tenant.email });
  const single = await client.addConsent(consentOf(tenant));
  expect(single).toMatchObject({ consentInformationPid: tenant.pid });
  const one = await client.addConsent(consentOf(tenant, { consentInformationPid: [tenant.pid] }));
  expect(one.data).toHaveLength(1);
  const versions = tenant.notices.map(({ versionId }) => versionId);
  const two = await client.addConsent(consentOf(tenant, { consentInformationVersionId: versions }));
  expect(two.data.map((added) => added.consentInformationVersionId)).toEqual(versions);

  const userData = { email: 'ADA@example.com' };
  const page = await client.searchConsents({ userData, perPage: 3 });
  expect(page).toMatchObject({ page: '1', totalPages: 2, totalResults: 4, resultsPerPage: 3 });
  expect((await client.searchConsents({ userData, first: true })).data?.id).toBe(page.data[0]?.id);
  expect(await client.searchConsents({ userData: { email: 'no@example.com' }, first: true })).toEqual({ data: null });
  expect((await client.searchConsents({ projectUid: tenant.projectUid, userData: {} })).totalResults).toBe(4);

  const revoked = await client.revokeConsent({
    id: single.consentId,
    proof: { url: 'https://shop.example/account' },
  });
  expect(revoked).toMatchObject({ revoked: true, consentId: single.consentId });
  const notices = await client.getNotices({ pid: [tenant.pid, tenant.pid + 1] });
  expect(Object.keys(notices.data)).toEqual([String(tenant.pid), String(tenant.pid + 1)]);
  expect(Object.keys((await client.getNotices({ pid: tenant.pid })).data)).toEqual([String(tenant.pid)]);
  expect(proxy.count('/login', '/refresh-token')).toBe(1);
});

test('shows what is wrong with parameters', async () => {
  const tenant = await newTenant();
  const client = clientOf(tenant);

  await expect(client.addConsent(consentOf(tenant, { proof: { url: '' } }))).rejects.toMatchObject({
    name: 'ConsentRegisterError',
    status: 422,
    code: 'parameters.invalid',
    requestId: expect.any(String),
    errors: [{ field: 'proof', code: 'missing', detail: expect.any(String) }],
    message: 'parameters.invalid: Look at proof: Must have at least one value, such as proof[url] or proof[html].',
    idempotencyKey: expect.any(String),
  });
  expect(proxy.requests).toHaveLength(1);
});

test('a record has what was sent', async () => {
  const tenant = await newTenant();
  const client = clientOf(tenant);
  const told: Partial<NewConsent> = {
    lang: 'ita',
    channel: 'app.form',
    proof: { url: 'https://shop.example/?a=1&b=2', html: '<p>à + 100% €\r\n\t😀</p>', empty: '' },
    userData: {
      email: 'ada@example.com',
      'first name': 'Ada & Co.',
      '7': 'seven',
      size: { label: 'Größe', value: 'M=1' },
    },
  };
  const { consentId } = await client.addConsent(consentOf(tenant, told));

  expect((await client.searchConsents({ id: consentId, userData: {}, first: true })).data).toMatchObject(told);
});

const idsOf = async (records: AsyncIterable<{ readonly id: string }>): Promise<string[]> => {
  const ids: string[] = [];
  for await (const { id } of records) ids.push(id);
  return ids;
};

const ada = { email: 'ada@example.com' };

describe('searchAll', () => {
  test('has every record once, also while consents are added', async () => {
    const tenant = await newTenant();
    const client = clientOf(tenant);
    const ids: string[] = [];
    for (let i = 0; i < 7; i += 1) ids.unshift((await client.addConsent(consentOf(tenant))).consentId);
    const found: string[] = [];
    for await (const { id } of client.searchAll({ userData: ada, perPage: 2 })) {
      found.push(id);
      if (found.length <= 3) await client.addConsent(consentOf(tenant));
    }

    expect(found).toEqual(ids);
  });

  test('misses none while consents are erased, and leaves out the erased', async () => {
    const tenant = await newTenant();
    const client = clientOf(tenant);
    const ids: string[] = [];
    for (let i = 0; i < 9; i += 1) ids.unshift((await client.addConsent(consentOf(tenant))).consentId);
    const [first = '', second = '', third = ''] = ids;
    const found: string[] = [];
    for await (const { id } of client.searchAll({ userData: ada, perPage: 4 })) {
      found.push(id);
      if (id === second) await erase(tenant.accountId, [first, second, third]);
    }

    expect(found).toEqual(ids.filter((id) => id !== third));
  });

  test('has the records of a person that no page could hold together', async () => {
    const tenant = await newTenant();
    const client = clientOf(tenant);
    const proof = { html: 'x'.repeat(990_000) };
    const ids: string[] = [];
    for (let i = 0; i < 7; i += 1) ids.unshift((await client.addConsent(consentOf(tenant, { proof }))).consentId);

    expect(await idsOf(client.searchAll({ userData: ada }))).toEqual(ids);
  });

  test('finds by each filter what a search finds by it', async () => {
    const tenant = await newTenant({ notices: 2 });
    const client = clientOf(tenant);
    const add = async (told: Partial<NewConsent>) => (await client.addConsent(consentOf(tenant, told))).consentId;
    const other = await add({ lang: 'ita', channel: 'email', userData: { ...ada, tax_code: '1' } });
    const [, { pid = 0, versionId = '' } = {}] = tenant.notices;
    const ofNotice = await add({ consentInformationPid: pid });
    const erased = await add({});
    await erase(tenant.accountId, [erased]);
    const { projectUid } = tenant;
    const searches: readonly [ConsentCriteria, string[]][] = [
      [{ userData: { ...ada, tax_code: '1' } }, [other]],
      [{ userData: ada, lang: 'ita' }, [other]],
      [{ userData: ada, channel: 'email', projectUid }, [other]],
      [{ userData: ada, consentInformationPid: pid }, [ofNotice]],
      [{ userData: {}, projectUid, consentInformationVersionId: versionId }, [ofNotice]],
      [{ userData: {}, projectUid }, [erased, ofNotice, other]],
      [{ userData: { ...ada, first_name: ' ' }, lang: 'ita' }, [other]],
      [{ userData: {}, id: erased }, [erased]],
      [{ userData: ada, id: other }, [other]],
      [{ userData: ada, id: erased }, []],
      [{ userData: ada, id: other, lang: 'eng' }, []],
      [{ userData: { email: 'no@example.com' } }, []],
    ];

    for (const [search, ids] of searches) {
      const asked = JSON.stringify(search);
      expect(await idsOf(client.searchAll(search)), asked).toEqual(ids);
      expect(
        (await client.searchConsents(search)).data.map(({ id }) => id),
        asked,
      ).toEqual(ids);
    }
  });

  test.each<[string, ConsentCriteria]>([
    ['names nothing', { userData: {} }],
    ['names a notice alone', { userData: {}, consentInformationPid: 1 }],
    ['has a blank value', { userData: { email: ' ' } }],
    ['has a blank value and a project', { userData: { email: '' }, projectUid: 'shop' }],
  ])('refuses a search that %s, and lists nothing', async (_, search) => {
    const tenant = await newTenant();
    const client = clientOf(tenant);
    await client.addConsent(consentOf(tenant));

    await expect(client.searchAll(search).next()).rejects.toMatchObject({
      code: 'parameters.invalid',
      errors: expect.arrayContaining([expect.objectContaining({ field: 'userData' })]),
    });
  });
});

test.each([
  'ftp://example.com',
  'https://user@example.com',
  'http://:password@localhost',
  'https://example.com/?a=1',
  'https://example.com/#a',
  'example',
])('takes no %s as baseUrl', (baseUrl) => {
  expect(() => createClient({ baseUrl })).toThrow(TypeError);
});

test('takes http: only to this machine, unless it is asked for', () => {
  const outside = [
    'http://register.example',
    'HTTP://10.0.0.1:3000',
    'http://localhost.example',
    'http://127.example',
    'http://127.0.0.1.example',
    'http://[::2]',
    'http://[::ffff:127.0.0.1]',
    'http://0.0.0.0',
  ];
  const inside = [
    'http://localhost:3000',
    'http://LOCALHOST',
    'http://127.0.0.1:3000/x',
    'http://127.9.9.9',
    'http://[::1]:3000',
  ];

  for (const baseUrl of outside) {
    expect(() => createClient({ baseUrl }), baseUrl).toThrow(/^baseUrl must begin with https:.+allowHttp/);
    expect(() => createClient({ baseUrl, allowHttp: true }), baseUrl).not.toThrow();
  }
  for (const baseUrl of [...inside, 'https://register.example']) {
    expect(() => createClient({ baseUrl }), baseUrl).not.toThrow();
  }
});

test('keeps the path of baseUrl', async () => {
  const urls: string[] = [];
  const fetch = async (url: string): Promise<Response> => {
    urls.push(url);
    return Response.json({ id: 1 });
  };
  const tenant = await newTenant();
  for (const baseUrl of ['https://example.com/register/', 'https://example.com/register']) {
    await clientOf(tenant, { baseUrl, fetch }).details();
  }

  expect(urls).toEqual(['https://example.com/register/details', 'https://example.com/register/details']);
});
