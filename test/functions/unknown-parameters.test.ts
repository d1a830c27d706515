import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { OperationName } from '../../shared/api/contract.ts';
import type { Encoding, Parameters } from '../support/call/event.ts';
import { encoders } from '../support/call/event.ts';
import { invoke, send } from '../support/call/invoke.ts';
import { addConsent, consentOf, newTenant } from '../support/make/builders.ts';

const encodings: readonly Encoding[] = ['form', 'multipart', 'json'];

const tenant = await newTenant();
const { token } = tenant;
const { consentId } = await addConsent(tenant);

/** What the register's operations do, all parameters good. */
const good: Partial<Record<OperationName, Parameters>> = {
  addConsent: consentOf(tenant),
  searchConsents: { userData: { email: 'ada@example.com' } },
  revokeConsent: { id: consentId, proof: { url: 'https://shop.example' } },
  getNotices: { pid: tenant.pid },
  getEvidence: { id: consentId },
  checkPeople: { pid: tenant.pid, people: [{ email: 'ada@example.com' }] },
  makeLinks: { pid: tenant.pid, people: [{ email: 'ada@example.com' }] },
  listConsents: { state: 'active' },
  listDueConsents: {},
  listNotices: { pid: tenant.pid },
  getNoticeVersion: { id: tenant.notices[0]?.versionId ?? '' },
  listProjects: {},
  getOverview: {},
  requestConfirmation: consentOf(tenant),
  requestErasure: { ids: consentId, reason: 'objected', receivedOn: new Date().toISOString().slice(0, 10) },
  listErasureRequests: {},
};

const known: Partial<Record<OperationName, string>> = {
  addConsent: 'projectUid, consentInformationPid, consentInformationVersionId, lang, channel, proof, userData',
  searchConsents:
    'id, projectUid, consentInformationPid, consentInformationVersionId, lang, channel, first, page, perPage, userData',
  revokeConsent: 'id, channel, proof',
  getNotices: 'pid',
  getEvidence: 'id, at, treeSize',
  checkPeople: 'pid, people',
  makeLinks: 'people, pid, days',
  listConsents:
    'from, until, state, projectUid, consentInformationPid, consentInformationVersionId, lang, channel, userData, after, perPage',
  listDueConsents: 'days, reason, projectUid, consentInformationPid, after, perPage',
  listNotices: 'pid',
  getNoticeVersion: 'id',
  listProjects: 'after, perPage',
  getOverview: 'projectUid, consentInformationPid, months',
  requestConfirmation: 'projectUid, consentInformationPid, consentInformationVersionId, lang, channel, proof, userData',
  requestErasure: 'ids, extent, reason, reference, receivedOn, withdraw',
  listErasureRequests: 'after, perPage',
};

const register = Object.keys(good) as OperationName[];

const unknown = (field: string, help: string) => ({
  field,
  code: 'unknown-parameter',
  detail: `There is no such parameter. ${help}`,
});

const refused = (...errors: unknown[]) => ({ status: 422, body: { code: 'parameters.invalid', errors } });

describe.each(register)('%s refuses', (operation) => {
  test('a parameter that nothing is near to, and says which there are', async () => {
    const parameters = { ...good[operation], toString: 'a', wunderbar: '' };
    const others = `The known ones are: ${known[operation]}.`;

    expect(await invoke(operation, parameters, { token })).toMatchObject(
      refused(unknown('toString', others), unknown('wunderbar', others)),
    );
  });

  test('parameters in the query string, where none are read', async () => {
    const encoded = encoders.form(good[operation] ?? {});
    const detail = 'Parameters in the query string are not read. Send them in the body.';

    expect(await send(operation, encoded, { token, query: 'page=2&lang=%zz&page=3&x' })).toMatchObject(
      refused(...['page', 'lang', 'x'].map((field) => ({ field, code: 'unknown-parameter', detail }))),
    );
  });
});

test('what is missing because its alternative is misspelt is not listed', async () => {
  const { consentInformationPid: _pid, ...others } = good.addConsent ?? {};
  const misspelt = { ...others, consentInformationVersionID: 'f'.repeat(32) };

  expect(await invoke('addConsent', misspelt, { token })).toMatchObject(
    refused(unknown('consentInformationVersionID', 'Did you mean consentInformationVersionId?')),
  );
});

describe('a misspelt parameter gets its name in the answer', () => {
  test.each<[OperationName, string, string]>([
    ['addConsent', 'Lang', 'lang'],
    ['addConsent', 'LANG', 'lang'],
    ['addConsent', 'langs', 'lang'],
    ['addConsent', 'language', 'lang'],
    ['addConsent', 'chanel', 'channel'],
    ['addConsent', 'consentInformationVersion', 'consentInformationVersionId'],
    ['searchConsents', 'projectUID', 'projectUid'],
    ['searchConsents', 'project_uid', 'projectUid'],
    ['searchConsents', 'project', 'projectUid'],
    ['searchConsents', 'per_page', 'perPage'],
    ['searchConsents', 'ID', 'id'],
    ['searchConsents', 'pages', 'page'],
    ['revokeConsent', 'proofs', 'proof'],
    ['getNotices', 'pids', 'pid'],
    ['getEvidence', 'AT', 'at'],
  ])('%s %s: %s', async (operation, name, meant) => {
    const parameters = { ...good[operation], [name]: 'x' };

    expect(await invoke(operation, parameters, { token })).toMatchObject(
      refused(unknown(name, `Did you mean ${meant}?`)),
    );
  });

  test.each(['name', 'limit', 'offset', 'sort', 'x', 'p', 'langlanglang', 'userData2userData2'])(
    'not %s, which is near to none',
    async (name) => {
      const { body } = await invoke('searchConsents', { ...good.searchConsents, [name]: 'x' }, { token });

      expect(body.errors).toEqual([unknown(name, `The known ones are: ${known.searchConsents}.`)]);
    },
  );
});

describe.each(encodings)('dots in place of brackets, in %s', (encoding) => {
  test.each<[OperationName, string, string, string]>([
    ['addConsent', 'proof', 'proof.url', 'Write proof[url], in JSON {"proof": {"url": …}}.'],
    ['addConsent', 'userData', 'userData.email', 'Write userData[email], in JSON {"userData": {"email": …}}.'],
    [
      'addConsent',
      'userData',
      'userdata.size.value',
      'Write userData[size][value], in JSON {"userData": {"size": {"value": …}}}.',
    ],
    [
      'searchConsents',
      'userData',
      'userData.last_name',
      'Write userData[last_name], in JSON {"userData": {"last_name": …}}.',
    ],
    ['revokeConsent', 'proof', 'proof.received_by', 'Write proof[received_by], in JSON {"proof": {"received_by": …}}.'],
    ['getNotices', 'pid', 'pid.0', 'Write pid[0], in JSON a list.'],
    ['addConsent', '', 'lang.x', 'Did you mean lang?'],
  ])('%s, without %s: %s', async (operation, missing, name, help) => {
    const { [missing]: _missing, ...others } = good[operation] ?? {};

    expect(await invoke(operation, { ...others, [name]: 'x' }, { token, encoding })).toMatchObject(
      refused(unknown(name, help)),
    );
  });
});

describe('one entry', () => {
  test.each(encodings)(
    'is given for all members of a misspelt parameter, which is not missing too: %s',
    async (encoding) => {
      const { userData: _userData, ...rest } = consentOf(tenant);
      const parameters = {
        ...rest,
        userdata: { email: 'ada@example.com', first_name: 'Ada', x: { label: 'a', value: 'b' } },
      };

      expect(await invoke('addConsent', parameters, { token, encoding })).toMatchObject(
        refused(unknown('userdata', 'Did you mean userData?')),
      );
    },
  );

  test('is given for a name in brackets that JSON takes as it is', async () => {
    const parameters = { 'userData[email]': 'ada@example.com' };

    expect(await invoke('searchConsents', parameters, { token, encoding: 'json' })).toMatchObject(
      refused(unknown('userData[email]', 'Write userData[email], in JSON {"userData": {"email": …}}.')),
    );
  });

  test('is given for each parameter that is wrong, known or not', async () => {
    const parameters = { ...good.searchConsents, page: 0, Perpage: 5, sort: 'time' };

    expect(await invoke('searchConsents', parameters, { token })).toMatchObject(
      refused(
        { field: 'page', code: 'out-of-range', detail: 'Must be at least 1.' },
        unknown('Perpage', 'Did you mean perPage?'),
        unknown('sort', `The known ones are: ${known.searchConsents}.`),
      ),
    );
  });
});

test.each(encodings)('members of userData and proof may have any name: %s', async (encoding) => {
  const free = { toString: 'a', Lang: 'b', hasOwnProperty: 'c', page: 'd', 0: 'e' };
  const { status, body } = await invoke('addConsent', consentOf(tenant, { userData: free, proof: free }), {
    token,
    encoding,
  });
  const found = await invoke('searchConsents', { id: body.consentId, userData: free }, { token, encoding });

  expect(status).toBe(200);
  expect(found.body.data).toMatchObject([{ userData: free, proof: free }]);
});

test.each(encodings)('/login, /refresh-token and /details ignore them: %s', async (encoding) => {
  const extra = { Email: 'x', remember: '1' };
  const session = await newTenant();
  const sending = { encoding, query: 'page=2' };

  expect(await invoke('details', extra, { ...sending, token })).toMatchObject({ status: 200 });
  expect(await invoke('refreshToken', { refresh_token: session.refreshToken, ...extra }, sending)).toMatchObject({
    status: 200,
  });
  expect(await invoke('login', { email: 'nobody@example.com', password: 'x', ...extra }, sending)).toMatchObject({
    status: 401,
  });
});

describe('many long names', () => {
  const mebibyte = 1024 * 1024;
  const longestCompared = 54;
  const fill = (count: number, length: number, toName: (i: number) => string) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, i) => [toName(i).padEnd(length, 'userDataConsentInformation'), '']),
    );

  test.each([
    ['one of 1 MiB', fill(1, mebibyte - 200, () => 'lang')],
    ['990 of 1,000 characters', fill(990, 1_000, (i) => `lang${i}`)],
    ['990 that are as long as may be compared', fill(990, longestCompared, (i) => `${i}`)],
    ['990 as long as the longest', fill(990, 27, (i) => `${i}consentInformation`)],
  ])('are refused, and the longest are not compared: %s', async (_case, names) => {
    const encoded = encoders.json(names);
    let longest = 0; // A name is compared in lower case.
    const { toLowerCase } = String.prototype;
    const lowering = vi.spyOn(String.prototype, 'toLowerCase').mockImplementation(function (this: string) {
      longest = Math.max(longest, this.length);
      return Reflect.apply(toLowerCase, this, []);
    });
    onTestFinished(() => lowering.mockRestore());
    const { status, body } = await send('searchConsents', encoded, { token });
    lowering.mockRestore();

    expect({ status, code: body.errors?.at(-1)?.code }).toEqual({ status: 422, code: 'unknown-parameter' });
    expect(JSON.stringify(body).length).toBeLessThan(mebibyte / 2);
    for (const { field } of body.errors ?? []) expect(field.length).toBeLessThanOrEqual(129);
    expect(longest).toBeLessThanOrEqual(longestCompared);
  });
});
