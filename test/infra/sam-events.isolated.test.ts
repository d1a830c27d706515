import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { KMSClient } from '@aws-sdk/client-kms';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import * as v from 'valibot';
import { beforeAll, expect, test } from 'vitest';
import { openSecretsManager, startStandIn } from '../../cli/local/aws.ts';
import { nameLogTable } from '../../cli/local/create-table.ts';
import { provisionDemo } from '../../cli/local/demo.ts';
import { setFunctionEnvironment } from '../../cli/local/environment.ts';
import { createEncryptionKey, createLocalKey, encryptionKeyAlias, openKms } from '../../cli/local/kms.ts';
import { startOutbox } from '../../cli/local/outbox.ts';
import { loadLinkSecret } from '../../cli/local/stored-keys.ts';
import type { OperationName } from '../../shared/api/contract.ts';
import { contract } from '../../shared/api/contract.ts';
import { createKeyPair } from '../../shared/identity/keys/signing-key.ts';
import { publishVerificationKey } from '../../shared/identity/keys/verification-keys.ts';
import { MadeLinks } from '../../shared/links/link-schemas.ts';
import type { AnswerBody } from '../support/call/document.ts';
import { toRouteKey } from '../support/call/event.ts';
import { findFunction, synthesise } from '../support/make/stack.ts';
import { createFreshTable } from '../support/make/tables.ts';
import { findBundle, runBundle } from './bundle.ts';
import { listEvents, readEvent, readSamEnvironment } from './sam.ts';

const synthesis = await synthesise({ personLinks: true });
/** The stand-in for Amazon SES has no port that containers reach, so SAM sends no mail. */
const mailing = await synthesise({ mailFrom: 'news@shop.example' });
const outbox = await startOutbox();
const variables = await readSamEnvironment();
const { TABLE_NAME = '', SIGNING_KEY_SECRET = '', EVIDENCE_KEY = '', STAGE = '' } = variables;
const { LINK_SECRET = '', LINK_BASE_URL = '' } = variables;

const operations = Object.keys(contract) as OperationName[];

const variablesOf = (operation: OperationName): string[] =>
  Object.keys(findFunction(synthesis.template, operation).properties.Environment.Variables);

/** The stores that the variables name, as the local service has them. */
beforeAll(async () => {
  const now = new Date();
  const engine = process.env.AWS_ENDPOINT_URL_DYNAMODB ?? '';
  const table = await createFreshTable(TABLE_NAME);
  const { secret, verificationKey } = createKeyPair(now);
  await publishVerificationKey(table, verificationKey, now);
  expect(await provisionDemo(table, now)).toBe(true);
  const { endpoint, stop } = await startStandIn([
    openSecretsManager(
      new Map([
        [SIGNING_KEY_SECRET, secret],
        [LINK_SECRET, await loadLinkSecret(undefined)],
      ]),
    ),
    openKms(createLocalKey(), createEncryptionKey()),
  ]);
  Object.assign(process.env, variables, { AWS_ENDPOINT_URL_DYNAMODB: engine });
  setFunctionEnvironment({
    tableName: TABLE_NAME,
    logTableName: nameLogTable(TABLE_NAME),
    dynamoDb: { endpoint: engine, isOurs: true },
    secretsManager: endpoint,
    signingKeySecret: SIGNING_KEY_SECRET,
    links: { secret: LINK_SECRET, baseUrl: LINK_BASE_URL },
    mail: { endpoint: outbox.endpoint, baseUrl: LINK_BASE_URL },
    kms: endpoint,
    s3: 'http://127.0.0.1:9',
    evidenceKey: { id: EVIDENCE_KEY, stage: STAGE },
    encryptionKey: encryptionKeyAlias,
  });
  return stop;
});

test('every operation has an event, and every event an operation', () => {
  expect([...listEvents()].sort()).toEqual([...operations].sort());
});

test.each(operations)('%s: the event is one of its route', (operation) => {
  const routeKey = toRouteKey(contract[operation]);
  const { path } = contract[operation];
  const event: APIGatewayProxyEventV2 = JSON.parse(readEvent(operation));

  expect(event).toMatchObject({
    version: '2.0',
    routeKey,
    rawPath: path,
    requestContext: { routeKey, http: { method: 'POST', path }, stage: '$default' },
  });
  expect(event.isBase64Encoded).toBe(event.headers['content-type'] === 'application/x-www-form-urlencoded');
});

test.each(operations)('%s: the function has the name to invoke it by', (operation) => {
  const logicalId = `${operation.charAt(0).toUpperCase()}${operation.slice(1)}Function`;

  expect(synthesis.template.toJSON().Resources[logicalId].Properties).toEqual(
    findFunction(synthesis.template, operation).properties,
  );
});

test('SAM gives each function all its variables, which lead to the local service', () => {
  expect(Object.keys(variables).sort()).toEqual([...new Set(operations.flatMap(variablesOf))].sort());
  for (const [Client, port] of [
    [DynamoDBClient, 8000],
    [SecretsManagerClient, 8001],
    [KMSClient, 8002],
  ] as const) {
    const service = new Client().config.serviceId.toUpperCase().replaceAll(' ', '_');
    expect(variables[`AWS_ENDPOINT_URL_${service}`]).toBe(`http://host.docker.internal:${port}`);
  }
});

/** The calls that the role of a function allows; a transaction is allowed by the actions of its parts. */
const allowedCalls = (operation: OperationName, { template } = synthesis): string[] => {
  const actions: string[] = findFunction(template, operation).statements.flatMap(({ Action }) => Action);
  const calls = actions.map((action) => action.replace('dynamodb:', ''));
  return calls.includes('PutItem') ? [...calls, 'TransactWriteItems'] : calls;
};

/** Runs the bundle on the operation's event, which must succeed with what its role allows. */
const run = async (
  operation: OperationName,
  values: Readonly<Record<string, string>> = {},
  deployed = synthesis,
): Promise<AnswerBody> => {
  const event: APIGatewayProxyEventV2 = JSON.parse(readEvent(operation, values));
  const { answer, calls } = await runBundle(findBundle(deployed, operation), event);
  expect(answer).toMatchObject({ statusCode: 200 });
  expect(allowedCalls(operation, deployed)).toEqual(expect.arrayContaining([...calls]));
  const body: AnswerBody = JSON.parse(answer.body ?? '');
  v.parse(contract[operation].response, body);
  return body;
};

test('the bundles that are deployed answer their events from the demo data, by what their roles allow', {
  timeout: 60_000,
}, async () => {
  const tokens = await run('login');
  const values = { ACCESS_TOKEN: tokens.access_token, REFRESH_TOKEN: tokens.refresh_token };

  expect(await run('details', values)).toMatchObject({ email: 'demo@example.com' });
  expect(await run('getNotices', values)).toMatchObject({ data: { 3: { pid: 3 } } });
  const { consentId, consentInformationVersionId } = await run('addConsent', values);
  const { data: found } = await run('searchConsents', values);
  expect(found[0]).toMatchObject({ id: consentId, revoked: false });
  expect(await run('getEvidence', { ...values, CONSENT_ID: consentId })).toMatchObject({
    statement: { consent: [{ consent: consentId }] },
  });
  expect(await run('listProjects', values)).toMatchObject({ data: [{ uid: 'demo-shop' }] });
  expect(await run('getOverview', values)).toMatchObject({ versions: expect.anything() });
  expect(await run('listNotices', values)).toMatchObject({ data: [{ pid: 1 }, { pid: 2 }, { pid: 3 }] });
  expect(await run('checkPeople', values)).toMatchObject({ data: [{ allowed: true }, { reason: 'none' }] });
  const { data: links } = v.parse(MadeLinks, await run('makeLinks', values));
  expect(links.map(({ page }) => page.slice(0, -114))).toEqual(Array(2).fill('http://127.0.0.1:3000/p/'));
  expect(await run('requestConfirmation', values, mailing)).toMatchObject({ endTime: expect.anything() });
  expect(outbox.mails).toMatchObject([{ to: 'ada@example.com', text: expect.stringContaining(`${LINK_BASE_URL}/c/`) }]);
  const { data: listed } = await run('listConsents', values);
  expect(listed[0]).toMatchObject({ id: consentId, state: 'active' });
  expect(await run('listDueConsents', values)).toMatchObject({ data: [{ reasons: [{ reason: 'expires' }] }] });
  expect(await run('requestErasure', { ...values, CONSENT_ID: consentId })).toMatchObject({ consentIds: [consentId] });
  expect(await run('listErasureRequests', values)).toMatchObject({ data: [{ state: 'open' }] });
  const version = { CONSENT_INFORMATION_VERSION_ID: consentInformationVersionId };
  expect(await run('getNoticeVersion', { ...values, ...version })).toMatchObject({ pid: 2, name: 'newsletter' });
  expect(await run('revokeConsent', { ...values, CONSENT_ID: consentId })).toMatchObject({ revoked: true, consentId });
  expect(await run('changePassword', values)).toEqual({});
  await run('refreshToken', values);
});
