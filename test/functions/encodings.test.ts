import { describe, expect, test } from 'vitest';
import type { OperationName } from '../../shared/contract.ts';
import { consentOf, newTenant } from '../support/builders.ts';
import type { Parameters } from '../support/encode.ts';
import { invoke, send } from '../support/invoke.ts';

const form = (text: string) => ({ contentType: 'application/x-www-form-urlencoded', body: Buffer.from(text) });

const shapes = [
  { encoding: 'form', base64: true },
  { encoding: 'form', base64: false },
  { encoding: 'multipart', base64: true },
  { encoding: 'multipart', base64: false },
  { encoding: 'json', base64: true },
  { encoding: 'json', base64: false },
] as const;

describe('form, multipart and JSON', () => {
  test.each(shapes)('record and find the same: %j', async (shape) => {
    const tenant = await newTenant({ notices: 25 });
    const sending = { token: tenant.token, ...shape };
    const pids = tenant.notices.map(({ pid }) => pid);
    const userData = {
      email: 'Ünï+code@example.com',
      card: { label: 'Card & more', value: '100 % = x\r\ny' },
      'a.key with spaces': '"quoted"',
    };
    const proof = { url: 'https://shop.example/?a=1&b[]=2', html: '<p class="x">+ % & 𝄞</p>' };
    const parameters = consentOf(tenant, { consentInformationPid: pids, userData, proof, lang: 'ita' });

    const added = await invoke('addConsent', parameters, sending);
    const sought = { userData: { email: userData.email, card: userData.card.value }, page: 1, perPage: 30 };
    const found = await invoke('searchConsents', sought, sending);
    const notices = await invoke('getNotices', { pid: pids }, sending);

    expect(added.body.data).toHaveLength(25);
    expect(found.body).toMatchObject({ totalResults: 25, resultsPerPage: 30, page: '1' });
    for (const record of found.body.data) expect(record).toMatchObject({ userData, proof, lang: 'ita' });
    expect(Object.keys(notices.body.data).map(Number)).toEqual(pids);
  });

  test.each<[OperationName, Parameters]>([
    ['login', {}],
    ['addConsent', { lang: 'x', proof: { a: { b: 'c' } }, userData: { email: 'x'.repeat(2000) } }],
    ['searchConsents', { userData: { email: 'a' }, first: 'maybe', perPage: '51' }],
    ['revokeConsent', { id: 'x' }],
    ['getNotices', { pid: ['1', '1'] }],
  ])('are refused the same: %s %j', async (operation, parameters) => {
    const { token } = await newTenant();

    const replies = await Promise.all(shapes.map((shape) => invoke(operation, parameters, { token, ...shape })));

    const errors = replies.map(({ status, body }) => JSON.stringify([status, body.code, body.errors]));
    expect(replies[0]?.status).toBe(422);
    expect(new Set(errors).size).toBe(1);
  });
});

describe('arrays in a form', () => {
  const write = {
    'pid[]=1&pid[]=2': (pids: number[]) => pids.map((pid) => `pid[]=${pid}`),
    'pid[0]=1&pid[1]=2': (pids: number[]) => pids.map((pid, i) => `pid[${i}]=${pid}`),
    'pid%5B0%5D=1': (pids: number[]) => pids.map((pid, i) => `pid%5B${i}%5D=${pid}`),
    'pid=1&pid=2': (pids: number[]) => pids.map((pid) => `pid=${pid}`),
  };

  test('of 25 are the same however they are written', async () => {
    const { token, notices } = await newTenant({ notices: 25 });
    const pids = notices.map(({ pid }) => pid);
    for (const [style, toPairs] of Object.entries(write)) {
      const { status, body } = await send('getNotices', form(toPairs(pids).join('&')), { token });
      expect({ style, status, pids: Object.keys(body.data).map(Number) }).toEqual({ style, status: 200, pids });
    }
  });

  test('of one are an array in brackets, and a single value without', async () => {
    const tenant = await newTenant();
    const rest = `projectUid=${tenant.projectUid}&proof[url]=x&userData[email]=a`;
    const add = (notice: string) => send('addConsent', form(`${rest}&${notice}`), { token: tenant.token });

    for (const notice of [`consentInformationPid[]=${tenant.pid}`, `consentInformationPid[0]=${tenant.pid}`]) {
      expect((await add(notice)).body.data).toHaveLength(1);
    }
    expect((await add(`consentInformationPid=${tenant.pid}`)).body.consentInformationPid).toBe(tenant.pid);
  });

  test.each([
    ['pid[0]=1&pid[2]=2', 'getNotices', 'pid'],
    ['userData[a]=b&consentInformationPid[0]=1', 'searchConsents', 'consentInformationPid'],
    ['userData[]=x', 'searchConsents', 'userData'],
  ] as const)('are refused where there is a gap, or no array may be: %s', async (text, operation, field) => {
    const { token } = await newTenant();

    expect(await send(operation, form(text), { token })).toMatchObject({
      status: 422,
      body: { errors: [{ field, code: 'malformed' }] },
    });
  });
});
