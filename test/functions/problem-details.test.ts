import { describe, expect, test } from 'vitest';
import type { OperationName } from '../../shared/api/contract.ts';
import type { Parameters } from '../support/call/event.ts';
import { invoke, send } from '../support/call/invoke.ts';
import { consentOf, newTenant } from '../support/make/builders.ts';

const tenant = await newTenant();
const { token, projectUid } = tenant;

describe('the detail of a 422 says the first error in words', () => {
  test('and no more where there is one', async () => {
    const { body } = await invoke('addConsent', consentOf(tenant, { proof: 'yes' }), { token });

    expect(body.detail).toBe('Look at proof: Must have named members, such as proof[url].');
  });

  test.each([
    [{ proof: 'yes', lang: 'en' }, 'Look at lang: ', '`errors` has 1 more.'],
    [{ proof: 'yes', lang: 'en', userData: {} }, 'Look at lang: ', '`errors` has 2 more.'],
    [{ projectUid: 'no', consentInformationPid: 999_999_999 }, 'Look at projectUid: ', '`errors` has 1 more.'],
  ])('and how many more there are: %j', async (wrong, beginning, end) => {
    const { status, body } = await invoke('addConsent', consentOf(tenant, wrong), { token });

    expect(status).toBe(422);
    expect(body.detail.startsWith(`${beginning}${body.errors?.[0]?.detail}`)).toBe(true);
    expect(body.detail.endsWith(end)).toBe(true);
  });
});

/** Guzzle sends nothing for `'userData' => []`. */
test('an empty userData that a client left out gets the form of an empty one, which works', async () => {
  const form = (written: string) => ({
    contentType: 'application/x-www-form-urlencoded',
    body: Buffer.from(`projectUid=${projectUid}${written}`),
  });

  const left = await send('searchConsents', form(''), { token });
  const given = await send('searchConsents', form('&userData='), { token });

  expect(left.body.errors).toEqual([
    { field: 'userData', code: 'missing', detail: expect.stringContaining('write userData= in a form') },
  ]);
  expect(given.status).toBe(200);
});

describe('an unknown project or PID is answered with those that the account has', () => {
  const unknownProject = (names: string) => ({
    field: 'projectUid',
    code: 'unknown',
    detail: `The account has no project with this UID. ${names}`,
  });
  const pid = 999_999_999;
  const inUse = `In use: ${tenant.pid}.`;

  test.each<[OperationName, Parameters]>([
    ['addConsent', consentOf(tenant, { projectUid: 'no' })],
    ['searchConsents', { projectUid: 'no', userData: '' }],
    ['listConsents', { projectUid: 'no' }],
    ['listDueConsents', { projectUid: 'no' }],
  ])('a project: %s', async (operation, parameters) => {
    expect(await invoke(operation, parameters, { token })).toMatchObject({
      status: 422,
      body: { errors: [unknownProject(`It has: ${projectUid}.`)] },
    });
  });

  test.each<[OperationName, Parameters]>([
    ['addConsent', consentOf(tenant, { consentInformationPid: [tenant.pid, pid] })],
    ['requestConfirmation', consentOf(tenant, { consentInformationPid: [tenant.pid, pid] })],
    ['searchConsents', { consentInformationPid: pid, userData: { email: 'ada@example.com' } }],
    ['listConsents', { consentInformationPid: pid }],
    ['listDueConsents', { consentInformationPid: pid }],
  ])('a PID: %s', async (operation, parameters) => {
    const { status, body } = await invoke(operation, parameters, { token });

    expect(status).toBe(422);
    expect(body.errors).toMatchObject([{ code: 'unknown', detail: `The account has no such notice. ${inUse}` }]);
  });

  test.each<[OperationName, Parameters]>([
    ['getNotices', { pid: [tenant.pid, pid] }],
    ['checkPeople', { pid, people: [{ email: 'ada@example.com' }] }],
    ['makeLinks', { pid, people: [{ email: 'ada@example.com' }] }],
    ['listNotices', { pid }],
  ])('a PID that is not found: %s', async (operation, parameters) => {
    expect(await invoke(operation, parameters, { token })).toMatchObject({
      status: 404,
      body: { detail: `The account has no notice with PID ${pid}. ${inUse}` },
    });
  });

  test('of more than ten the first, and of none that there is none', async () => {
    const [many, none] = [await newTenant({ notices: 12 }), await newTenant({ notices: 0 })];
    const first = many.notices.slice(0, 10).map(({ pid }) => pid);

    expect(await invoke('getNotices', { pid }, many)).toMatchObject({
      body: { detail: expect.stringContaining(` In use, the first 10: ${first.join(', ')}.`) },
    });
    expect(await invoke('getNotices', { pid }, none)).toMatchObject({
      body: { detail: expect.stringContaining(' It has no notice in use.') },
    });
  });
});
