/** What keeps the local service from starting, in the words that a start prints. */
import { randomUUID } from 'node:crypto';
import { chmod, lchown, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { CommandError, exitCodes } from '../../../cli/errors.ts';
import type { LocalEnvironment } from '../../../cli/local/environment.ts';
import { findFreePort } from '../../../cli/local/loopback.ts';
import { startService } from '../../../cli/local/service.ts';
import { serve } from '../../support/call/serve.ts';
import { needs, newFolder } from '../../support/make/machine.ts';

/** The engine of the test run. */
const engine = process.env.AWS_ENDPOINT_URL_DYNAMODB;

/** A start sets the variables of the functions; what they were comes back after the test. */
const keepVariables = (): void => {
  for (const [name, value] of Object.entries(process.env)) vi.stubEnv(name, value);
};

const expectRefusal = async (
  settings: Partial<LocalEnvironment>,
  message: string,
  exitCode: number = exitCodes.fault,
): Promise<void> => {
  keepVariables();
  const start = startService({ PORT: await findFreePort(), TABLE_NAME: `refused-${randomUUID()}`, ...settings });

  const error: unknown = await start.then(({ stop }) => stop()).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(CommandError);
  expect(error).toMatchObject({ message, exitCode });
};

const busyPort = async (): Promise<number> => Number(new URL(await serve(() => {})).port);

test('a folder for data that is a file', async () => {
  await expectRefusal(
    { DATA_DIR: 'package.json' },
    'DATA_DIR package.json is no folder, and none can be made there. Name a folder that you may write to.',
    exitCodes.usage,
  );
});

test('a port that another program has', async () => {
  const PORT = await busyPort();

  await expectRefusal(
    { PORT },
    `Port ${PORT} cannot be used. Set another one, as in PORT=8080 npm start.`,
    exitCodes.usage,
  );
});

test.each([
  ['DYNAMODB_PORT', {}],
  ['KMS_PORT', { AWS_ENDPOINT_URL_DYNAMODB: engine }],
  ['SECRETS_MANAGER_PORT', { AWS_ENDPOINT_URL_DYNAMODB: engine }],
])('a %s that another program has', async (name, settings) => {
  const port = await busyPort();

  await expectRefusal(
    { ...settings, [name]: port },
    `Port ${port} cannot be used. Set another ${name}.`,
    exitCodes.usage,
  );
});

test('an address where no engine is', async () => {
  let time = Date.now();
  vi.spyOn(Date, 'now').mockImplementation(() => {
    time += 1_000;
    return time;
  });

  await expectRefusal(
    { AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:1' },
    'No DynamoDB engine answers at http://127.0.0.1:1. Start it, or unset AWS_ENDPOINT_URL_DYNAMODB, and the service starts one of its own.',
    exitCodes.unreachable,
  );
});

test('a program that is no engine', async () => {
  const endpoint = await serve((_request, response) => response.writeHead(404).end('Not here'));

  await expectRefusal(
    { AWS_ENDPOINT_URL_DYNAMODB: endpoint },
    `The program at ${endpoint} is not a DynamoDB engine that lets you create a table. Check AWS_ENDPOINT_URL_DYNAMODB. It gets your AWS_REGION, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`,
  );
});

test('an engine that gives no answer', async () => {
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

test('a damaged signing key, which is not shown', async () => {
  const DATA_DIR = newFolder();
  await writeFile(join(DATA_DIR, 'signing-key.json'), '{"secret":"');

  await expectRefusal(
    { DATA_DIR, AWS_ENDPOINT_URL_DYNAMODB: engine },
    'signing-key.json in DATA_DIR is damaged. Delete it, and the next start creates a new key.',
  );
});

const refuseShared = (path: string) =>
  `${path} belongs to another user of this machine, or others can write it. Name a DATA_DIR that is yours alone.`;

const expectShared = (DATA_DIR: string, path: string) =>
  expectRefusal({ DATA_DIR, AWS_ENDPOINT_URL_DYNAMODB: engine }, refuseShared(path), exitCodes.usage);

test.each(['777', '1777'])('a folder for data that others can write (%s)', async (mode) => {
  const folder = newFolder();
  await chmod(folder, Number.parseInt(mode, 8));
  const below = join(folder, 'data');
  await mkdir(below);

  await expectShared(folder, folder);
  if (mode === '777') await expectShared(below, below);
});

test('a key that others can write', async () => {
  const folder = newFolder();
  const key = join(folder, 'signing-key.json');
  await writeFile(key, '{}');
  await chmod(key, 0o666);

  await expectShared(folder, key);
});

test(
  'a folder that another user made, and a link or key of theirs',
  needs('root', process.getuid?.() === 0),
  async () => {
    const [theirs, linked, keyed] = [newFolder(), newFolder(), newFolder()];
    const [link, key] = [join(linked, 'engine.pid'), join(keyed, 'evidence-key.json')];
    await symlink(join(newFolder(), 'victim'), link);
    await writeFile(key, '{}', { mode: 0o600 });
    for (const path of [theirs, link, key]) await lchown(path, 65_534, 65_534);

    await expectShared(theirs, theirs);
    await expectShared(linked, link);
    await expectShared(keyed, key);
  },
);
