import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test, vi } from 'vitest';
import { createProject } from '../../../shared/identity/project.ts';
import { keyOf } from '../../../shared/store/keys.ts';
import type { Parameters } from '../../support/call/event.ts';
import type { Reply } from '../../support/call/invoke.ts';
import { invoke } from '../../support/call/invoke.ts';
import { watchNormalised } from '../../support/call/normalised.ts';
import { recordRounds } from '../../support/call/requests.ts';
import type { Tenant } from '../../support/make/builders.ts';
import { addConsent, newTenant } from '../../support/make/builders.ts';
import { changeAt } from '../../support/make/changes.ts';
import { setTime } from '../../support/make/clock.ts';
import { put } from '../../support/make/long-lists.ts';
import { table } from '../../support/make/table.ts';

const search = (tenant: Tenant, parameters: Parameters) =>
  invoke('searchConsents', parameters, { token: tenant.token });

const ids = ({ body }: Reply): string[] => body.data.map(({ id }) => id);

/** Records consents a second apart and returns their ids, newest first. */
const addInTurn = async (tenant: Tenant, consents: readonly Parameters[]): Promise<string[]> => {
  const added: string[] = [];
  for (const consent of consents) {
    setTime(new Date(Date.now() + 1_000));
    added.unshift((await addConsent(tenant, consent)).consentId);
  }
  return added;
};

const times = <Value>(count: number, value: Value): Value[] => Array.from({ length: count }, () => value);

describe('matching', () => {
  test.each<[string, Record<string, string>, Record<string, string>]>([
    ['in another case', { email: 'Ada@Example.COM' }, { email: 'aDA@example.com' }],
    ['a telephone number', { phone: '+39 (02) 12-34/56.7' }, { phone: '+39021234567' }],
    ['a key of its own', { 'loyalty card': 'X 1' }, { 'loyalty card': 'x 1' }],
  ])('a value %s', async (_case, stored, sought) => {
    const tenant = await newTenant();
    const { consentId } = await addConsent(tenant, { userData: stored });

    expect(ids(await search(tenant, { userData: sought }))).toEqual([consentId]);
  });

  test.each<[string, Record<string, string>, Record<string, string>]>([
    ['part of a value', { email: 'ada@example.com' }, { email: 'ada' }],
    ['another key', { email: 'ada@example.com' }, { mail: 'ada@example.com' }],
    ['one of two keys only', { first_name: 'Ada', last_name: 'Rossi' }, { first_name: 'Ada', last_name: 'Bianchi' }],
    ['a value that was empty', { first_name: 'Ada', last_name: '' }, { first_name: 'Ada', last_name: 'x' }],
  ])('not %s', async (_case, stored, sought) => {
    const tenant = await newTenant();
    await addConsent(tenant, { userData: stored });

    expect(ids(await search(tenant, { userData: sought }))).toEqual([]);
  });

  test('the labelled form by its value', async () => {
    const tenant = await newTenant();
    const userData = { email: { label: 'Your email', value: 'Ada@example.com' } };
    const { consentId } = await addConsent(tenant, { userData });

    expect(ids(await search(tenant, { userData: { email: 'ada@example.com' } }))).toEqual([consentId]);
    expect(ids(await search(tenant, { userData: { email: 'Your email' } }))).toEqual([]);
  });

  test('every key, whatever the order', async () => {
    const tenant = await newTenant();
    const ada = { first_name: 'Ada', last_name: 'Rossi', email: 'ada@example.com' };
    const { consentId } = await addConsent(tenant, { userData: ada });
    await addConsent(tenant, { userData: { ...ada, first_name: 'Eva' } });
    await addConsent(tenant, { userData: { ...ada, last_name: 'Bianchi' } });

    expect(ids(await search(tenant, { userData: { last_name: 'rossi', first_name: 'ada' } }))).toEqual([consentId]);
    expect((await search(tenant, { userData: { email: ada.email } })).body.totalResults).toBe(3);
  });

  test('blank values beside others count as absent', async () => {
    const tenant = await newTenant();
    const { consentId } = await addConsent(tenant);

    expect(ids(await search(tenant, { userData: { email: 'ada@example.com', last_name: ' ' } }))).toEqual([consentId]);
  });
});

test('a search by id has pages and a latest consent like any other', async () => {
  const tenant = await newTenant();
  const { consentId: id } = await addConsent(tenant);

  expect((await search(tenant, { id, userData: '', page: 1 })).body).toMatchObject({ results: 1, data: [{ id }] });
  expect((await search(tenant, { id, userData: '', page: 2 })).body).toMatchObject({
    totalResults: 1,
    totalPages: 1,
    results: 0,
    data: [],
  });
  expect((await search(tenant, { id, userData: '', first: 'true' })).body.data).toMatchObject({ id });
});

test('a lookup of a consent that is not there is passed over', async () => {
  const tenant = await newTenant();
  const { consentId: kept } = await addConsent(tenant);
  const { consentId: gone } = await addConsent(tenant);
  await table.client.send(new DeleteCommand({ TableName: table.name, Key: keyOf.consent(tenant.accountId, gone) }));

  const { body } = await search(tenant, { userData: { email: 'ada@example.com' } });

  expect(body).toMatchObject({ totalResults: 1, data: [{ id: kept }] });
});

describe('filters', () => {
  const setUp = async () => {
    const tenant = await newTenant({ notices: 2 });
    const otherProject = `${tenant.projectUid}-b`;
    await createProject(table, { accountId: tenant.accountId, uid: otherProject, name: 'B' }, changeAt());
    const [one, two] = tenant.notices;
    const added = await addInTurn(tenant, [
      { lang: 'ita', channel: 'email' },
      { lang: 'ita', channel: 'web', consentInformationPid: two?.pid },
      { lang: 'deu', channel: 'email', projectUid: otherProject },
      { lang: 'eng', channel: 'app.form', projectUid: otherProject, consentInformationPid: two?.pid },
    ]);
    return { tenant, otherProject, one, two, added };
  };

  test('alone and together, in every way of searching', async () => {
    const { tenant, otherProject, one, two, added } = await setUp();
    const [d, c, b, a] = added;
    const cases: [Parameters, (string | undefined)[]][] = [
      [{}, [d, c, b, a]],
      [{ projectUid: tenant.projectUid }, [b, a]],
      [{ projectUid: otherProject }, [d, c]],
      [{ consentInformationPid: one?.pid }, [c, a]],
      [{ consentInformationVersionId: two?.versionId }, [d, b]],
      [{ lang: 'ita' }, [b, a]],
      [{ channel: 'email' }, [c, a]],
      [{ lang: 'ita', channel: 'email' }, [a]],
      [{ projectUid: otherProject, consentInformationPid: two?.pid, lang: 'eng', channel: 'app.form' }, [d]],
      [{ projectUid: otherProject, lang: 'ita' }, []],
      [{ lang: '', channel: '', projectUid: '', id: '', first: '', page: '', perPage: '' }, [d, c, b, a]],
    ];
    for (const [filters, expected] of cases) {
      const userData = { email: 'ada@example.com' };
      const reply = await search(tenant, { ...filters, userData });
      expect({ filters, found: ids(reply) }).toEqual({ filters, found: expected });
      expect(reply.body).toMatchObject({ results: expected.length, totalResults: expected.length });

      const [first = null] = expected;
      const latest = await search(tenant, { ...filters, userData, first: 'true', page: '', perPage: '' });
      expect({ filters, first: latest.body.data?.id ?? null }).toEqual({ filters, first });

      for (const id of added) {
        const byId = await search(tenant, { ...filters, userData: '', id });
        expect({ filters, found: ids(byId) }).toEqual({ filters, found: expected.includes(id) ? [id] : [] });
      }
      if (filters.projectUid) {
        expect(ids(await search(tenant, { ...filters, userData: '' }))).toEqual(expected);
      }
    }
  });

  test.each(['projectUid', 'consentInformationPid', 'consentInformationVersionId'])(
    'a %s that the account does not have is an error, not an empty list',
    async (field) => {
      const tenant = await newTenant();
      const unknown = { projectUid: 'x', consentInformationPid: 999_999, consentInformationVersionId: 'f'.repeat(32) };
      const value = unknown[field as keyof typeof unknown];

      expect(await search(tenant, { [field]: value, userData: { email: 'ada@example.com' } })).toMatchObject({
        status: 422,
        body: { errors: [{ field, code: 'unknown' }] },
      });
    },
  );
});

describe('by id', () => {
  test('finds the one consent, with or without userData', async () => {
    const tenant = await newTenant();
    const { consentId: id } = await addConsent(tenant);

    expect(ids(await search(tenant, { id, userData: '' }))).toEqual([id]);
    expect(ids(await search(tenant, { id, userData: { email: 'ADA@example.com' } }))).toEqual([id]);
    expect(ids(await search(tenant, { id, userData: { email: 'eva@example.com' } }))).toEqual([]);
    expect(ids(await search(tenant, { id, userData: { email: 'ada@example.com', plate: 'ZA 123 AB' } }))).toEqual([]);
    expect(ids(await search(tenant, { id: 'f'.repeat(32), userData: '' }))).toEqual([]);
  });

  test('an empty userData may be an empty array or object in JSON, and no other array', async () => {
    const tenant = await newTenant();
    const { consentId: id } = await addConsent(tenant);

    for (const userData of [[], {}, '']) {
      const reply = await invoke('searchConsents', { id, userData }, { token: tenant.token, encoding: 'json' });
      expect(ids(reply)).toEqual([id]);
    }
    const list = { id, userData: ['x'] };
    expect(await invoke('searchConsents', list, { token: tenant.token, encoding: 'json' })).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'userData', code: 'malformed' }] },
    });
  });

  test('one read in all: the consent, and what the filters name, beside who calls', async () => {
    const tenant = await newTenant();
    const { consentId: id } = await addConsent(tenant);
    const filters = { projectUid: tenant.projectUid, consentInformationPid: tenant.pid };

    for (const parameters of [{ id }, { id: 'f'.repeat(32) }, { id, ...filters }, { id, first: 'true' }]) {
      const { rounds } = await recordRounds(() => search(tenant, { ...parameters, userData: '' }));
      expect({ parameters, rounds }).toEqual({ parameters, rounds: [['BatchGetItem']] });
    }
  });
});

describe('pages', () => {
  test('newest first, totals exact, nothing twice and nothing missing', async () => {
    const tenant = await newTenant();
    const added = await addInTurn(tenant, times(45, {}));
    const userData = { email: 'ada@example.com' };

    const pages = await Promise.all([1, 2, 3, 4].map((page) => search(tenant, { userData, page })));

    expect(pages.flatMap(ids)).toEqual(added);
    expect(pages.map(({ body: { data: _data, ...rest } }) => rest)).toEqual([
      { page: '1', totalPages: 3, results: 20, resultsPerPage: 20, totalResults: 45 },
      { page: '2', totalPages: 3, results: 20, resultsPerPage: 20, totalResults: 45 },
      { page: '3', totalPages: 3, results: 5, resultsPerPage: 20, totalResults: 45 },
      { page: '4', totalPages: 3, results: 0, resultsPerPage: 20, totalResults: 45 },
    ]);
    expect(Object.keys(pages[0]?.body ?? {})).toEqual([
      'page',
      'totalPages',
      'results',
      'resultsPerPage',
      'totalResults',
      'data',
    ]);
    const whole = await search(tenant, { userData, perPage: 50 });
    expect(ids(whole)).toEqual(added);
    expect(whole.body).toMatchObject({ totalPages: 1, resultsPerPage: 50 });
    expect(ids(await search(tenant, { userData, page: 23, perPage: 2 }))).toEqual(added.slice(44));
  });

  test('first answers with the latest consent, or null', async () => {
    const tenant = await newTenant();
    const [latest] = await addInTurn(tenant, times(3, {}));

    for (const first of ['true', '1', 'on']) {
      const { body } = await search(tenant, { userData: { email: 'ada@example.com' }, first });
      expect(Object.keys(body)).toEqual(['data']);
      expect(body.data.id).toBe(latest);
    }
    expect((await search(tenant, { userData: { email: 'eva@example.com' }, first: 'true' })).body).toEqual({
      data: null,
    });
    for (const first of ['false', '0', 'off']) {
      expect((await search(tenant, { userData: { email: 'ada@example.com' }, first, page: 2 })).body).toMatchObject({
        page: '2',
        totalResults: 3,
      });
    }
  });

  test.each<[string, Parameters, { field: string; code: string }[]]>([
    ['perPage over 50', { perPage: 51 }, [{ field: 'perPage', code: 'out-of-range' }]],
    ['perPage of 0', { perPage: 0 }, [{ field: 'perPage', code: 'out-of-range' }]],
    ['first that is no boolean', { first: 'yes' }, [{ field: 'first', code: 'malformed' }]],
    ['first beside page', { first: 'true', page: 1 }, [{ field: 'page', code: 'conflict' }]],
    ['first beside perPage', { first: 'true', perPage: 5 }, [{ field: 'perPage', code: 'conflict' }]],
    [
      'PID beside version',
      { consentInformationPid: 1, consentInformationVersionId: 'f'.repeat(32) },
      [{ field: 'consentInformationVersionId', code: 'conflict' }],
    ],
    ['an array of PIDs', { consentInformationPid: [1, 2] }, [{ field: 'consentInformationPid', code: 'malformed' }]],
    ['an id of another form', { id: 'abc' }, [{ field: 'id', code: 'malformed' }]],
    ['an unknown language', { lang: 'xxx' }, [{ field: 'lang', code: 'unknown' }]],
    ['an unknown channel', { channel: 'fax' }, [{ field: 'channel', code: 'unknown' }]],
    ['userData that is empty', { userData: '' }, [{ field: 'userData', code: 'missing' }]],
    ['userData that is blank', { userData: { email: ' ' } }, [{ field: 'userData', code: 'missing' }]],
    [
      'blank userData beside a project, which would find everybody',
      { userData: { email: '' }, projectUid: 'x' },
      [{ field: 'userData', code: 'missing' }],
    ],
  ])('refuses %s', async (_case, parameters, errors) => {
    const tenant = await newTenant();

    const { status, body } = await search(tenant, { userData: { email: 'ada@example.com' }, ...parameters });

    expect({ status, errors: body.errors }).toMatchObject({ status: 422, errors });
    expect(body.errors).toHaveLength(errors.length);
  });

  test('userData must be there', async () => {
    const tenant = await newTenant();

    expect(await search(tenant, { projectUid: tenant.projectUid })).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'userData', code: 'missing' }] },
    });
  });

  test.each(['searchConsents', 'listConsents'] as const)(
    '%s: a value is normalised once to refuse it',
    async (name) => {
      const tenant = await newTenant();
      const refused = '\ufdfa'.repeat(300);
      const normalised = watchNormalised(refused);

      const reply = await invoke(name, { userData: { email: refused } }, tenant);

      expect(reply).toMatchObject({ status: 422, body: { errors: [{ field: 'userData[email]', code: 'malformed' }] } });
      expect(normalised()).toBe(1);
    },
  );

  test('values are normalised once for all people who have them alike, and never without end', async () => {
    const tenant = await newTenant();
    const values = (spelling: number) =>
      Object.fromEntries(
        Array.from({ length: 25 }, (_, i) => [`k${i}`, `${' '.repeat(spelling)}${'\u0390'.repeat(900)}`]),
      );
    for (let i = 0; i < 25; i += 1) await addConsent(tenant, { userData: { ...values(0), kind: 'alike' } });
    for (let i = 0; i < 25; i += 1) await addConsent(tenant, { userData: { ...values(i), kind: 'other' } });
    const userData = values(0);
    const normalise = vi.spyOn(String.prototype, 'normalize');

    const alike = await search(tenant, { userData: { ...userData, kind: 'alike' }, perPage: 25 });
    const normalised = normalise.mock.calls.length;
    const other = await search(tenant, { userData: { ...userData, kind: 'other' }, perPage: 25 });
    const fewer = await search(tenant, { userData: { k1: values(0).k1, kind: 'other' }, perPage: 25 });

    expect([alike.status, alike.body.totalResults]).toEqual([200, 25]);
    expect(normalised).toBeLessThan(10 * 26);
    expect(other).toMatchObject({ status: 422, body: { errors: [{ field: 'perPage', code: 'answer-too-large' }] } });
    expect([fewer.status, fewer.body.totalResults]).toEqual([200, 25]);
  });
});

describe('cost', () => {
  const userData = { first_name: 'Ada', last_name: 'Rossi', email: 'ada@example.com', card: 'gold' };

  test('the query of one list beside the first read, and one BatchGet, however many values', async () => {
    const tenant = await newTenant();
    for (let i = 0; i < 25; i += 1) await addConsent(tenant, { userData });

    for (const keys of [1, 2, 3, 4]) {
      const sought = Object.fromEntries(Object.entries(userData).slice(0, keys));
      const { rounds, result } = await recordRounds(() => search(tenant, { userData: sought }));
      expect(result.body.totalResults).toBe(25);
      expect({ keys, rounds }).toEqual({ keys, rounds: [['BatchGetItem', 'Query'], ['BatchGetItem']] });
    }
  });

  test('nothing is read of a page that is empty', async () => {
    const tenant = await newTenant();
    await addConsent(tenant, { userData });

    const pastEnd = await recordRounds(() => search(tenant, { userData, page: 2 }));
    const nobody = await recordRounds(() => search(tenant, { userData: { ...userData, first_name: 'Eva' } }));

    expect([pastEnd.result.body.totalResults, nobody.result.body.totalResults]).toEqual([1, 0]);
    expect([pastEnd.rounds, nobody.rounds]).toEqual(times(2, [['BatchGetItem', 'Query']]));
  });

  test('what the filters name is in the first read', async () => {
    const tenant = await newTenant();
    await addConsent(tenant, { userData });
    const filters = { projectUid: tenant.projectUid, consentInformationPid: tenant.pid };

    const known = await recordRounds(() => search(tenant, { userData, ...filters }));
    const unknown = await recordRounds(() => search(tenant, { userData, projectUid: 'nowhere' }));

    expect(known.rounds).toEqual([['BatchGetItem', 'Query'], ['BatchGetItem']]);
    expect([unknown.result.status, unknown.rounds]).toEqual([422, [['BatchGetItem', 'Query']]]);
  });

  test('who may not ask gets no second round, and a token that is not verified yet no query', async () => {
    const tenant = await newTenant({ enabled: false });
    await invoke('details', {}, { token: tenant.token });

    const refused = await recordRounds(() => search(tenant, { userData }));
    const forged = await recordRounds(() =>
      search({ ...tenant, token: `${tenant.token.slice(0, -8)}AAAAAAAA` }, { userData }),
    );

    expect([refused.result.status, refused.rounds]).toEqual([403, [['BatchGetItem', 'Query']]]);
    expect([forged.result.status, forged.rounds]).toEqual([401, []]);
  });

  test('where the likely shortest list is long, another that ends on its first page answers', async () => {
    const tenant = await newTenant();
    const shared = { email: 'info@example.com', country: 'Italy' };
    const { consentId } = await addConsent(tenant, { userData: { ...shared, last_name: 'Rossi' } });
    await put(tenant, times(120, { time: new Date(), userData: shared }));
    const sought = { ...shared, last_name: 'Rossi' };

    const { result, rounds } = await recordRounds(() => search(tenant, { userData: sought }));
    const latest = await recordRounds(() => search(tenant, { userData: sought, first: 'true' }));

    expect([ids(result), result.body.totalResults, latest.result.body.data.id]).toEqual([[consentId], 1, consentId]);
    for (const each of [rounds, latest.rounds]) {
      expect(each).toEqual([['BatchGetItem', 'Query'], ['Query', 'Query'], ['BatchGetItem']]);
    }
  });
});
