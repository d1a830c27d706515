import { marshall } from '@aws-sdk/util-dynamodb';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { newLambdaContext } from '../../../cli/local/gateway.ts';
import { handler } from '../../../functions/consent-register/add.ts';
import { limits } from '../../../shared/api/limits.ts';
import { parseConsent } from '../../../shared/consents/consent.ts';
import type { NewConsents } from '../../../shared/consents/consent-request.ts';
import { consentIndexes } from '../../../shared/consents/indexes.ts';
import { bytesInResult } from '../../../shared/http/http-answer.ts';
import { createProject } from '../../../shared/identity/project.ts';
import { Channel, Lang } from '../../../shared/schema/vocabulary.ts';
import { keyOf } from '../../../shared/store/keys.ts';
import { getItem } from '../../../shared/store/read.ts';
import type { Parameters } from '../../support/call/event.ts';
import { encoders, rawForm, toEvent } from '../../support/call/event.ts';
import { startCold } from '../../support/call/functions.ts';
import { invoke, send } from '../../support/call/invoke.ts';
import { itemBytes } from '../../support/call/meter.ts';
import { recordRounds } from '../../support/call/requests.ts';
import type { Tenant } from '../../support/make/builders.ts';
import { addConsent, consentOf, findRecord, newTenant, noticeContent } from '../../support/make/builders.ts';
import { noise } from '../../support/make/chance.ts';
import { changeAt } from '../../support/make/changes.ts';
import { setTime } from '../../support/make/clock.ts';
import { publishVersion } from '../../support/make/notices.ts';
import { readAll } from '../../support/make/stored.ts';
import { table } from '../../support/make/table.ts';

const add = (tenant: Tenant, overrides: Parameters = {}, headers = {}) =>
  invoke('addConsent', consentOf(tenant, overrides), { token: tenant.token, headers });

const bytes = v.instance(Uint8Array);

const sessionOf = ({ token }: Tenant): unknown =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sid;

const keyNames = ['PK', 'SK', ...consentIndexes.map(({ partitionKey }) => partitionKey)];

/** The keys of the consents and lookups of an account, of the table and its indexes. */
const keysOf = async ({ accountId }: Tenant): Promise<Record<string, unknown>[]> =>
  (await readAll())
    .filter(({ PK }) => new RegExp(`^ACCOUNT#${accountId}#(CONSENT|USERDATA)#`).test(String(PK)))
    .map((item) => Object.fromEntries(Object.entries(item).filter(([name]) => keyNames.includes(name))));

const manyUserData = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`key_${i}`, `value ${i}`]));

describe('one notice', () => {
  test('is recorded with the version current now and found with all its fields, in their order', async () => {
    setTime('2026-11-20T12:34:56.789Z');
    const tenant = await newTenant();
    const versionId = tenant.notices[0]?.versionId;

    const { status, body } = await add(tenant);

    expect(status).toBe(200);
    expect(Object.entries(body)).toEqual([
      ['consentId', expect.stringMatching(/^[0-9a-f]{32}$/)],
      ['consentInformationVersionId', versionId],
      ['consentInformationPid', tenant.pid],
      ['time', '2026-11-20 12:34:56'],
    ]);
    expect(Object.entries(await findRecord(tenant, body.consentId))).toEqual([
      ['id', body.consentId],
      ['projectUid', tenant.projectUid],
      ['projectId', expect.stringMatching(/^[0-9a-f]{32}$/)],
      ['consentInformationPid', tenant.pid],
      ['consentInformationVersionId', versionId],
      ['lang', 'eng'],
      ['time', '2026-11-20 12:34:56'],
      ['channel', 'web'],
      ['channelData', {}],
      ['proof', { url: 'https://shop.example/checkout', html: '<form></form>' }],
      ['userData', { email: 'ada@example.com' }],
      ['revoked', false],
      ['revokeTime', null],
      ['revokeChannel', null],
      ['revokeChannelData', null],
      ['revokeProof', null],
    ]);
  });

  test('has in its record whatever a caller may say of it', async () => {
    const tenant = await newTenant();
    const said: Required<Omit<v.InferInput<typeof NewConsents>, 'consentInformationPid'>> = {
      projectUid: tenant.projectUid,
      consentInformationVersionId: tenant.notices[0]?.versionId ?? '',
      lang: 'ukr',
      channel: 'app.form',
      proof: { url: 'https://shop.example/account' },
      userData: { email: 'grace@example.com', size: { label: 'Your size', value: 'M' } },
    };

    const { consentId } = await addConsent(tenant, said);

    expect(await findRecord(tenant, consentId)).toMatchObject(said);
  });

  test('of the version that is current by then, or of one that is named by its id', async () => {
    const tenant = await newTenant();
    const older = tenant.notices[0]?.versionId;
    expect(await addConsent(tenant)).toMatchObject({ consentInformationVersionId: older });
    const newer = await publishVersion(
      table,
      tenant.accountId,
      tenant.pid,
      noticeContent({ validityDays: 9 }),
      new Date(),
    );

    for (const version of [older, newer?.versionId]) {
      expect(await addConsent(tenant, { consentInformationVersionId: version })).toMatchObject({
        consentInformationVersionId: version,
        consentInformationPid: tenant.pid,
      });
    }
    expect(await addConsent(tenant)).toMatchObject({ consentInformationVersionId: newer?.versionId });
  });

  test('userData and proof come back as they were given', async () => {
    const tenant = await newTenant();
    const userData = {
      zeta: ' Ünïcode & symbols = % + \n new line ',
      email: { label: 'Your email', value: 'Ada@Example.com' },
      first_name: '',
    };
    const proof = { 'any key': 'x', html: `<p title='"'>${'é'.repeat(1000)}</p>`, empty: '' };
    const { consentId } = await addConsent(tenant, { userData, proof });

    const record = await findRecord(tenant, consentId);

    expect(Object.entries(record.userData)).toEqual(Object.entries(userData));
    expect(Object.entries(record.proof)).toEqual(Object.entries(proof));
  });
});

test('every language and every channel of the contract is taken', () => {
  for (const lang of ['ita', 'eng', 'spa', 'deu', 'fra', 'tur', 'por', 'rus', 'ukr'])
    expect(v.parse(Lang, lang)).toBe(lang);
  for (const channel of ['web', 'web.form', 'web.social.login', 'email', 'app.form'])
    expect(v.parse(Channel, channel)).toBe(channel);
});

describe('several notices', () => {
  test.each([
    [1, [['BatchGetItem'], ['PutItem']]],
    [2, [['BatchGetItem'], ['TransactWriteItems']]],
    [20, [['BatchGetItem'], ['TransactWriteItems']]],
    [95, [['BatchGetItem'], ['TransactWriteItems'], ['UpdateItem']]],
    [100, [['BatchGetItem', 'BatchGetItem'], ['TransactWriteItems'], ['UpdateItem']]],
  ])('%i of them: read at once, written at once, and many are counted at once', async (count, expected) => {
    const tenant = await newTenant({ notices: count });
    const pids = tenant.notices.map(({ pid }) => pid);

    const { result, rounds } = await recordRounds(() => add(tenant, { consentInformationPid: pids }));

    expect(result.status).toBe(200);
    expect(Object.keys(result.body)).toEqual(['data']);
    expect(result.body.data.map(({ consentInformationPid: pid }) => pid)).toEqual(pids);
    expect(rounds).toEqual(expected);
  });

  test('by version ids, in the order given', async () => {
    const tenant = await newTenant({ notices: 3 });
    const ids = tenant.notices.map(({ versionId }) => versionId).reverse();

    const { data } = await addConsent(tenant, { consentInformationVersionId: ids });

    expect(data.map(({ consentInformationVersionId: id }) => id)).toEqual(ids);
  });

  test.each([
    ['consentInformationPid', { notices: 26, keys: 3 }],
    ['consentInformationPid', { notices: 2, keys: 50 }],
    ['consentInformationVersionId', { notices: 26, keys: 3 }],
  ])('%s: more than one transaction can write is 422 that says so', async (field, { notices, keys }) => {
    const tenant = await newTenant({ notices });
    const references = tenant.notices.map(({ pid, versionId }) =>
      field === 'consentInformationPid' ? pid : versionId,
    );

    const { status, body } = await add(tenant, { [field]: references, userData: manyUserData(keys) });

    expect({ status, errors: body.errors }).toMatchObject({ status: 422, errors: [{ field, code: 'too-many' }] });
    expect(body.errors[0]?.detail).toContain('at most 100');
    expect(body.errors[0]?.detail).toContain(`send at most ${Math.floor(100 / (1 + keys))} notices`);
  });

  test('the answer under an Idempotency-Key takes one of the 100 places', async () => {
    const tenant = await newTenant({ notices: 25 });
    const parameters = { consentInformationPid: tenant.notices.map(({ pid }) => pid), userData: manyUserData(3) };

    const { status, body } = await add(tenant, parameters, { 'idempotency-key': 'a' });
    expect([status, body.errors[0]?.detail]).toEqual([
      422,
      'Notices x (1 + members of userData with names of your own) must be at most 99 with an Idempotency-Key. With this proof and these userData, send at most 24 notices at a time.',
    ]);
    expect(await add(tenant, parameters)).toMatchObject({ status: 200 });
  });

  test('one unknown notice refuses them all and is named', async () => {
    const tenant = await newTenant({ notices: 2 });
    const pids = [tenant.pid, 999_999, tenant.notices[1]?.pid, 888_888];

    const { status, body } = await add(tenant, { consentInformationPid: pids });

    expect(status).toBe(422);
    expect(body.errors.map(({ field }) => field)).toEqual(['consentInformationPid[1]', 'consentInformationPid[3]']);
    const { body: found } = await invoke(
      'searchConsents',
      { projectUid: tenant.projectUid, userData: '' },
      { token: tenant.token },
    );
    expect(found.totalResults).toBe(0);
  });
});

describe('refuses', () => {
  test.each<[string, Parameters, { field: string; code: string; detail?: string }[]]>([
    ['an unknown project', { projectUid: 'nowhere' }, [{ field: 'projectUid', code: 'unknown' }]],
    ['an unknown PID', { consentInformationPid: 999_999 }, [{ field: 'consentInformationPid', code: 'unknown' }]],
    [
      'an unknown version',
      { consentInformationVersionId: 'f'.repeat(32) },
      [{ field: 'consentInformationVersionId', code: 'unknown' }],
    ],
    [
      'PID and version together',
      { consentInformationPid: 1, consentInformationVersionId: 'f'.repeat(32) },
      [{ field: 'consentInformationVersionId', code: 'conflict' }],
    ],
    ['a repeated notice', { consentInformationPid: [1, 1] }, [{ field: 'consentInformationPid', code: 'repeated' }]],
    ['no number', { consentInformationPid: 'one' }, [{ field: 'consentInformationPid', code: 'malformed' }]],
    [
      'an unknown language',
      { lang: 'it' },
      [{ field: 'lang', code: 'unknown', detail: expect.stringMatching(/\. Write ita for Italian\.$/) }],
    ],
    ['an unknown channel', { channel: 'phone' }, [{ field: 'channel', code: 'unknown' }]],
    [
      'a proof that is text',
      { proof: 'yes' },
      [{ field: 'proof', code: 'malformed', detail: 'Must have named members, such as proof[url].' }],
    ],
    ['a proof that says nothing', { proof: { url: '', html: '' } }, [{ field: 'proof', code: 'missing' }]],
    ['a nested proof', { proof: { html: { a: 'b' } } }, [{ field: 'proof[html]', code: 'malformed' }]],
    ['empty userData', { userData: '' }, [{ field: 'userData', code: 'missing' }]],
    ['too many userData', { userData: manyUserData(51) }, [{ field: 'userData', code: 'too-many' }]],
    ['a long value', { userData: { email: 'x'.repeat(1025) } }, [{ field: 'userData[email]', code: 'too-long' }]],
    [
      'marks in an order that takes long to put right',
      { userData: { email: '\u0315\u0300'.repeat(16) } },
      [{ field: 'userData[email]', code: 'malformed' }],
    ],
    [
      'half-width marks among them, in the labelled form',
      { userData: { a: { label: 'x', value: '\uff9e\u0300'.repeat(16) } } },
      [{ field: 'userData[a][value]', code: 'malformed' }],
    ],
    [
      'a value that grows eighteenfold',
      { userData: { email: '\ufdfa'.repeat(1_000) } },
      [{ field: 'userData[email]', code: 'malformed' }],
    ],
    [
      'a long key',
      { userData: { ['k'.repeat(129)]: 'x' } },
      [{ field: `userData[${'k'.repeat(128)}…]`, code: 'too-long' }],
    ],
    [
      'a label, a value and more',
      { userData: { a: { label: 'x', value: 'y', Value: 'z' } } },
      [{ field: 'userData[a]', code: 'malformed' }],
    ],
    ['a label without value', { userData: { a: { label: 'x' } } }, [{ field: 'userData[a]', code: 'malformed' }]],
  ])('%s', async (_case, overrides, errors) => {
    const tenant = await newTenant();

    const { status, body } = await add(tenant, overrides);

    expect(status).toBe(422);
    expect(body).toMatchObject({ code: 'parameters.invalid', errors });
  });

  test('an empty array of notices, which only JSON can say', async () => {
    const tenant = await newTenant();

    expect(
      await invoke('addConsent', consentOf(tenant, { consentInformationPid: [] }), {
        token: tenant.token,
        encoding: 'json',
      }),
    ).toMatchObject({ status: 422, body: { errors: [{ field: 'consentInformationPid', code: 'missing' }] } });
  });

  test('everything that is missing, at once', async () => {
    const { token } = await newTenant();

    const { status, body } = await invoke('addConsent', {}, { token });

    expect(status).toBe(422);
    expect(body.errors.map(({ field }) => field).sort()).toEqual([
      'consentInformationPid',
      'projectUid',
      'proof',
      'userData',
    ]);
  });

  test('a proof that does not fit an item, even compressed, and takes one that does', async () => {
    const tenant = await newTenant({ notices: 2 });
    const noisyProof = (bytes: number) => ({ html: noise(bytes).toString('base64') });

    expect(await add(tenant, { proof: noisyProof(310_000) })).toMatchObject({
      status: 413,
      body: { code: 'consent.too-large' },
    });
    const several = { consentInformationPid: tenant.notices.map(({ pid }) => pid), proof: noisyProof(310_000) };
    expect(await add(tenant, several)).toMatchObject({ status: 413, body: { code: 'consent.too-large' } });
    expect(await add(tenant, { proof: noisyProof(300_000) })).toMatchObject({ status: 200 });
    const page = consentOf(tenant, { proof: { html: '<p>page</p>'.repeat(90_000) } });
    expect(await invoke('addConsent', page, { token: tenant.token, encoding: 'json' })).toMatchObject({ status: 200 });
  });

  test('consents of one request that do not fit one transaction with their proofs, and says how many do', async () => {
    const tenant = await newTenant({ notices: 13 });
    const pids = tenant.notices.map(({ pid }) => pid);
    const proof = { html: noise(298_000).toString('base64') };

    expect(await add(tenant, { consentInformationPid: pids, proof })).toMatchObject({
      status: 422,
      body: {
        errors: [
          { field: 'consentInformationPid', code: 'too-many', detail: expect.stringContaining('at most 12 notices') },
        ],
      },
    });
    const { data } = (await add(tenant, { consentInformationPid: pids.slice(1), proof })).body;
    const found = await findRecord(tenant, data[11]?.consentId ?? '');
    expect(found.proof).toEqual(proof);
  });

  test('consents that fit neither by their number nor by their size, and says how many fit both ways', async () => {
    const tenant = await newTenant({ notices: 51 });
    const pids = tenant.notices.map(({ pid }) => pid);
    const more = { proof: { html: noise(200_000).toString('base64') }, userData: manyUserData(1) };

    const { body } = await add(tenant, { consentInformationPid: pids, ...more });

    expect(body.errors[0]?.detail).toMatch(/must be at most 100\. .* send at most 17 notices/);
    expect(await add(tenant, { consentInformationPid: pids.slice(0, 17), ...more })).toMatchObject({ status: 200 });
    expect(
      await add(tenant, { consentInformationPid: pids, ...more, proof: { html: noise(310_000).toString('base64') } }),
    ).toMatchObject({
      status: 413,
    });
  });
});

test('a record whose userData would make it larger than any answer is refused when it is written', async () => {
  const tenant = await newTenant();
  const userData = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`k${i}`, '\u0001'.repeat(1_024)]));
  const sent = consentOf(tenant, { proof: { html: '\u0001'.repeat(300_000) }, userData });

  expect(await send('addConsent', rawForm(sent), { token: tenant.token })).toMatchObject({
    status: 413,
    body: { code: 'consent.too-large' },
  });
});

test('the largest record, a notice in all its languages and a signature fit the same answer', () => {
  const room = limits.consentBytes + limits.revocationBytes + limits.noticeBytes + 256 * 1024;

  expect(Math.ceil(room / 3) * 4).toBeLessThan(limits.resultBytes);
});

describe('what is stored', () => {
  test('is how the notice was named: by its PID or by the id of a version', async () => {
    const tenant = await newTenant();
    const byPid = await addConsent(tenant);
    const version = {
      consentInformationVersionId: byPid.consentInformationVersionId,
    };
    const byVersion = await addConsent(tenant, version);

    const items = [byPid, byVersion].map(({ consentId }) => getItem(table, keyOf.consent(tenant.accountId, consentId)));

    expect(await Promise.all(items)).toMatchObject([{ byPid: true }, { byPid: false }]);
  });

  test('is observed by the service itself and compressed', async () => {
    const tenant = await newTenant();
    const { consentId } = await addConsent(tenant, { proof: { html: '<p>page</p>'.repeat(10_000) } });

    const item = await getItem(table, keyOf.consent(tenant.accountId, consentId));

    expect(item).toMatchObject({
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      contentHash: new Uint8Array(Buffer.from(tenant.notices[0]?.contentHash ?? '', 'hex')),
      salt: expect.any(Uint8Array),
      observed: {
        userId: tenant.userId,
        sessionId: expect.any(Uint8Array),
        sourceIp: '203.0.113.7',
        userAgent: 'test-agent/1.0',
        requestId: expect.any(String),
      },
    });
    const { contentHash, observed } = parseConsent(item ?? {});
    expect({ contentHash, observed }).toMatchObject({
      contentHash: tenant.notices[0]?.contentHash,
      observed: { userId: tenant.userId, sessionId: sessionOf(tenant), userAgent: 'test-agent/1.0' },
    });
    const { proof, userData, salt } = v.parse(v.object({ proof: bytes, userData: bytes, salt: bytes }), item);
    expect(salt).toHaveLength(16);
    expect(proof.length).toBeLessThan(1_000);
    expect(Buffer.from(userData).toString()).not.toContain('ada@example.com');
  });

  test('is complete also for a caller that names no user agent', async () => {
    const tenant = await newTenant();
    const event = toEvent('addConsent', encoders.form(consentOf(tenant)), { token: tenant.token });
    Reflect.deleteProperty(event.requestContext.http, 'userAgent');

    const { statusCode, body = '' } = await handler(event, newLambdaContext('add'));

    expect(statusCode).toBe(200);
    expect(await getItem(table, keyOf.consent(tenant.accountId, JSON.parse(body).consentId))).toMatchObject({
      observed: { userAgent: '' },
    });
  });

  test('has nothing personal in a key', async () => {
    const tenant = await newTenant();
    await addConsent(tenant, { userData: { email: 'someone@example.com', tax_code: 'RSSMRA80A01', card: 'gold' } });

    const keys = await keysOf(tenant);

    expect(keys.map((key) => Object.keys(key).sort())).toEqual([
      ['PK', 'SK', 'emailKey', 'projectKey', 'taxCodeKey'],
      ['PK', 'SK'],
    ]);
    for (const { PK, SK, ...digests } of keys) {
      expect(`${PK} ${SK}`).not.toMatch(/someone|RSSMRA|gold/i);
      for (const digest of Object.values(digests)) expect(v.parse(bytes, digest)).toHaveLength(16);
    }
  });

  test('has keys that no other account has, nor another key of the same account', async () => {
    const userData = {
      email: 'x',
      tax_code: 'x',
      first_name: 'x',
      last_name: 'x',
      phone: 'x',
      mobile_phone: 'x',
      own: 'x',
    };
    const tenants = [await newTenant(), await newTenant(), await newTenant()];
    const both = { ...userData, other: 'x' };
    for (const tenant of tenants.slice(1)) await addConsent(tenant, { userData: both });
    const { projectUid } = tenants[1] ?? tenants[0] ?? { projectUid: '' };
    await createProject(table, { accountId: tenants[0]?.accountId ?? '', uid: projectUid, name: 'Same' }, changeAt());
    await addConsent(tenants[0] as Tenant, { projectUid, userData: both });

    const partitions = (await Promise.all(tenants.map(keysOf)))
      .flat()
      .flatMap(({ SK: _SK, ...key }) =>
        Object.values(key).map((partition) => Buffer.from(partition as Uint8Array).toString('hex')),
      );

    expect(partitions).toHaveLength(3 * (1 + 7 + 2));
    expect(new Set(partitions).size).toBe(partitions.length);
  });

  test('says in every list which values the consent has, how large it is, and where its proof is', async () => {
    const tenant = await newTenant();
    const { consentId } = await addConsent(tenant, { userData: { email: 'a@example.com', own: 'x', other: ' ' } });

    const item = (await getItem(table, keyOf.consent(tenant.accountId, consentId))) ?? {};
    const lookup = (await readAll()).find(({ PK }) => String(PK).startsWith(`ACCOUNT#${tenant.accountId}#USERDATA#`));
    const [index] = consentIndexes;

    const kept = [...(index?.nonKeyAttributes ?? [])].filter((name) => name in item);
    expect(lookup).toEqual({
      PK: lookup?.PK,
      SK: consentId,
      ...Object.fromEntries(kept.map((name) => [name, item[name]])),
    });
    expect(kept.sort()).toEqual([
      'answerBytes',
      'channel',
      'lang',
      'pid',
      'projectUid',
      'storedBytes',
      'valueDigests',
      'versionId',
    ]);
    expect(v.parse(bytes, item.valueDigests)).toHaveLength(2 * 6);
    const bytesStored = itemBytes(marshall(item, { convertClassInstanceToMap: false }));
    expect(Number(item.storedBytes)).toBeGreaterThanOrEqual(bytesStored);
    expect(Number(item.storedBytes)).toBeLessThan(bytesStored + 16);
    const record = bytesInResult(JSON.stringify(await findRecord(tenant, consentId)));
    expect(Number(item.answerBytes)).toBe(record);
  });
});

describe('cost', () => {
  const known = { first_name: 'a', last_name: 'b', email: 'c', phone: '1', mobile_phone: '2', tax_code: 'd' };

  test.each<[string, Parameters, Record<string, string>, string]>([
    ['the keys of the contract', { userData: known }, {}, 'PutItem'],
    ['a version by its id', { byVersion: true }, {}, 'PutItem'],
    ['blank values of keys of its own', { userData: { ...known, card: ' ' } }, {}, 'PutItem'],
    ['a key of its own', { userData: { ...known, card: 'x' } }, {}, 'TransactWriteItems'],
    ['an Idempotency-Key', { userData: known }, { 'idempotency-key': 'a' }, 'TransactWriteItems'],
  ])('one BatchGet and one write: %s', async (_case, { byVersion, ...overrides }, headers, write) => {
    const tenant = await newTenant();
    await addConsent(tenant);
    const notice = byVersion ? { consentInformationVersionId: tenant.notices[0]?.versionId } : {};

    const { result, rounds } = await recordRounds(() => add(tenant, { ...overrides, ...notice }, headers));

    expect(result.status).toBe(200);
    expect(rounds).toEqual([['BatchGetItem'], [write]]);
  });

  test('a container that does not know the key of the token reads who calls and the keys first, and apart', async () => {
    const tenant = await newTenant();
    await startCold();
    const cold = await import('../../support/call/invoke.ts');

    const { result, rounds } = await recordRounds(() =>
      cold.invoke('addConsent', consentOf(tenant), { token: tenant.token }),
    );

    expect(result.status).toBe(200);
    expect(rounds).toEqual([['BatchGetItem'], ['BatchGetItem'], ['PutItem']]);
  });

  test('what is refused writes nothing, and reads nothing but who calls where it cannot be read', async () => {
    const tenant = await newTenant();
    await addConsent(tenant);

    const unknown = await recordRounds(() => add(tenant, { projectUid: 'nowhere' }));
    const malformed = await recordRounds(() => add(tenant, { lang: 'it' }));

    expect([unknown.result.status, malformed.result.status]).toEqual([422, 422]);
    expect([unknown.rounds, malformed.rounds]).toEqual([[['BatchGetItem']], [['BatchGetItem']]]);
  });
});
