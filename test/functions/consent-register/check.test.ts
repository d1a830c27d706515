import { expect, test, vi } from 'vitest';
import { limits } from '../../../shared/api/limits.ts';
import { endAllSessions } from '../../../shared/identity/user.ts';
import type { NoticeContent } from '../../../shared/notices/content.ts';
import { setUse } from '../../../shared/notices/publishing.ts';
import { dayMilliseconds as day } from '../../../shared/runtime/time.ts';
import type { Encoding, Parameters } from '../../support/call/event.ts';
import { invoke } from '../../support/call/invoke.ts';
import { watchNormalised } from '../../support/call/normalised.ts';
import { recordRounds } from '../../support/call/requests.ts';
import type { Tenant } from '../../support/make/builders.ts';
import { addConsent, findUnits, newTenant, noticeContent, signIn, spendUnits } from '../../support/make/builders.ts';
import { noise } from '../../support/make/chance.ts';
import { changeAt, erase } from '../../support/make/changes.ts';
import { passTime, setTime } from '../../support/make/clock.ts';
import { createNotice, publishVersion } from '../../support/make/notices.ts';
import { findShelf, stock } from '../../support/make/stock.ts';
import { table } from '../../support/make/table.ts';

const email = 'ada@example.com';
const yes = { allowed: true, reason: null };
const no = (reason: string) => ({ allowed: false, reason });
const none = no('none');

const ask = (tenant: Tenant, people: unknown, more: Parameters = {}) =>
  invoke('checkPeople', { pid: tenant.pid, people, ...more } as Parameters, tenant);

/** What is answered of each person. */
const check = async (tenant: Tenant, people: readonly Readonly<Record<string, unknown>>[]) => {
  const { status, body } = await ask(tenant, people);
  expect({ status, body }).toMatchObject({ status: 200 });
  return body.data;
};

const revoke = async (tenant: Tenant, id: string) => {
  const { status } = await invoke('revokeConsent', { id, proof: { url: 'x' } }, tenant);
  expect(status).toBe(200);
};

const emails = (count: number) => Array.from({ length: count }, (_, i) => ({ email: `ada${i}@example.com` }));

/** Consents of so many people to the notice of a tenant, without a request for each. */
const stockPeople = async ({ accountId, projectUid, pid }: Tenant, people: readonly Record<string, string>[]) =>
  stock(
    table,
    await findShelf(table, accountId, projectUid, pid),
    people.map((userData, i) => ({ time: new Date(Date.now() - 60_000 + i), userData })),
  );

test.each<Encoding>(['json', 'form', 'multipart'])(
  'it answers of each person in the order asked: %s',
  async (encoding) => {
    const tenant = await newTenant();
    await addConsent(tenant, { userData: { email, size: { label: 'Your size', value: 'M' } } });
    const { consentId } = await addConsent(tenant, { userData: { email: 'grace@example.com', phone: '+39 06 1234' } });
    await revoke(tenant, consentId);
    const people = [
      { email: 'nobody@example.com' },
      { email: ' ADA@example.com ' },
      { phone: '+39-06.1234' },
      { email, size: { label: 'Size', value: 'm' } },
      { email, size: 'L' },
      { size: 'M', card: '  ' },
    ];

    const { status, body } = await invoke(
      'checkPeople',
      { pid: tenant.pid, people },
      { token: tenant.token, encoding },
    );

    expect({ status, body }).toEqual({ status: 200, body: { data: [none, yes, no('revoked'), yes, none, yes] } });
  },
);

test('each known key finds a person', async () => {
  const tenant = await newTenant();
  const userData = {
    email,
    phone: '+39 06 1234',
    mobile_phone: '+39 333 1234567',
    tax_code: 'LVLDAA85T50G702B',
    first_name: 'Ada',
    last_name: 'Lovelace',
  };
  await addConsent(tenant, { userData });
  const people = Object.entries(userData).map(([key, value]) => ({ [key]: value }));

  expect(await check(tenant, people)).toEqual(people.map(() => yes));
});

test('the latest consent decides, however the earlier ones ended', async () => {
  const tenant = await newTenant();
  const { consentId: first } = await addConsent(tenant);
  const { consentId: second } = await addConsent(tenant);
  await revoke(tenant, first);
  expect(await check(tenant, [{ email }])).toEqual([yes]);

  await revoke(tenant, second);
  expect(await check(tenant, [{ email }])).toEqual([no('revoked')]);

  await addConsent(tenant);
  expect(await check(tenant, [{ email }])).toEqual([yes]);
});

test('a withdrawal counts at once, even if the clock that wrote its time runs ahead', async () => {
  setTime('2026-03-01T12:00:00Z');
  const tenant = await newTenant();
  const { consentId } = await addConsent(tenant);
  passTime(500);
  await revoke(tenant, consentId);
  passTime(-400);

  expect(await check(tenant, [{ email }])).toEqual([no('revoked')]);
});

test('a version that asks again counts at once, even if the clock of its operator runs ahead', async () => {
  setTime('2026-03-01T12:00:00Z');
  const tenant = await newTenant();
  await addConsent(tenant);
  await publishVersion(
    table,
    tenant.accountId,
    tenant.pid,
    noticeContent({ askAgain: true }),
    new Date(Date.now() + 60_000),
  );

  expect(await check(tenant, [{ email }])).toEqual([no('superseded')]);
});

test('a consent that expired, or that a version superseded, allows nothing; an erased one is as if there were none', async () => {
  setTime('2026-03-01T12:00:00Z');
  const tenant = await newTenant();
  const { accountId } = tenant;
  const content = noticeContent({ validityDays: 10 });
  const { pid } = await createNotice(table, accountId, content, new Date('2026-01-01T00:00:00Z'));
  const signInAnew = async () => ({ ...tenant, pid, ...(await signIn(tenant.userId)) });
  const checkAda = async () => check(await signInAnew(), [{ email }]);
  const agree = async () => addConsent(await signInAnew());
  const publish = async (more: Partial<NoticeContent>) => {
    await publishVersion(table, accountId, pid, { ...content, ...more }, new Date());
    passTime(1);
  };
  const { consentId: first } = await agree();

  passTime(9 * day);
  expect(await checkAda()).toEqual([yes]);
  await publish({ title: { eng: 'The same, in other words' } });
  expect(await checkAda()).toEqual([yes]);
  await publish({ askAgain: true });
  expect(await checkAda()).toEqual([no('superseded')]);
  const { consentId: second } = await agree();
  expect(await checkAda()).toEqual([yes]);
  passTime(10 * day);
  expect(await checkAda()).toEqual([no('expired')]);

  await erase(accountId, [second], { now: new Date() });
  expect(await checkAda()).toEqual([no('superseded')]);
  await erase(accountId, [first], { now: new Date(), extent: 'everything' });
  expect(await checkAda()).toEqual([none]);
});

test('a consent to another notice, and one of another account, allow nothing', async () => {
  const [tenant, other] = [await newTenant({ notices: 2 }), await newTenant()];
  const [, second] = tenant.notices;
  await addConsent(other);
  await addConsent(tenant, { consentInformationPid: second?.pid });

  expect(await check(tenant, [{ email }])).toEqual([none]);
  expect(await check({ ...tenant, pid: second?.pid ?? 0 }, [{ email }])).toEqual([yes]);
});

test('a notice that the account does not have is no answer, not even after this container knew it', async () => {
  const [tenant, other] = [await newTenant(), await newTenant()];
  await check(other, [{ email }]);

  for (const pid of [other.pid, 999_999]) {
    for (let i = 0; i < 2; i += 1) {
      expect(await ask({ ...tenant, pid }, [{ email }])).toMatchObject({
        status: 404,
        body: {
          code: 'notice.not-found',
          detail: `The account has no notice with PID ${pid}. In use: ${tenant.pid}.`,
          errors: [{ field: 'pid', code: 'unknown' }],
        },
      });
    }
  }
});

test('a retired notice is answered for as before', async () => {
  const tenant = await newTenant();
  const [notice] = tenant.notices;
  await addConsent(tenant);
  await setUse(table, { accountId: tenant.accountId, pid: notice?.pid ?? 0, use: 'retired' }, changeAt());

  expect(await check(tenant, [{ email }])).toEqual([yes]);
});

test('people asked for twice are answered twice and read once, in whatever order their values come, and so is a list of several', async () => {
  const tenant = await newTenant();
  await addConsent(tenant, { userData: { email, card: 'gold' } });
  await check(tenant, [{ email }]);
  const people = [{ email, card: 'gold' }, { email: 'nobody@example.com' }, { card: 'GOLD', email }, { email }];

  const { result, rounds } = await recordRounds(() => check(tenant, [...people, ...people]));

  expect(result).toEqual([yes, none, yes, yes, yes, none, yes, yes]);
  expect(rounds).toEqual([['BatchGetItem'], ['Query', 'Query'], ['BatchGetItem']]);
});

test.each([1, 50, 100])(
  '%i people take three round trips in a row, also where the container knows nothing',
  async (count) => {
    const tenant = await newTenant();
    const people = emails(count);
    await stockPeople(tenant, people.slice(1));
    const queries = Array.from({ length: count }, () => 'Query');
    const counted = count === 100 ? ['UpdateItem'] : [];
    const answer = people.map((_, i) => (i === 0 ? none : yes));

    const cold = await recordRounds(() => check(tenant, people));
    expect(cold.result).toEqual(answer);
    expect(cold.rounds).toEqual(
      count === 1
        ? [['BatchGetItem'], ['Query', 'Query']]
        : [['BatchGetItem'], ['Query', ...queries], ['BatchGetItem']],
    );

    const warm = await recordRounds(() => check(tenant, people));
    expect(warm.result).toEqual(answer);
    expect(warm.rounds).toEqual(
      count === 1 ? [['BatchGetItem'], ['Query']] : [['BatchGetItem', ...counted], queries, ['BatchGetItem']],
    );
  },
);

test('a version published in the meantime is seen, in the same three round trips', async () => {
  const tenant = await newTenant();
  await addConsent(tenant);
  expect(await check(tenant, [{ email }])).toEqual([yes]);
  await publishVersion(table, tenant.accountId, tenant.pid, noticeContent({ askAgain: true }), new Date());

  const { result, rounds } = await recordRounds(() => check(tenant, [{ email }]));

  expect(result).toEqual([no('superseded')]);
  expect(rounds).toEqual([['BatchGetItem'], ['Query', 'Query'], ['BatchGetItem']]);
});

test('a value that more than 100 consents share tells nothing of anybody, and is counted', async () => {
  const tenant = await newTenant();
  const info = vi.spyOn(console, 'info');
  const shared = { email };
  await stockPeople(
    tenant,
    Array.from({ length: limits.consentsOfValue }, () => shared),
  );
  expect(await check(tenant, [shared, { email: 'nobody@example.com' }])).toEqual([yes, none]);
  expect(info).toHaveBeenCalledWith({
    code: 'people.checked',
    userId: tenant.userId,
    people: 2,
    unknown: 1,
    shared: 0,
  });

  await addConsent(tenant);
  expect(await check(tenant, [shared])).toEqual([none]);
  expect(info).toHaveBeenCalledWith({
    code: 'people.checked',
    userId: tenant.userId,
    people: 1,
    unknown: 1,
    shared: 1,
  });
});

test.each<[string, unknown, object]>([
  ['no people', [], { field: 'people', code: 'missing' }],
  ['too many', emails(101), { field: 'people', code: 'too-many' }],
  ['a text', 'ada@example.com', { field: 'people', code: 'malformed' }],
  ['one person without a list', { email }, { field: 'people', code: 'malformed' }],
  ['nobody', [{ email }, {}], { field: 'people[1]', code: 'missing' }],
  ['only blank values', [{ email: '  ', card: '' }], { field: 'people[0]', code: 'missing' }],
  ['a text among people', [{ email }, email], { field: 'people[1]', code: 'malformed' }],
  ['a long value', [{ email }, { email: 'x'.repeat(1_025) }], { field: 'people[1][email]', code: 'too-long' }],
  [
    'much text',
    emails(100).map((each) => ({ ...each, card: 'x'.repeat(1_000) })),
    { field: 'people', code: 'too-long' },
  ],
  [
    'text that is long when normalised',
    emails(100).map((each) => ({ ...each, card: '\ufdfa'.repeat(60) })),
    { field: 'people', code: 'too-long' },
  ],
  ['a nested value', [{ email: { is: email } }], { field: 'people[0][email]', code: 'malformed' }],
])('%s: refused', async (_what, people, error) => {
  const tenant = await newTenant();
  const reply = await invoke('checkPeople', { pid: tenant.pid, people }, { token: tenant.token, encoding: 'json' });

  expect(reply).toMatchObject({ status: 422, body: { code: 'parameters.invalid', errors: [error] } });
});

test('too many people, and too much text, are refused before anything is normalised', async () => {
  const tenant = await newTenant();
  const longest = '\ufdfa'.repeat(1_024);
  const people = (count: number) => emails(count).map(() => ({ email: `a@${longest}` }));

  for (const many of [people(101), people(99), people(1).map((one) => ({ ...one, card: longest.repeat(100) }))]) {
    const normalised = watchNormalised(longest);
    expect(await ask(tenant, many)).toMatchObject({ status: 422, body: { errors: [{ field: 'people' }] } });
    expect(normalised()).toBe(0);
  }
});

test('a value is normalised once to refuse it, and not beside one that is refused', async () => {
  const tenant = await newTenant();
  const [refused, card] = ['\ufdfa'.repeat(300), 'x'.repeat(600)];
  const [normalised, normalisedBeside] = [watchNormalised(refused), watchNormalised(card)];

  const { status } = await ask(
    tenant,
    [...Array(50)].map(() => ({ email: `a@${refused}`, card })),
  );

  expect([status, normalised(), normalisedBeside()]).toEqual([422, 50, 50]);
});

test('the budget of checks is apart from that of searches; once it is used up nobody is looked up', async () => {
  setTime('2026-11-20T12:00:20Z');
  const [tenant, other] = [await newTenant(), await newTenant()];
  const people = emails(100);
  for (const each of [tenant, other]) await stockPeople(each, people);
  await spendUnits(other, 'searches');
  await spendUnits(tenant, 'checks');

  const { result: refused, rounds } = await recordRounds(() => ask(tenant, people));

  expect(refused).toMatchObject({ status: 429, body: { code: 'check.throttled' } });
  expect(refused.headers['retry-after']).toBe('40');
  expect(rounds).toEqual([['BatchGetItem']]);
  expect(await ask(other, people)).toMatchObject({ status: 200 });
  expect(await invoke('searchConsents', { userData: { email } }, tenant)).toMatchObject({ status: 200 });
  passTime(100_000);
  expect(await ask(tenant, people)).toMatchObject({ status: 200 });
});

test('nobody is looked up before the sender is known, nor for a notice that is not there', async () => {
  const tenant = await newTenant();
  await ask(tenant, emails(1));
  await endAllSessions(table, tenant.userId, changeAt());
  const ended = await recordRounds(() => ask(tenant, emails(100)));
  expect(ended.result).toMatchObject({ status: 401 });
  expect(ended.rounds).toEqual([['BatchGetItem']]);

  const { token } = await signIn(tenant.userId);
  const unknown = await recordRounds(() => ask({ ...tenant, pid: 999_999, token }, emails(100)));
  expect(unknown.result).toMatchObject({ status: 404 });
  expect(unknown.rounds).toEqual([['BatchGetItem']]);
});

test('large consents that a check reads are counted', async () => {
  const tenant = await newTenant();
  const proof = { html: noise(290_000).toString('base64') };
  const people = emails(4);
  for (const userData of people) await addConsent(tenant, { userData, proof });
  expect(await check(tenant, people)).toEqual([yes, yes, yes, yes]);
  await check(tenant, people);
  expect(await findUnits(tenant, 'checks')).toBeGreaterThan(260);
});

test('a withdrawal that was answered counts, though the index shows the consent as it was', async () => {
  const tenant = await newTenant();
  const { consentId } = await addConsent(tenant, { userData: { email, card: 'gold' } });
  const people = [{ email }, { card: 'gold' }];
  expect(await check(tenant, people)).toEqual([yes, yes]);

  await revoke(tenant, consentId);

  expect(await check(tenant, people)).toEqual([no('revoked'), no('revoked')]);
});
