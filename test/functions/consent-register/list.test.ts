import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { listBounds } from '../../../shared/api/limits.ts';
import { createProject } from '../../../shared/identity/project.ts';
import { endAllSessions } from '../../../shared/identity/user.ts';
import type { Parameters } from '../../support/call/event.ts';
import { invoke } from '../../support/call/invoke.ts';
import { recordCalls, recordRounds } from '../../support/call/requests.ts';
import type { Tenant } from '../../support/make/builders.ts';
import { addConsent, newTenant } from '../../support/make/builders.ts';
import { noise } from '../../support/make/chance.ts';
import { changeAt, endAt, erase } from '../../support/make/changes.ts';
import { passTime, setTime } from '../../support/make/clock.ts';
import { now, people, put } from '../../support/make/long-lists.ts';
import { createNotice, publishVersion } from '../../support/make/notices.ts';
import { findShelf, stock } from '../../support/make/stock.ts';
import { table } from '../../support/make/table.ts';
import { list, listAll, timeout } from './listed-consents.ts';

const proof = { url: 'https://shop.example/account' };

afterEach(() => {
  vi.useRealTimers();
});

const content = (terms: { readonly validityDays?: number; readonly askAgain?: boolean } = {}) => ({
  validityDays: 0,
  notification: false,
  title: { eng: 'News' },
  descriptionHtml: { eng: '<p>News.</p>' },
  ...terms,
});

describe('each page goes on behind the last consent that was looked at', { timeout }, () => {
  let tenant: Tenant;
  let kept: Awaited<ReturnType<typeof put>>;

  beforeAll(async () => {
    tenant = await newTenant();
    kept = await put(tenant, people(230, { until: 20 }));
  });

  test.each<readonly [string, Parameters, (consent: (typeof kept)[number]) => boolean]>([
    ['all of the account', {}, () => true],
    ['a language', { lang: 'ita' }, ({ lang }) => lang === 'ita'],
    ['a channel that few have', { channel: 'email' }, ({ channel }) => channel === 'email'],
    ['a channel that none has', { channel: 'app.form' }, () => false],
    ['a value', { userData: { country: 'ITALY ' } }, ({ userData }) => userData.country === 'Italy'],
    [
      'two values that many have, and a language',
      { userData: { country: 'Italy', news: 'no' }, lang: 'ita' },
      ({ lang, userData }) => lang === 'ita' && userData.country === 'Italy' && userData.news === 'no',
    ],
    [
      'two values and a state',
      { userData: { country: 'Italy', news: 'yes' }, state: 'active' },
      ({ userData }) => userData.country === 'Italy' && userData.news === 'yes',
    ],
    ['a state that none is in', { state: 'erased' }, () => false],
    ['a value and a state that none is in', { userData: { country: 'Italy' }, state: 'revoked' }, () => false],
  ])('%s', async (_case, parameters, isWanted) => {
    const expected = kept.filter(isWanted).map(({ id }) => id);

    for (const perPage of [15, 50]) {
      const { ids } = await listAll(tenant, { ...parameters, perPage });
      expect(ids).toEqual(expected.toSorted().reverse());
    }
    const { ids } = await listAll(tenant, { ...parameters, projectUid: tenant.projectUid, perPage: 50 });
    expect(ids).toHaveLength(expected.length);
  });

  test('also while consents are given, revoked and erased: each is there once', async () => {
    const { data, next } = await list(tenant, { perPage: 20 });
    if (next === null) throw new Error('There is no second page.');
    await addConsent(tenant);
    await invoke('revokeConsent', { id: kept[10]?.id ?? '', proof }, tenant);
    await erase(tenant.accountId, [data[1]?.id ?? '', next], { extent: 'everything' });

    const { rows } = await listAll(tenant, { perPage: 50, after: next });
    expect([...data, ...rows].map(({ id }) => id)).toEqual(kept.map(({ id }) => id).reverse());
    expect(rows.find(({ id }) => id === kept[10]?.id)?.state).toBe('revoked');
  });

  test('behind an id of nobody, or of another account, as behind any other', async () => {
    const foreign = (await addConsent(await newTenant())).consentId;
    const older = kept[100]?.id ?? '';
    const made = `${older.slice(0, 12)}${'0'.repeat(20)}`;

    expect((await list(tenant, { after: made, perPage: 1 })).data).toMatchObject([{ id: kept[99]?.id }]);
    expect((await list(tenant, { after: foreign, perPage: 2 })).data).toEqual(
      (await list(tenant, { perPage: 2 })).data,
    );
    expect(await list(tenant, { after: '0'.repeat(32) })).toEqual({ data: [], next: null });
  });
});

test('a page that is full with the last consents says that there are no more', async () => {
  const tenant = await newTenant();
  await put(tenant, people(4, { until: 20 }));

  expect((await list(tenant, { perPage: 4 })).next).toBeNull();
  expect((await list(tenant, { perPage: 3 })).next).not.toBeNull();
  expect((await list(tenant, { perPage: 4, userData: { country: 'France', news: 'no' } })).next).toBeNull();
});

test('tells each state with its moments, and finds by it, by project and by value', { timeout }, async () => {
  setTime(new Date('2026-03-01T00:00:00Z'));
  const tenant = await newTenant();
  const { accountId, projectUid } = tenant;
  const notice = await createNotice(table, accountId, content({ validityDays: 10 }), new Date('2026-01-01T00:00:00Z'));
  const shelf = await findShelf(table, accountId, projectUid, notice.pid);
  const at = (day: string, email: string) => ({ time: new Date(`2026-${day}T10:00:00Z`), userData: { email } });
  const days = ['02-24', '01-10', '02-22', '02-23', '02-25'];
  const [active, expired, revoked, erased, fresh] = await stock(
    table,
    shelf,
    days.map((day) => at(day, 'ada@example.com')),
  );
  await endAt(accountId, revoked ?? '', 'revokeTime', new Date('2026-02-26T10:00:00Z'));
  await erase(accountId, [erased ?? ''], { now: new Date('2026-02-27T00:00:00Z') });
  await publishVersion(table, accountId, notice.pid, content({ askAgain: true }), new Date('2026-02-24T12:00:00Z'));
  const { data } = await list(tenant);

  expect(data.map(({ id, state }) => [id, state])).toEqual([
    [fresh, 'superseded'],
    [active, 'superseded'],
    [erased, 'erased'],
    [revoked, 'revoked'],
    [expired, 'expired'],
  ]);
  expect(data[2]).toMatchObject({ userData: {}, since: '2026-02-27T00:00:00.000Z', revokeTime: null });
  expect(data[3]).toEqual({
    id: revoked,
    projectUid,
    projectId: shelf.project.id,
    consentInformationPid: notice.pid,
    consentInformationVersionId: notice.versionId,
    consentInformationVersion: 1,
    lang: 'eng',
    channel: 'web',
    receivedBy: null,
    time: '2026-02-22T10:00:00.000Z',
    userData: { email: 'ada@example.com' },
    imported: false,
    state: 'revoked',
    since: '2026-02-26T10:00:00.000Z',
    revokeTime: '2026-02-26T10:00:00.000Z',
    expiryTime: '2026-03-04T10:00:00.000Z',
    supersedeTime: '2026-02-24T12:00:00.000Z',
    eraseTime: null,
    revokeChannel: null,
    revokeReceivedBy: null,
    revokeLink: null,
  });
  for (const [state, ids] of Object.entries({
    active: [],
    superseded: [fresh, active],
    revoked: [revoked],
    expired: [expired],
  })) {
    expect((await listAll(tenant, { state })).ids, state).toEqual(ids);
    expect((await listAll(tenant, { state, userData: { email: 'Ada@example.com' } })).ids, state).toEqual(ids);
  }
  const { time = '' } = data[3] ?? {};
  expect((await listAll(tenant, { from: time, until: time })).ids).toEqual([revoked]);
  expect((await listAll(tenant, { state: 'erased', projectUid })).ids).toEqual([erased]);
  expect((await listAll(tenant, { state: 'erased', userData: { email: 'ada@example.com' } })).ids).toEqual([]);
  expect((await listAll(tenant, { from: '2026-02-23', until: '2026-02-24' })).ids).toEqual([active, erased]);
  expect((await listAll(tenant, { from: '2026-02-23T10:00', until: '2026-02' })).ids).toEqual([fresh, active, erased]);
  expect((await listAll(tenant, { until: '2026-01' })).ids).toEqual([expired]);
  expect((await listAll(tenant, { from: '2026-03' })).ids).toEqual([]);
});

test('has no end of a validity that goes beyond the years that times can be written in', async () => {
  const tenant = await newTenant();
  const time = new Date('2026-01-01T00:00:00Z');
  const daysOf = (end: string): number => (Date.parse(end) - time.getTime()) / (24 * 60 * 60_000);
  for (const end of ['9999-12-31T00:00:00Z', '+010000-01-01T00:00:00Z']) {
    const { accountId, projectUid } = tenant;
    const { pid } = await createNotice(table, accountId, content({ validityDays: daysOf(end) }), time);
    await stock(table, await findShelf(table, accountId, projectUid, pid), [{ time, userData: { news: end } }]);
  }

  const { data } = await list(tenant);
  expect(new Map(data.map(({ userData, expiryTime }) => [userData.news, expiryTime]))).toEqual(
    new Map([
      ['9999-12-31T00:00:00Z', '9999-12-31T00:00:00.000Z'],
      ['+010000-01-01T00:00:00Z', null],
    ]),
  );
});

test('finds by each value that the contract names, and by one of the caller’s own', async () => {
  const tenant = await newTenant();
  const userData = {
    first_name: 'Ada',
    last_name: 'Rossi',
    email: 'ada@example.com',
    tax_code: 'RSSDAA80A41D612X',
    phone: '+39 055 123456',
    mobile_phone: '+44 7700 900123',
    customer_number: 'C-1042',
  };
  const { consentId } = await addConsent(tenant, { userData });
  await addConsent(tenant, { userData: { email: 'luca@example.com' } });

  for (const [key, value] of Object.entries(userData)) {
    expect((await list(tenant, { userData: { [key]: value } })).data.map(({ id }) => id)).toEqual([consentId]);
  }
});

test('a consent that was revoked a moment ago is revoked, whatever the list of its project shows', async () => {
  const tenant = await newTenant();
  const { consentId } = await addConsent(tenant);
  await invoke('revokeConsent', { id: consentId, proof }, tenant);

  expect((await list(tenant, { state: 'revoked' })).data).toMatchObject([{ id: consentId, state: 'revoked' }]);
  expect(await list(tenant, { state: 'active' })).toEqual({ data: [], next: null });
});

test('rows that one answer cannot hold are in the next ones', { timeout }, async () => {
  const tenant = await newTenant();
  const { accountId, projectUid, pid } = tenant;
  const shelf = await findShelf(table, accountId, projectUid, pid);
  const long = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`key-${i}`, '\u0001'.repeat(1_000)]));
  await stock(
    table,
    shelf,
    Array.from({ length: 20 }, (_, i) => ({ time: new Date(now - i * 1_000), userData: long })),
  );

  const { rows, calls } = await listAll(tenant, { perPage: 50 });

  expect(rows).toHaveLength(20);
  expect(calls).toBe(2);
});

test('a person with many consents is read in as many calls as what they may ask for is in them', {
  timeout,
}, async () => {
  const tenant = await newTenant();
  await put(tenant, people(300, { until: 20 }));

  const { rows, calls } = await listAll(tenant, { userData: { news: 'no' }, perPage: listBounds.perPage });

  expect(rows).toHaveLength(257);
  expect(calls).toBe(2);
});

describe('round trips', () => {
  let tenant: Tenant;

  beforeAll(async () => {
    tenant = await newTenant();
    await put(tenant, people(30, { until: 20 }));
  });

  test.each<readonly [string, Parameters, readonly (readonly string[])[]]>([
    [
      'a value',
      { userData: { news: 'no' } },
      [
        ['BatchGetItem', 'Query'],
        ['BatchGetItem', 'Query', 'Query'],
      ],
    ],
    ['no project', {}, [['BatchGetItem'], ['Query', 'Query', 'Query'], ['Query'], ['BatchGetItem']]],
    [
      'nobody',
      { userData: { news: 'perhaps' } },
      [
        ['BatchGetItem', 'Query'],
        ['Query', 'Query'],
      ],
    ],
  ])('%s', async (_case, parameters, expected) => {
    await list(tenant, parameters);

    const { rounds } = await recordRounds(() => list(tenant, parameters));

    expect(rounds.map((round) => round.toSorted())).toEqual(expected);
  });
});

test('of a value that many share, a rare project and a rare value, the shortest list is read, in one more round trip', {
  timeout,
}, async () => {
  const tenant = await newTenant();
  const { accountId, pid } = tenant;
  await createProject(table, { accountId, uid: 'rare', name: 'Rare' }, changeAt());
  const country = { country: 'Italy' };
  const rare = await stock(table, await findShelf(table, accountId, 'rare', pid), [
    { time: new Date(now - 90 * 60_000), userData: { ...country, card: 'gold' } },
  ]);
  await put(
    tenant,
    Array.from({ length: 250 }, (_, i) => ({ time: new Date(now - i * 1_000), userData: country })),
  );
  const narrow: readonly Parameters[] = [
    { userData: country, projectUid: 'rare' },
    { userData: { ...country, card: 'gold' } },
  ];

  for (const parameters of narrow) {
    await list(tenant, parameters);
    const { result, rounds } = await recordRounds(() => list(tenant, parameters));

    expect(result).toMatchObject({ data: [{ id: rare[0] }], next: null });
    expect(rounds.map((round) => round.toSorted())).toEqual([
      ['BatchGetItem', 'Query'],
      ['Query', 'Query', 'Query'],
      ['BatchGetItem'],
    ]);
  }
});

test('a caller whose session has ended has one page of one list read, or none', async () => {
  const tenant = await newTenant();
  const { userId, token } = tenant;
  const { consentId } = await addConsent(tenant);
  expect((await list(tenant)).data).toMatchObject([{ id: consentId }]);
  await endAllSessions(table, userId, changeAt());

  const narrow = { userData: { email: 'ada@example.com', news: 'no' } };
  const ofValues = await recordCalls(() => invoke('listConsents', narrow, { token }));
  const ofAll = await recordCalls(() => invoke('listConsents', {}, { token }));

  expect([ofValues.result.status, ofAll.result.status]).toEqual([401, 401]);
  expect([ofValues.calls.toSorted(), ofAll.calls]).toEqual([['BatchGetItem', 'Query'], ['BatchGetItem']]);
});

test.each<readonly [string, Parameters, { field: string; code: string }]>([
  [
    'a period that ends before it begins',
    { from: '2026-12', until: '2026-11-30' },
    { field: 'until', code: 'conflict' },
  ],
  ['no time', { from: 'yesterday' }, { field: 'from', code: 'malformed' }],
  ['no state', { state: 'given' }, { field: 'state', code: 'unknown' }],
  ['blank values', { userData: { email: ' ' } }, { field: 'userData', code: 'missing' }],
  ['an unknown project', { projectUid: 'nowhere' }, { field: 'projectUid', code: 'unknown' }],
  ['an unknown notice', { consentInformationPid: 999_999 }, { field: 'consentInformationPid', code: 'unknown' }],
  [
    'an unknown version',
    { consentInformationVersionId: 'f'.repeat(32) },
    { field: 'consentInformationVersionId', code: 'unknown' },
  ],
  ['no id', { after: 'x' }, { field: 'after', code: 'malformed' }],
  ['a page too long', { perPage: listBounds.perPage + 1 }, { field: 'perPage', code: 'out-of-range' }],
])('refuses %s', async (_case, parameters, error) => {
  expect(await invoke('listConsents', parameters, await newTenant())).toMatchObject({
    status: 422,
    body: { code: 'parameters.invalid', errors: [error] },
  });
});

test('tells a way that no channel names, of consents that share a proof too, until an erasure', {
  timeout,
}, async () => {
  setTime(new Date());
  const tenant = await newTenant();
  const other = await createNotice(table, tenant.accountId, content(), new Date());
  const heard = { received_by: 'telephone', words: noise(4_000).toString('base64') };
  for (const given of [
    { channel: 'web', proof: { received_by: 'Telephone' } },
    { channel: 'email', proof: heard },
    { consentInformationPid: [tenant.pid, other.pid], proof: heard },
  ]) {
    await addConsent(tenant, given);
    passTime(1);
  }
  const { data } = await list(tenant);
  const [first, second] = data;
  await invoke('revokeConsent', { id: first?.id, proof: { received_by: 'letter' } }, tenant);
  await invoke(
    'revokeConsent',
    { id: second?.id, proof: { received_by: 'fax', words: noise(40_000).toString('base64') } },
    tenant,
  );
  const tell = async () =>
    (await list(tenant)).data.map(({ channel, receivedBy, revokeChannel, revokeReceivedBy }) => [
      channel,
      receivedBy,
      revokeChannel,
      revokeReceivedBy,
    ]);

  expect(await tell()).toEqual([
    ['web', 'telephone', 'web', 'letter'],
    ['web', 'telephone', 'web', 'fax'],
    ['email', null, null, null],
    ['web', null, null, null],
  ]);
  passTime(10_000);
  await erase(tenant.accountId, [first?.id ?? ''], {});
  expect((await tell())[0]).toEqual(['web', null, 'web', null]);
});
