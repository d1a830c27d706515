import * as v from 'valibot';
import { expect, test, vi } from 'vitest';
import { digestValue } from '../../../shared/consents/lists.ts';
import { endLinks } from '../../../shared/identity/account.ts';
import { changeRole } from '../../../shared/identity/user.ts';
import type { LinkUse } from '../../../shared/links/link.ts';
import { MadeLinks } from '../../../shared/links/link-schemas.ts';
import { holdLinkSecrets, readLink } from '../../../shared/links/secret.ts';
import { setUse } from '../../../shared/notices/publishing.ts';
import type { Encoding } from '../../support/call/event.ts';
import { invoke } from '../../support/call/invoke.ts';
import { watchNormalised } from '../../support/call/normalised.ts';
import { recordRounds } from '../../support/call/requests.ts';
import type { Tenant } from '../../support/make/builders.ts';
import { addConsent, newKey, newTenant } from '../../support/make/builders.ts';
import { changeAt } from '../../support/make/changes.ts';
import { setTime } from '../../support/make/clock.ts';
import { table } from '../../support/make/table.ts';

const email = 'ada@example.com';
const base = 'https://consents.shop.example';
const secrets = holdLinkSecrets(process.env.LINK_SECRET ?? '');

const make = (tenant: Pick<Tenant, 'token'>, parameters: Record<string, unknown>, encoding: Encoding = 'json') =>
  invoke('makeLinks', parameters, { token: tenant.token, encoding });

const dataOf = (body: unknown) => v.parse(MadeLinks, body).data;

/** What an address of an answer says. */
const read = (address: string | null, use: LinkUse = 'page') => {
  const beginning = `${base}/${use === 'page' ? 'p' : 'u'}/`;
  expect(address).toMatch(new RegExp(`^${beginning}[\\w-]{114}$`));
  return readLink(secrets, use, (address ?? '').slice(beginning.length), new Date());
};

const become = (tenant: Tenant, role: 'sender' | 'reader') =>
  changeRole(table, { id: tenant.userId, accountId: tenant.accountId }, role, changeAt());

test.each<Encoding>(['json', 'form', 'multipart'])(
  'makes each person a link of a page, in their order: %s',
  async (encoding) => {
    setTime('2026-03-03T23:59:59Z');
    const tenant = await newTenant();
    const { accountId, userId } = tenant;
    const people = [
      { email: ' ADA@example.com' },
      { mobile_phone: '0039 333-1' },
      { phone: '+39 02' },
      { tax_code: 'rss-1' },
    ];

    const { status, body } = await make(tenant, { people }, encoding);

    expect(status).toBe(200);
    expect(dataOf(body).map(({ oneClick, headers }) => ({ oneClick, headers }))).toEqual(
      people.map(() => ({ oneClick: null, headers: null })),
    );
    const facts = await Promise.all(dataOf(body).map(({ page }) => read(page)));
    const said = { use: 'page', accountId, pid: undefined, issuer: { userId }, day: '2026-03-03', days: 365 };
    expect(facts).toMatchObject(
      (
        [
          ['email', email],
          ['mobile_phone', '+393331'],
          ['phone', '+3902'],
          ['tax_code', 'rss1'],
        ] as const
      ).map(([key, value]) => ({ ...said, key, digest: digestValue(accountId, [key, value]) })),
    );
  },
);

test('makes for a notice the address and the headers of RFC 8058 too, by whom and for how long as asked', async () => {
  const tenant = await newTenant();
  const { token, keyId } = await newKey(tenant);

  const { body } = await make({ token }, { people: [{ email }], pid: tenant.pid, days: 730 });

  const [{ page, oneClick, headers } = { page: '', oneClick: null, headers: null }] = dataOf(body);
  expect(headers).toEqual({
    'List-Unsubscribe': `<${oneClick}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  });
  const said = { pid: tenant.pid, days: 730, issuer: { userId: tenant.userId, keyId } };
  expect(await read(page)).toMatchObject({ use: 'page', ...said });
  expect(await read(oneClick, 'one-click')).toMatchObject({ use: 'one-click', ...said });
});

test('a hundred people, known or not, cost one round trip and as many units, and get answers of one length', async () => {
  const tenant = await newTenant();
  const known = Array.from({ length: 100 }, (_, i) => ({ email: `known-${String(i).padStart(3, '0')}@example.com` }));
  for (const userData of known.slice(0, 10)) await addConsent(tenant, { userData });
  const nobody = known.map(({ email: of }) => ({ email: of.replace('known', 'other') }));
  await make(tenant, { people: [{ email }], pid: tenant.pid });
  const measure = async (people: readonly object[]) => {
    const { result, rounds } = await recordRounds(() => make(tenant, { people, pid: tenant.pid }));
    return { status: result.status, length: JSON.stringify(result.body).length, rounds };
  };

  const ofKnown = await measure(known);

  expect(ofKnown).toEqual({ status: 200, length: expect.any(Number), rounds: [['BatchGetItem']] });
  expect(await measure(nobody)).toEqual(ofKnown);
});

test('too many people are refused before anything is normalised, and a value is normalised once to refuse it', async () => {
  const tenant = await newTenant();
  const refused = '\ufdfa'.repeat(300);
  const people = Array.from({ length: 101 }, () => ({ email: refused }));
  const normalised = watchNormalised(refused);

  expect(await make(tenant, { people })).toMatchObject({ status: 422 });
  expect(normalised()).toBe(0);
  expect(await make(tenant, { people: [{ email: refused, phone: refused }] })).toMatchObject({ status: 422 });
  expect(normalised()).toBe(0);
  expect(await make(tenant, { people: people.slice(1) })).toMatchObject({ status: 422 });
  expect(normalised()).toBe(100);
});

test.each([
  ['none', { people: [] }, 'people', 'missing'],
  ['no list', { people: 'ada' }, 'people', 'malformed'],
  ['more than a hundred', { people: Array.from({ length: 101 }, () => ({ email })) }, 'people', 'too-many'],
  ['two values', { people: [{ email, phone: '1' }] }, 'people[0]', 'malformed'],
  ['no value', { people: [{ email }, {}] }, 'people[1]', 'malformed'],
  ['a name', { people: [{ last_name: 'Rossi' }] }, 'people[0]', 'malformed'],
  ['a key of the own', { people: [{ customer_number: 'C-1' }] }, 'people[0]', 'malformed'],
  ['a labelled value', { people: [{ email: { label: 'Email', value: email } }] }, 'people[0][email]', 'malformed'],
  ['a blank value', { people: [{ email: ' ' }] }, 'people[0]', 'missing'],
  ['a telephone number of separators', { people: [{ phone: '()-' }] }, 'people[0]', 'missing'],
  ['a value that is too long', { people: [{ email: 'a'.repeat(1_025) }] }, 'people[0][email]', 'too-long'],
  ['too many days', { people: [{ email }], days: 731 }, 'days', 'out-of-range'],
  ['no days', { people: [{ email }], days: 0 }, 'days', 'out-of-range'],
  ['no PID', { people: [{ email }], pid: 'newsletter' }, 'pid', 'malformed'],
])('refuses %s', async (_, parameters, field, code) => {
  const { status, body } = await make(await newTenant(), parameters);

  expect({ status, errors: body.errors }).toEqual({ status: 422, errors: [expect.objectContaining({ field, code })] });
});

test('a notice of another account is none, and a retired one has links, so that people withdraw', async () => {
  const [tenant, other] = [await newTenant(), await newTenant()];
  const ask = (pid: number) => make(tenant, { people: [{ email }], pid });

  expect(await ask(other.pid)).toMatchObject({ status: 404, body: { code: 'notice.not-found' } });
  await setUse(table, { accountId: tenant.accountId, pid: tenant.pid, use: 'retired' }, changeAt());
  expect(await ask(tenant.pid)).toMatchObject({ status: 200 });
});

test('makes no link that would be void from the start: on a day whose links an operator has ended', async () => {
  setTime('2026-03-03T23:59:00Z');
  const tenant = await newTenant();
  const ask = () => make(tenant, { people: [{ email }], pid: tenant.pid });

  await endLinks(table, tenant.accountId, '2026-03-03', changeAt());
  expect(await ask()).toMatchObject({ status: 200 });
  await endLinks(table, tenant.accountId, '2026-03-04', changeAt());
  expect(await ask()).toMatchObject({
    status: 404,
    body: { code: 'operation.off', detail: expect.stringContaining('2026-03-04 (UTC)') },
  });
  setTime('2026-03-04T00:00:00Z');
  expect(await ask()).toMatchObject({ status: 200 });
});

test('a sender makes links of one notice, with a narrower key too, and a reader none', async () => {
  const [tenant, reader] = [await newTenant(), await newTenant()];
  const narrow = await newKey(tenant, { role: 'sender' });
  const statusOf = async (by: Pick<Tenant, 'token'>, pid?: number) => {
    const { status, body } = await make(by, { people: [{ email }], ...(pid !== undefined && { pid }) });
    return body.code ?? status;
  };

  expect(await statusOf(tenant)).toBe(200);
  expect([await statusOf(narrow), await statusOf(narrow, tenant.pid)]).toEqual(['user.sender-only', 200]);
  await become(tenant, 'sender');
  expect([await statusOf(tenant), await statusOf(tenant, tenant.pid)]).toEqual(['user.sender-only', 200]);
  await become(reader, 'reader');
  expect([await statusOf(reader), await statusOf(reader, reader.pid)]).toEqual(['user.read-only', 'user.read-only']);
});

test('logs who made how many, and no link, no digest and no value', async () => {
  const tenant = await newTenant();

  const { body } = await make(tenant, { people: [{ email }, { phone: '+39 02' }], pid: tenant.pid });

  const lines = vi.mocked(console.info).mock.calls.map(([line]) => line);
  expect(lines).toContainEqual(expect.objectContaining({ code: 'links.made', userId: tenant.userId, people: 2 }));
  const text = JSON.stringify(lines);
  for (const { page, oneClick } of dataOf(body))
    for (const link of [page, oneClick]) expect(text).not.toContain(link?.slice(-114));
  expect(text).not.toMatch(/ada@|3902/);
});
