import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { compactVerify, createLocalJWKSet } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BusEvent } from '../../cli/local/stand-in.ts';
import { newFolder } from '../support/folder.ts';
import { serve } from '../support/serve.ts';
import { run } from './command.ts';
import { logIn, post } from './http.ts';
import type { RunningService } from './service.ts';
import { startServiceOnSharedEngine } from './service.ts';

const posted: BusEvent[] = [];
const site = await serve(async (request, response) => {
  posted.push((await json(request)) as BusEvent);
  response.writeHead(204).end();
});

let service: RunningService;

beforeAll(async () => {
  service = await startServiceOnSharedEngine(['--events-to', `${site}/hook`]);
});

afterAll(() => service.stop());

const ofConsent = (id: string) => posted.filter(({ detail }) => detail.consentId === id);
const admin = (...words: readonly string[]) =>
  run(process.execPath, ['cli/bin.js', ...words, '--local'], { PORT: new URL(service.baseUrl).port });

test('a local service prints and posts what happens, signed, and again when it is asked to', async () => {
  const { access_token: token } = await logIn(service.baseUrl);
  const call = (path: string, parameters: Record<string, unknown>) =>
    post(`${service.baseUrl}${path}`, parameters, token);
  const { body } = await call('/consent-register/add', {
    projectUid: 'demo-shop',
    consentInformationPid: 2,
    proof: { url: 'https://shop.example' },
    userData: { email: 'ada@events.example' },
  });
  const { consentId: id } = body;
  await call('/consent-register/revoke', { id, proof: { url: 'https://shop.example' } });

  await expect
    .poll(() => ofConsent(id).map((event) => event['detail-type']))
    .toEqual(['consent.recorded', 'consent.revoked']);
  for (const type of ['recorded', 'revoked']) {
    expect(service.output()).toContain(`Event consent.${type} ${id} demo-shop notice 2\n`);
  }
  expect(service.output().match(/^Event consent/gm)).toHaveLength(2);
  expect(posted.length).toBeGreaterThan(20);

  const file = join(newFolder(), 'keys.json');
  expect(await admin('events', 'keys', '--out', file)).toMatchObject({ exitCode: 0 });
  const keys = createLocalJWKSet(JSON.parse(await readFile(file, 'utf8')));
  for (const { detail } of ofConsent(id)) {
    const { jws, ...event } = detail;
    const { payload } = await compactVerify(String(jws), keys);
    expect(JSON.parse(Buffer.from(payload).toString())).toEqual(event);
  }

  expect(await admin('events', 'resend', '--from', '2020', '--yes')).toMatchObject({ exitCode: 2 });
  expect(await admin('events', 'resend', '--from', '2020-01', '--yes')).toMatchObject({ exitCode: 0 });
  await expect.poll(() => ofConsent(id)).toHaveLength(4);
  const ids = ofConsent(id).map(({ detail }) => detail.id);
  expect(ids.slice(2)).toEqual(ids.slice(0, 2));
});
