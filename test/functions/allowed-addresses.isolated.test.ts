import bcrypt from 'bcryptjs';
import { beforeEach, expect, test, vi } from 'vitest';
import type { OperationName } from '../../shared/api/contract.ts';
import { contract } from '../../shared/api/contract.ts';
import { startCold } from '../support/call/functions.ts';
import { everyService, recordCalls } from '../support/call/requests.ts';
import { newTenant } from '../support/make/builders.ts';
import { password } from '../support/make/password.ts';
import { recordLog } from './leaks/log-record.ts';

const operations = Object.keys(contract) as OperationName[];

beforeEach(() => () => vi.unstubAllEnvs());

/** A container of a stage that allows these ranges. */
const startContainer = async (allowed?: string) => {
  vi.stubEnv('ALLOWED_ADDRESSES', allowed);
  await startCold();
  return import('../support/call/invoke.ts');
};

const office = '203.0.113.0/24,2001:db8:1::/48';
const outside = '198.51.100.77';
const forged = { 'x-forwarded-for': '203.0.113.7', forwarded: 'for=203.0.113.7', 'x-real-ip': '203.0.113.7' };

test('who calls from elsewhere is refused at every operation, before the token, the body and all work', async () => {
  const { email, token } = await newTenant();
  const { invoke, send } = await startContainer(office);
  const bcryptWork = vi.spyOn(bcrypt, 'compare');
  const log = recordLog();
  const tooLarge = { contentType: 'text/plain', body: Buffer.alloc(2_000_000) };
  const callAll = () =>
    Promise.all(
      operations.flatMap((operation) => [
        invoke(operation, { email, password }, { sourceIp: outside, token, headers: forged }),
        invoke(operation, {}, { sourceIp: outside }),
        send(operation, tooLarge, { sourceIp: outside, token }),
      ]),
    );

  const { result, calls } = await recordCalls(callAll, everyService);

  expect(result.map(({ status, body }) => [status, body.code])).toEqual(
    operations.flatMap(() => Array.from({ length: 3 }, () => [403, 'address.not-allowed'])),
  );
  expect(calls).toEqual([]);
  expect(bcryptWork).not.toHaveBeenCalled();
  const written = log.lines.join('\n');
  for (const operation of operations)
    expect(written.split(`"path":"${contract[operation].path}","status":403`)).toHaveLength(4);
  expect(`${written}${JSON.stringify(result)}`).not.toContain(outside);
});

test('who calls from one of the ranges logs in, and uses the token', async () => {
  const { invoke } = await startContainer(office);
  const { email } = await newTenant();
  vi.spyOn(bcrypt, 'compare').mockImplementation(async () => true);

  for (const sourceIp of [
    ...['203.0.113.0', '203.0.113.255', '::ffff:203.0.113.7', '::ffff:cb00:7107'],
    ...['2001:db8:1::7', '2001:DB8:1:FFFF::'],
  ]) {
    const { body } = await invoke('login', { email, password }, { sourceIp });
    const sending = { sourceIp, token: String(body.access_token) };
    expect(await invoke('details', {}, sending)).toMatchObject({ status: 200 });
    expect(await invoke('logout', {}, sending)).toMatchObject({ status: 200 });
    expect(await invoke('details', {}, { sourceIp })).toMatchObject({ status: 401, body: { code: 'token.missing' } });
  }
});

test.each([
  [office, ['203.0.112.255', '203.0.114.0', '::203.0.113.7', '64:ff9b::203.0.113.7', '2001:db8:2::', '', 'unknown']],
  ['::/0', ['203.0.113.7', '::ffff:203.0.113.7']],
  ['0.0.0.0/0', ['2001:db8::7']],
  ['203.0.113.7/32', ['203.0.113.6', '203.0.113.8', '203.0.113.7:443', ' 203.0.113.7']],
])('%s does not allow %j', async (allowed, addresses) => {
  const { invoke } = await startContainer(allowed);

  for (const sourceIp of addresses)
    expect(await invoke('details', {}, { sourceIp })).toMatchObject({ body: { code: 'address.not-allowed' } });
});

test('without the option everybody may call, whatever the address', async () => {
  const { invoke } = await startContainer();

  for (const sourceIp of [outside, '2001:db8::7', 'unknown'])
    expect(await invoke('details', {}, { sourceIp })).toMatchObject({ status: 401 });
});

test.each([
  '',
  '203.0.113.0',
  '203.0.113.0/33',
  '203.0.113.0/24,',
  '203.0.113.0/24, 2001:db8::/32',
  '::/129',
  'office/8',
])('a container answers no call with the ranges %j', async (allowed) => {
  const { invoke } = await startContainer(allowed);

  await expect(invoke('details')).rejects.toThrow('ALLOWED_ADDRESSES is not a list of ranges.');
});
