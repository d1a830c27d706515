import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { exitCodes } from '../../cli/command-error.ts';
import { findFreePort } from '../../cli/local/loopback.ts';
import { newFolder } from '../support/folder.ts';
import { serve } from '../support/serve.ts';
import { run } from './command.ts';

/** Starts the service without npm, which would add lines of its own, and expects one line that says what to do. */
const expectRefusal = async (
  settings: NodeJS.ProcessEnv,
  line: string,
  exitCode: number = exitCodes.fault,
): Promise<void> => {
  const PORT = settings.PORT ?? String(await findFreePort());

  expect(await run(process.execPath, ['cli/bin.js', 'start'], { ...settings, PORT })).toEqual({
    exitCode,
    stdout: expect.stringMatching(/^(?:[^\n]+ …\n)*$/),
    stderr: `consent-register: ${line}\n`,
  });
};

test.concurrent.each([
  [{ DATA_DIR: 'package.json' }, 'DATA_DIR cannot be created. Name a folder that you may write to.', exitCodes.usage],
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
