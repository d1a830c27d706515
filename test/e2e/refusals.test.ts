import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { exitCodes } from '../../cli/command-error.ts';
import { findFreePort } from '../../cli/local/loopback.ts';
import { newFolder } from '../support/folder.ts';
import { serve } from '../support/serve.ts';
import { run } from './command.ts';
import { logIn, post } from './http.ts';
import { findGroup } from './processes.ts';
import { startService } from './service.ts';

/** Starts the service without npm, which would add lines of its own, and expects one line that says what to do. */
const expectRefusal = async (
  settings: NodeJS.ProcessEnv,
  line: string,
  exitCode: number = exitCodes.fault,
): Promise<void> => {
  const PORT = settings.PORT ?? String(await findFreePort());

  expect(await run(process.execPath, ['cli/bin.js', 'start'], { ...settings, PORT })).toEqual({
    exitCode,
    stdout: '',
    stderr: `consent-register: ${line}\n`,
  });
};

test.concurrent.each([
  [
    { DATA_DIR: 'package.json' },
    'DATA_DIR package.json is no folder, and none can be made there. Name a folder that you may write to.',
    exitCodes.usage,
  ],
  [
    { AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:1' },
    'No DynamoDB engine answers at http://127.0.0.1:1. Start it, or unset AWS_ENDPOINT_URL_DYNAMODB, and the service starts one of its own.',
    exitCodes.unreachable,
  ],
])('%j is refused', expectRefusal);

test('a busy port is refused', async () => {
  const { port } = new URL(await serve(() => {}));

  await expectRefusal(
    { PORT: String(port) },
    `Port ${port} cannot be used. Set another one, as in PORT=8080 npm start.`,
    exitCodes.usage,
  );
});

test.each([
  ['DYNAMODB_PORT', {}],
  ['KMS_PORT', { AWS_ENDPOINT_URL_DYNAMODB: process.env.AWS_ENDPOINT_URL_DYNAMODB }],
  ['SECRETS_MANAGER_PORT', { AWS_ENDPOINT_URL_DYNAMODB: process.env.AWS_ENDPOINT_URL_DYNAMODB }],
])('a busy %s is refused', async (name, settings) => {
  const { port } = new URL(await serve(() => {}));

  const line = `Port ${port} cannot be used. Set another ${name}.`;
  await expectRefusal({ ...settings, [name]: String(port) }, line, exitCodes.usage);
});

test('an engine that is not one is refused', async () => {
  const endpoint = await serve((_request, response) => response.writeHead(404).end('Not here'));

  await expectRefusal(
    { AWS_ENDPOINT_URL_DYNAMODB: endpoint },
    `The program at ${endpoint} is not a DynamoDB engine that lets you create a table. Check AWS_ENDPOINT_URL_DYNAMODB. It gets your AWS_REGION, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`,
  );
});

test('an engine that gives no answer is told in one line', async () => {
  const endpoint = await serve((request, response) => {
    if (request.method === 'GET') response.end();
    else request.socket.destroy();
  });

  await expectRefusal(
    { AWS_ENDPOINT_URL_DYNAMODB: endpoint },
    `The DynamoDB engine at ${endpoint} does not answer in time. This machine may be too busy: start again when other programs have ended.`,
    exitCodes.unreachable,
  );
});

test('npm start says the same and fails', async () => {
  const { exitCode, stderr } = await run('npm', ['start'], { PORT: 'abc' });

  expect(exitCode).toBe(2);
  expect(stderr.split('\n').filter((line) => line !== '' && !line.startsWith('npm '))).toEqual([
    'consent-register: PORT must be a number.',
  ]);
});

test('a damaged signing key is refused, and not shown', async () => {
  const directory = newFolder();
  await writeFile(join(directory, 'signing-key.json'), '{"secret":"');

  await expectRefusal(
    { DATA_DIR: directory, AWS_ENDPOINT_URL_DYNAMODB: process.env.AWS_ENDPOINT_URL_DYNAMODB },
    'signing-key.json in DATA_DIR is damaged. Delete it, and the next start creates a new key.',
  );
});

test.each(['SIGKILL', 'SIGTERM'] as const)(
  'an engine that ends by %s ends the service, in one line, and nothing that was recorded is lost',
  async (signal) => {
    const [DATA_DIR, XDG_RUNTIME_DIR] = [newFolder(), newFolder()];
    const listAccounts = () => run(process.execPath, ['cli/bin.js', 'account', 'list', '--local'], { XDG_RUNTIME_DIR });
    const first = await startService({ DATA_DIR, XDG_RUNTIME_DIR });
    expect(await listAccounts()).toMatchObject({ exitCode: 0, stderr: `On the local service at ${first.baseUrl}\n` });
    const { access_token: token } = await logIn(first.baseUrl);
    const userData = { email: 'lea@example.com' };
    const consent = {
      projectUid: 'demo-shop',
      consentInformationPid: 1,
      proof: { url: 'https://shop.example' },
      userData,
    };
    const { body: added } = await post(`${first.baseUrl}/consent-register/add`, consent, token);
    const engine = (await findGroup(first.group)).find(({ program }) => program === 'dynoxide');

    process.kill(engine?.pid ?? Number.NaN, signal);

    expect(await first.ended).toBe(exitCodes.unreachable);
    expect(first.output()).toMatch(
      /^consent-register: The DynamoDB engine stopped: it ended with [^\n]+\. Start the service again\.$/m,
    );
    expect(first.output()).not.toMatch(/^ +at /m);
    expect(await listAccounts()).toMatchObject({
      exitCode: exitCodes.unreachable,
      stderr: expect.stringMatching(/^consent-register: No local service runs\. [^\n]+\n$/),
    });
    const second = await startService({ DATA_DIR });
    const { body } = await post(`${second.baseUrl}/consent-register/search`, { userData }, token);
    expect(body.data).toMatchObject([{ id: added.consentId }]);
    await second.stop();
  },
);
