import { describe, expect, test } from 'vitest';
import type { OperationName } from '../../shared/api/contract.ts';
import type { Parameters } from '../support/call/event.ts';
import { encoders } from '../support/call/event.ts';
import { invoke, send } from '../support/call/invoke.ts';
import { consentOf, findRecord, newTenant } from '../support/make/builders.ts';

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

  test('take a list as proof, as json_encode of PHP writes it, and no list as userData', async () => {
    const tenant = await newTenant();
    const { token } = tenant;
    const { proof: _proof, ...rest } = consentOf(tenant);
    const form = (written: string) => ({
      contentType: 'application/x-www-form-urlencoded',
      body: Buffer.from(`${encoders.form(rest).body}&${written}`),
    });
    const list = { ...rest, proof: ['the form', null, 1.5] };
    const sent = [encoders.json(list), form('proof[0]=the+form'), form('proof[]=the+form')];

    const added = await Promise.all(sent.map((encoded) => send('addConsent', encoded, { token })));
    const records = await Promise.all(added.map(({ body }) => findRecord(tenant, body.consentId)));
    const refused = await send('addConsent', encoders.json({ ...list, userData: ['ada@example.com'] }), { token });
    const consentId: string = added[0]?.body.consentId ?? '';
    const revoked = await send('revokeConsent', encoders.json({ id: consentId, proof: ['a call'] }), { token });

    expect(records.map(({ proof }) => proof)).toEqual([
      { 0: 'the form', 2: '1.5' },
      { 0: 'the form' },
      { 0: 'the form' },
    ]);
    expect(refused.body.errors).toMatchObject([{ field: 'userData', code: 'malformed' }]);
    expect(revoked.status).toBe(200);
    expect((await findRecord(tenant, consentId)).revokeProof).toEqual({ 0: 'a call' });
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
