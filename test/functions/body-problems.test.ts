import { decodeJwt } from 'jose';
import { afterEach, expect, test, vi } from 'vitest';
import type { OperationName } from '../../shared/api/contract.ts';
import type { Encoded } from '../support/call/event.ts';
import { send } from '../support/call/invoke.ts';
import { newTenant } from '../support/make/builders.ts';
import { forge, newForgeKey } from '../support/make/forge.ts';
import { recordLog } from './leaks/log-record.ts';

const secret = 'correct horse battery staple';

const json = (text: string): Encoded => ({ contentType: 'application/json', body: Buffer.from(text) });
const form = (text: string): Encoded => ({
  contentType: 'application/x-www-form-urlencoded',
  body: Buffer.from(text),
});

/** What the guard refuses, and what it leaves to a parser. */
const bad: readonly (readonly [name: string, status: number, body: Partial<Encoded>])[] = [
  ['JSON that the guard refuses', 400, json(`{"id":"${secret}","a":[[[[[[]]]]]]}`)],
  ['JSON that the parser refuses', 400, json(`{"id":"${secret}",}`)],
  ['a form', 400, form(`id=${secret}&a=%zz`)],
  ['a body that is too large', 413, form(`id=${secret}${'x'.repeat(1024 * 1024)}`)],
  ['another media type', 415, { ...form(secret), contentType: 'text/plain' }],
  ['a parameter that is wrong', 422, json(`{"id":"${secret}"}`)],
];

const operation: OperationName = 'searchConsents';

afterEach(() => {
  vi.restoreAllMocks();
});

test.each(bad)(
  '%s: a caller without the right learns that first, others learn the problem',
  async (_, status, body) => {
    const [tenant, disabled] = [await newTenant(), await newTenant({ enabled: false })];
    const unpublished = forge(newForgeKey(), decodeJwt(tenant.token));
    const statusFor = async (token: string | undefined) => (await send(operation, body, { token })).status;

    expect(await statusFor(undefined)).toBe(401);
    expect(await statusFor('a.b.c')).toBe(401);
    expect(await statusFor(unpublished)).toBe(401);
    expect(await statusFor(`${tenant.token.slice(0, -8)}AAAAAAAA`)).toBe(401);
    expect(await statusFor(disabled.token)).toBe(403);
    expect(await statusFor(tenant.token)).toBe(status);
  },
);

test.each(bad)('%s: nothing of it is logged or answered', async (_, status, body) => {
  const { token } = await newTenant();
  const { lines } = recordLog();
  const replies = [await send(operation, body, { token }), await send('login', body)];

  expect(replies[0]?.status).toBe(status);
  expect(lines.filter((line) => line.includes('request.end'))).toHaveLength(4);
  expect([...lines, JSON.stringify(replies)].filter((line) => line.includes(secret))).toEqual([]);
  expect(lines.filter((line) => line.includes('service.fault'))).toEqual([]);
});

test('nothing is read of the body of a caller with no token, a malformed one or one whose signature is wrong', async () => {
  const { token } = await newTenant();
  await send('details', {}, { token });
  const body = form('id=x');
  const read = vi.spyOn(Buffer, 'from');
  const isRead = () => read.mock.calls.some(([bytes]) => String(bytes) === body.body.toString('base64'));

  for (const bearer of [undefined, 'a.b.c', 'x', `${token.slice(0, -8)}AAAAAAAA`]) {
    expect((await send(operation, body, { token: bearer })).status).toBe(401);
  }
  expect(isRead()).toBe(false);
  expect((await send(operation, body, { token })).status).toBe(422);
  expect(isRead()).toBe(true);
});
