import { stat } from 'node:fs/promises';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { createTable } from '../../cli/local/create-table.ts';
import { findFreePort } from '../../cli/local/loopback.ts';
import { openTable } from '../../shared/store/table.ts';
import { logIn, post } from '../e2e/http.ts';
import { findGroup } from '../e2e/processes.ts';
import type { RunningService } from '../e2e/service.ts';
import { launchService, startService } from '../e2e/service.ts';
import { expectToEndOn, expectToStopOn, programs, startTimeout } from '../e2e/started-service.ts';
import { readSamEnvironment } from '../infra/sam.ts';
import { newFolder } from '../support/make/machine.ts';

/** An address of this machine that is reached from elsewhere, as from a container; without a network only its own. */
const ownAddress =
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.1';

const consent = {
  projectUid: 'demo-shop',
  consentInformationPid: 1,
  proof: { url: 'https://shop.example/checkout' },
  userData: { email: 'lea@example.com' },
};

/** The consents recorded so far, and all of the demo data that a second start could make again. */
const look = async ({ baseUrl }: RunningService, token: string) => {
  const { access_token: otherToken } = await logIn(baseUrl, 'other@example.com');
  return {
    user: await post(`${baseUrl}/details`, {}, token),
    notices: await post(`${baseUrl}/consent-register/information/get`, { pid: [1, 2, 3] }, token),
    otherNotice: await post(`${baseUrl}/consent-register/information/get`, { pid: 4 }, otherToken),
    statusOfFurtherNotices: [
      (await post(`${baseUrl}/consent-register/information/get`, { pid: 5 }, token)).status,
      (await post(`${baseUrl}/consent-register/information/get`, { pid: 5 }, otherToken)).status,
    ],
    consents: await post(`${baseUrl}/consent-register/search`, { userData: consent.userData }, token),
    demoConsents: await post(`${baseUrl}/consent-register/search`, { userData: { email: 'ada@example.com' } }, token),
  };
};

test('DATA_DIR keeps everything from one start to the next', { timeout: startTimeout }, async () => {
  const directory = newFolder();
  const first = await startService({ DATA_DIR: directory });
  const { access_token: token } = await logIn(first.baseUrl);
  await post(`${first.baseUrl}/consent-register/add`, consent, token);

  const before = await look(first, token);
  expect(before).toMatchObject({
    user: { status: 200, body: { id: 1 } },
    notices: { status: 200, body: { data: { 1: { version: 2 }, 2: { version: 1 }, 3: { version: 1 } } } },
    otherNotice: { status: 200, body: { data: { 4: { version: 1 } } } },
    statusOfFurtherNotices: [404, 404],
    consents: { status: 200, body: { totalResults: 1 } },
    demoConsents: { status: 200, body: { totalResults: 4 } },
  });
  for (const name of ['signing-key.json', 'dynamodb.sqlite']) {
    expect((await stat(join(directory, name))).mode & 0o777, name).toBe(0o600);
  }
  await expectToStopOn('Ctrl-C', first);

  const second = await startService({ DATA_DIR: directory });
  expect(await look(second, token)).toEqual(before);
  const { access_token: newToken } = await logIn(second.baseUrl);
  await post(`${second.baseUrl}/consent-register/add`, consent, newToken);
  const { consents } = await look(second, newToken);
  expect(consents.body).toMatchObject({ totalResults: 2, data: [{ revoked: false }, before.consents.body.data[0]] });
  expect(consents.body.data[0]?.projectId).toBe(before.consents.body.data[0]?.projectId);
  await expectToStopOn('SIGTERM to npm', second);
});

test.each(['Ctrl-C', 'SIGTERM to npm'] as const)(
  '%s stops a service that is still starting',
  { timeout: startTimeout },
  async (signal) => {
    const service = await launchService();
    await expect.poll(() => programs(service)).toContain('dynoxide');

    await expectToEndOn(signal, service);
    await expect.poll(() => findGroup(service.group)).toEqual([]);
    await expect(findFreePort(service.port)).resolves.toBe(service.port);
  },
);

/** The engine of this test run, which must go on running. */
const engine = process.env.AWS_ENDPOINT_URL_DYNAMODB;

test('the stores are at the ports that are asked for, also for containers', { timeout: startTimeout }, async () => {
  const ports = {
    DYNAMODB_PORT: String(await findFreePort()),
    SECRETS_MANAGER_PORT: String(await findFreePort()),
    KMS_PORT: String(await findFreePort()),
  };
  const service = await startService({ ...ports, ALLOWED_HOSTS: ownAddress });

  expect(service.output()).toContain(
    `Other machines reach this too, without a password: DynamoDB on port ${ports.DYNAMODB_PORT}, Secrets Manager on port ${ports.SECRETS_MANAGER_PORT}, KMS on port ${ports.KMS_PORT}.`,
  );
  expect(service.output()).toContain(`DynamoDB at http://127.0.0.1:${ports.DYNAMODB_PORT}\n`);
  expect(service.output()).toContain(`Secrets Manager at http://127.0.0.1:${ports.SECRETS_MANAGER_PORT}\n`);
  expect(service.output()).toContain(`KMS at http://127.0.0.1:${ports.KMS_PORT}\n`);
  const { TABLE_NAME, SIGNING_KEY_SECRET, EVIDENCE_KEY } = await readSamEnvironment();
  const dynamoDb = new DynamoDBClient({ endpoint: `http://${ownAddress}:${ports.DYNAMODB_PORT}` });
  const { Table } = await dynamoDb.send(new DescribeTableCommand({ TableName: TABLE_NAME }));
  expect(Table).toMatchObject({ TableStatus: 'ACTIVE' });
  const secretsManager = `http://${ownAddress}:${ports.SECRETS_MANAGER_PORT}`;
  expect((await fetch(secretsManager)).status).toBe(400);
  const answer = await fetch(secretsManager, {
    method: 'POST',
    headers: { 'x-amz-target': 'secretsmanager.GetSecretValue' },
    body: JSON.stringify({ SecretId: SIGNING_KEY_SECRET }),
  });
  expect(await answer.json()).toMatchObject({ Name: SIGNING_KEY_SECRET, SecretString: expect.any(String) });
  const told = await fetch(`http://${ownAddress}:${ports.KMS_PORT}`, {
    method: 'POST',
    headers: { 'x-amz-target': 'TrentService.GetPublicKey' },
    body: JSON.stringify({ KeyId: EVIDENCE_KEY }),
  });
  expect(await told.json()).toMatchObject({ KeySpec: 'ECC_NIST_P256', KeyUsage: 'SIGN_VERIFY' });
  await service.stop();
});

test('an engine that is running already is used and left running', { timeout: startTimeout }, async () => {
  const table = openTable(`e2e-${crypto.randomUUID()}`);
  const service = await startService({ AWS_ENDPOINT_URL_DYNAMODB: engine, TABLE_NAME: table.name });

  const running = await programs(service);
  expect(running).not.toEqual([]);
  expect(running).not.toContain('dynoxide');
  const { access_token: token } = await logIn(service.baseUrl);
  expect(await post(`${service.baseUrl}/details`, {}, token)).toMatchObject({ status: 200, body: { id: 1 } });
  await service.stop();
  const { Table } = await table.client.send(new DescribeTableCommand({ TableName: table.name }));
  expect(Table).toMatchObject({ TableStatus: 'ACTIVE' });
});

test('a table with data of its own gets no demo data', { timeout: startTimeout }, async () => {
  const table = openTable(`e2e-${crypto.randomUUID()}`);
  await createTable(table);
  await table.client.send(new PutCommand({ TableName: table.name, Item: { PK: 'SOMETHING', SK: 'ELSE' } }));
  const service = await startService({ AWS_ENDPOINT_URL_DYNAMODB: engine, TABLE_NAME: table.name });

  expect(service.output()).toContain('The table already has data, so no demo data was created.');
  expect(service.output()).not.toContain('curl');
  expect(await logIn(service.baseUrl)).toMatchObject({ code: 'credentials.invalid' });
  await service.stop();
});
