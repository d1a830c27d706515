import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { compactVerify, createLocalJWKSet } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import { exitCodes } from '../../cli/errors.ts';
import type { BusEvent } from '../../cli/local/aws.ts';
import { serve } from '../support/call/serve.ts';
import { newFolder } from '../support/make/machine.ts';
import type { Outcome } from './command.ts';
import { run } from './command.ts';
import type { Answer } from './http.ts';
import { logIn, password, post } from './http.ts';
import { findGroup } from './processes.ts';
import type { ProgramLanguage } from './quick-start.ts';
import { programBelow, programs, runProgram, shellBlocks } from './quick-start.ts';
import type { RunningService } from './service.ts';
import { startService } from './service.ts';
import { expectToStopOn } from './started-service.ts';

const DATA_DIR = newFolder();
const posted: BusEvent[] = [];
let service: RunningService;
let token: string;

beforeAll(async () => {
  const site = await serve(async (request, response) => {
    posted.push((await json(request)) as BusEvent);
    response.writeHead(204).end();
  });
  service = await startService({ DATA_DIR }, ['--curl', '--events-to', `${site}/hook`]);
  ({ access_token: token } = await logIn(service.baseUrl));
  return () => service.stop();
});

/** Runs a command on the service, as a script does. */
const admin = (...words: readonly string[]): Promise<Outcome> =>
  run(process.execPath, ['cli/bin.js', ...words, '--local'], { PORT: String(service.port) });

/** Calls as the demo user, unless given another token or null for none. */
const call = (path: string, parameters = {}, accessToken: string | null = token): Promise<Answer> =>
  post(`${service.baseUrl}${path}`, parameters, accessToken ?? undefined);

const id = expect.stringMatching(/^[0-9a-f]{32}$/);
const time = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
const tokenSet = {
  token_type: 'Bearer',
  expires_in: 3600,
  access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
  refresh_token: expect.stringMatching(/^\S{43,}$/),
};

const success = (body: unknown) => ({ status: 200, contentType: 'application/json', body });

const problem = (status: number, code: string, title: string, more = {}) => ({
  status,
  contentType: 'application/problem+json',
  body: {
    type: `/problems/${code}`,
    title,
    status,
    detail: expect.stringMatching(/\.$/),
    code,
    requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    ...more,
  },
});

/** Seconds between a time that the service wrote, in UTC, and now. */
const age = (written: string): number => (Date.now() - Date.parse(`${written.replace(' ', 'T')}Z`)) / 1000;

const person = { email: 'grace@example.com', first_name: 'Grace' };
const consent = {
  projectUid: 'demo-shop',
  consentInformationPid: 2,
  proof: { url: 'https://shop.example/newsletter', html: '<form></form>' },
  userData: person,
};

test('a consent is recorded, found, revoked and found revoked', async () => {
  const added = await call('/consent-register/add', { ...consent, lang: 'deu', channel: 'web.form' });
  const { consentId, consentInformationVersionId, time: recordedAt } = added.body;
  const record = [
    ['id', consentId],
    ['projectUid', 'demo-shop'],
    ['projectId', id],
    ['consentInformationPid', 2],
    ['consentInformationVersionId', consentInformationVersionId],
    ['lang', 'deu'],
    ['time', recordedAt],
    ['channel', 'web.form'],
    ['channelData', {}],
    ['proof', consent.proof],
    ['userData', person],
  ];

  expect(added).toEqual(success({ consentId: id, consentInformationVersionId: id, consentInformationPid: 2, time }));
  expect(age(recordedAt)).toBeLessThan(60);
  const found = await call('/consent-register/search', { userData: { email: ' GRACE@example.com' } });
  expect(found).toEqual(
    success({
      page: '1',
      totalPages: 1,
      results: 1,
      resultsPerPage: 20,
      totalResults: 1,
      data: [expect.objectContaining({ id: consentId })],
    }),
  );
  expect(Object.entries(found.body.data[0] ?? {})).toEqual([
    ...record,
    ['revoked', false],
    ['revokeTime', null],
    ['revokeChannel', null],
    ['revokeChannelData', null],
    ['revokeProof', null],
  ]);

  await sleep(1_001);
  const revocation = { id: consentId, channel: 'email', proof: { url: 'https://shop.example/account' } };
  const revoked = await call('/consent-register/revoke', revocation);

  expect(revoked).toEqual(
    success({ revoked: true, consentId, consentInformationId: consentInformationVersionId, time }),
  );
  expect(revoked.body.time > recordedAt).toBe(true);
  const { status, contentType, body } = await call('/consent-register/search', { first: true, userData: person });
  expect({ status, contentType, names: Object.keys(body) }).toEqual({
    status: 200,
    contentType: 'application/json',
    names: ['data'],
  });
  expect(Object.entries(body.data)).toEqual([
    ...record,
    ['revoked', true],
    ['revokeTime', revoked.body.time],
    ['revokeChannel', 'email'],
    ['revokeChannelData', {}],
    ['revokeProof', revocation.proof],
  ]);
});

test('a login, its check and its refresh', async () => {
  const loggedIn = await call('/login', { email: 'demo@example.com', password }, null);
  expect(loggedIn).toEqual(success(tokenSet));

  const details = await call('/details', {}, loggedIn.body.access_token);
  expect({ ...details, body: Object.entries(details.body) }).toEqual(
    success([
      ['id', 1],
      ['name', 'Demo User'],
      ['email', 'demo@example.com'],
      ['email_verified_at', timestamp],
      ['created_at', timestamp],
      ['updated_at', timestamp],
    ]),
  );

  const { refresh_token } = loggedIn.body;
  const refreshed = await call('/refresh-token', { refresh_token }, null);
  expect(refreshed).toEqual(success(tokenSet));
  expect(refreshed.body.refresh_token).not.toBe(refresh_token);
  expect(await call('/details', {}, refreshed.body.access_token)).toEqual(details);
  expect(await call('/refresh-token', { refresh_token }, null)).toEqual(
    problem(401, 'refresh-token.invalid', 'The refresh token cannot be used'),
  );
});

test('what happens is printed and posted, signed, and once more when it is asked for', async () => {
  const eventsOf = (id: string) => posted.filter(({ detail }) => detail.consentId === id);
  const { consentId } = (await call('/consent-register/add', consent)).body;
  await call('/consent-register/revoke', { id: consentId, proof: { url: 'https://shop.example' } });

  await expect
    .poll(() => eventsOf(consentId).map((event) => event['detail-type']))
    .toEqual(['consent.recorded', 'consent.revoked']);
  for (const type of ['recorded', 'revoked']) {
    expect(service.output()).toContain(`Event consent.${type} ${consentId} demo-shop notice 2\n`);
  }
  const file = join(newFolder(), 'keys.json');
  expect(await admin('events', 'keys', '--out', file)).toMatchObject({ exitCode: 0 });
  const keys = createLocalJWKSet(JSON.parse(await readFile(file, 'utf8')));
  for (const { detail } of eventsOf(consentId)) {
    const { jws, ...event } = detail;
    const { payload } = await compactVerify(String(jws), keys);
    expect(JSON.parse(Buffer.from(payload).toString())).toEqual(event);
  }

  expect(await admin('events', 'resend', '--from', '2020', '--yes')).toMatchObject({ exitCode: exitCodes.usage });
  expect(await admin('events', 'resend', '--from', '2020-01', '--yes')).toMatchObject({ exitCode: 0 });
  await expect.poll(() => eventsOf(consentId)).toHaveLength(4);
  const ids = eventsOf(consentId).map(({ detail }) => detail.id);
  expect(ids.slice(2)).toEqual(ids.slice(0, 2));
});

/** The key in the line that a start prints. */
const printedKey = (): string => /crk_\w{80}/.exec(service.output())?.[0] ?? '';

test('the line that a start prints records a consent of somebody who is not in the demo data', async () => {
  const lines = service.output().split('\n');
  const { exitCode, stdout, stderr } = await run('bash', [
    '-c',
    lines.findLast((line) => line.startsWith('curl ')) ?? '',
  ]);

  expect(lines).toContain(': searchConsents');
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  expect(JSON.parse(stdout)).toMatchObject({ consentInformationPid: 2 });
});

describe('the quick start, as written', () => {
  test.for(Object.entries(programs) as [ProgramLanguage, string][])('the first consent in %s', async ([language]) => {
    const { exitCode, stdout, stderr } = await runProgram(
      language,
      await programBelow('A first consent', language),
      service.baseUrl,
      printedKey(),
    );

    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(JSON.parse(stdout)).toEqual({
      consentId: id,
      consentInformationVersionId: id,
      consentInformationPid: 2,
      time,
    });
  });

  test('the lines that read, record, find and revoke', async () => {
    const commands = await shellBlocks('docs/quick-start.md', '## Read the notice', '## Demo data');
    const script = commands.join('\necho\n').replaceAll('http://127.0.0.1:3000', service.baseUrl);

    const { exitCode, stdout } = await run('bash', ['-c', script], { REGISTER_KEY: printedKey() });

    const [notice, added, found, revoked] = [...stdout.matchAll(/\{.*?\}(?=\{|\n|$)/g)].map(([answer]) =>
      JSON.parse(answer),
    );
    expect({ exitCode, commands: commands.length }).toEqual({ exitCode: 0, commands: 2 });
    expect(notice).toMatchObject({ data: { 2: { version: 1 } } });
    expect(added).toEqual({ consentId: id, consentInformationVersionId: id, consentInformationPid: 2, time });
    expect(found).toMatchObject({ data: { id: added.consentId, channel: 'web.form', revoked: false } });
    expect(revoked).toMatchObject({ revoked: true, consentId: added.consentId });
  });

  test('the lines that unsubscribe a person revoke all their consents to the notice', async () => {
    const source = (await programBelow('A first consent', 'js')) + (await programBelow('Unsubscribe a person', 'js'));
    const revokedBy = async (): Promise<number> => {
      const { exitCode, stdout, stderr } = await runProgram('js', source, service.baseUrl, printedKey());
      expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
      return stdout.split('\n').filter((line) => line.startsWith('revoked ')).length;
    };

    expect(await revokedBy()).toBeGreaterThan(1);
    expect(await revokedBy()).toBe(1);
  });
});

test('the README, typed as written, records a consent and shows it', async () => {
  const [start, record = '', look = '', gate, ...others] = await shellBlocks('README.md');

  expect([start, gate, others]).toEqual(['npm ci && npm start\n', 'npm ci && npm run check && npm test\n', []]);
  const typed = record.replaceAll(':3000', `:${service.port}`).replace('crk_...', printedKey());
  const recorded = await run('bash', ['-ec', typed]);
  expect(recorded).toMatchObject({ exitCode: 0, stderr: '' });
  const { consentId } = JSON.parse(recorded.stdout);
  const looked = await run('bash', ['-ec', look], { PORT: String(service.port) });
  expect(looked).toMatchObject({ exitCode: 0 });
  expect(looked.stdout).toContain('grace@example.com');
  expect(looked.stdout).toContain(consentId.slice(0, 8));
  expect(looked.stdout).toContain('anchors');
});

test('an engine that is killed ends the service, in one line, and nothing that was recorded is lost', async () => {
  const userData = { email: 'lea@example.com' };
  const { body: added } = await call('/consent-register/add', { ...consent, userData });
  const engine = (await findGroup(service.group)).find(({ program }) => program === 'dynoxide');

  process.kill(engine?.pid ?? Number.NaN, 'SIGKILL');

  expect(await service.ended).toBe(exitCodes.unreachable);
  expect(service.output()).toMatch(
    /^consent-register: The DynamoDB engine stopped: it ended with [^\n]+\. Start the service again\.$/m,
  );
  expect(service.output()).not.toMatch(/^ +at /m);
  expect(await admin('account', 'list')).toMatchObject({
    exitCode: exitCodes.unreachable,
    stderr: expect.stringMatching(/^consent-register: No local service runs[^\n]+\n$/),
  });
  service = await startService({ DATA_DIR });
  const { body } = await call('/consent-register/search', { userData });
  expect(body.data).toMatchObject([{ id: added.consentId }]);
});

test('a signal to npm stops a service that is ready', async () => {
  await expectToStopOn('SIGINT to npm', service);
});
