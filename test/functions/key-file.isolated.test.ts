import pMap from 'p-map';
import { expect, test, vi } from 'vitest';
import { newLambdaContext } from '../../cli/local/gateway.ts';
import { encryptionKeyAlias } from '../../cli/local/kms.ts';
import { startS3 } from '../../cli/local/s3.ts';
import { keyFilePath } from '../../shared/api/other-routes.ts';
import { signDocument } from '../../shared/evidence/sign-document.ts';
import { listEvidenceKey, readEvidenceKeys } from '../../shared/identity/keys/evidence-keys.ts';
import { openEvidenceSigner } from '../../shared/identity/keys/evidence-signer.ts';
import { endOfBlock, findLastBlock, toBlockItem, toLeafItem } from '../../shared/log/blocks.ts';
import { feed, leafOfEvidenceKey } from '../../shared/log/feed.ts';
import { publishKeyFile, writeKeyFile } from '../../shared/log/key-file.ts';
import { findLogKey } from '../../shared/log/keys.ts';
import { keyOf, logKeyOf } from '../../shared/store/keys.ts';
import { readPublishedKeys } from '../../verifier/keys.ts';
import { verifyDocument } from '../../verifier/verify.ts';
import { toRouteEvent } from '../support/call/event.ts';
import { actAs } from '../support/call/rights.ts';
import { startFaultyBus } from '../support/faults/faulty-service.ts';
import { startStoreProxy, storeError } from '../support/faults/store-proxy.ts';
import { newLocalSigner } from '../support/make/evidence-signer.ts';
import { followStream } from '../support/make/register-log.ts';
import { factsOf } from '../support/make/statement.ts';
import { deleteItem, putItem } from '../support/make/stored.ts';

const proxy = await startStoreProxy();
const bucket = 'consent-register-test-anchors';
await startFaultyBus();
Object.assign(process.env, {
  AWS_ENDPOINT_URL_S3: (await startS3({ bucket })).endpoint,
  ANCHOR_BUCKET: bucket,
  ENCRYPTION_KEY: encryptionKeyAlias,
  EVENT_BUS: 'register',
  STAGE: 'test',
});
const { handler } = await import('../../functions/key-file.ts');
const job = await import('../../functions/jobs/publish-checkpoint.ts');
const { logTable, table } = await import('../support/make/table.ts');
const { perform, whoMay } = await import('./consent-register/evidence/past-register.ts');
const next = await followStream(table);

const ask = async (method = 'GET', parts: Parameters<typeof toRouteEvent>[3] = {}) => {
  const event = toRouteEvent(`${method} ${keyFilePath}`, method, keyFilePath, parts);
  const { statusCode, headers, body } = await actAs('keyFile', () => handler(event, newLambdaContext('keyFile')));
  return { status: statusCode, headers, text: body };
};

/** What came into the table goes into the log, and the job publishes it. */
const publish = async (): Promise<void> => {
  await feed(logTable, await next(), new Date());
  await actAs('publishCheckpoint', job.handler);
};

const none = await ask();
const former = await newLocalSigner('test');
const current = await openEvidenceSigner({ id: process.env.EVIDENCE_KEY ?? '', stage: 'test' });
const minute = 60_000;

test('before the first key there is none, and nothing keeps that answer', () => {
  expect(none).toMatchObject({ status: 404, headers: { 'cache-control': 'no-store' } });
  expect(JSON.parse(none.text)).toMatchObject({ code: 'key-file.not-found', type: '/problems/key-file.not-found' });
});

test('the job publishes each key while it is the one of KMS, and what is served verifies a document', async () => {
  await listEvidenceKey(table, former, new Date(Date.now() - minute));
  await publish();
  expect((await ask()).status).toBe(404);
  const logged = (await findLogKey(logTable))?.key;
  if (logged === undefined) throw new Error('The log has no key.');
  await publishKeyFile({ table, log: logTable, key: logged, openSigner: async () => former });
  await listEvidenceKey(table, current, new Date());
  await publish();
  await publish();

  const { status, headers, text } = await ask();
  const logKey = (await findLogKey(logTable))?.key;
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    'cache-control': 'public, max-age=300',
    'content-type': 'application/json',
    'x-content-type-options': 'nosniff',
  });
  expect(text).toBe(writeKeyFile(await readEvidenceKeys(table), logKey));
  expect(JSON.parse(text)).toMatchObject({
    keys: [{ kid: former.kid }, { kid: current.kid }],
    logKeys: [expect.stringMatching(/^test-/)],
  });
  const read = await readPublishedKeys(text, 'the stage');
  const document = Buffer.from(await signDocument(factsOf({ now: new Date() }), current));
  const { checks, signer } = await verifyDocument(document, {
    ...('keys' in read && { keys: read.keys }),
    now: new Date(),
  });
  expect(signer).toMatchObject({ kid: current.kid, source: 'the stage' });
  expect(checks.find(({ name }) => name === 'signer')).toMatchObject({ holds: true });
});

test('a key that somebody writes into the table is not published, with any time, nor is a list that lacks all others', async () => {
  const before = (await ask()).text;
  const stranger = await newLocalSigner('test');
  const { kid, jwk, arn, stage } = stranger;
  const honest = await readEvidenceKeys(table);
  const planted = { kid, jwk, arn, stage, usedFrom: '2020-01-01T00:00:00.000Z' };

  await putItem(table, { ...keyOf.evidenceKeys(), keys: [planted, ...honest] });
  await publish();
  await publish();
  expect((await ask()).text).toBe(before);
  await putItem(table, { ...keyOf.evidenceKeys(), keys: [planted] });
  await publish();
  expect((await ask()).text).toBe(before);
  await deleteItem(table, keyOf.evidenceKeys());
  await publish();
  expect((await ask()).text).toBe(before);
  await putItem(table, { ...keyOf.evidenceKeys(), keys: honest });
});

test('a file that an administrator empties has the key of KMS after the next run', async () => {
  const before = (await ask()).text;

  await putItem(logTable, { ...logKeyOf.keyFile(), file: '{"keys":[]}' });
  expect((await ask()).text).toBe('{"keys":[]}');
  await publish();

  expect(JSON.parse((await ask()).text)).toMatchObject({
    keys: [{ kid: current.kid }],
    logKeys: [expect.stringMatching(/^test-/)],
  });
  await putItem(logTable, { ...logKeyOf.keyFile(), file: before });
  await publish();
  expect((await ask()).text).toBe(before);
});

test('a key that the log has before the current one, though it never signed for the register, is not published', async () => {
  const before = (await ask()).text;
  const honest = await readEvidenceKeys(table);
  const [{ kid, jwk, arn, stage }, own] = [await newLocalSigner('test'), honest.at(-1)];
  if (own === undefined) throw new Error('No key is listed.');
  const planted = { kid, jwk, arn, stage, usedFrom: new Date(Date.now() - minute).toISOString() };
  const later = { ...own, usedFrom: new Date(Date.now() + minute).toISOString() };
  const last = await findLastBlock(logTable);
  const first = last === undefined ? 0 : endOfBlock(last);
  const leaves = [planted, later].map(leafOfEvidenceKey);
  const writes = [
    { on: logTable, put: toBlockItem({ first, appendedAt: Date.now(), leaves }) },
    ...leaves.map((leaf, i) => ({ on: logTable, put: toLeafItem(leaf, first + i) })),
    { on: table, put: { ...keyOf.evidenceKeys(), keys: [planted, later] } },
  ];
  await perform(writes);
  await publish();
  await publish();

  expect(whoMay(writes)).toEqual(['operate']);
  expect(whoMay([{ on: logTable, put: { ...logKeyOf.keyFile(), file: before } }])).toEqual([]);
  expect((await ask()).text).toBe(before);
  await putItem(table, { ...keyOf.evidenceKeys(), keys: honest });
});

test('the answer depends on no query, header or body, and 304 and HEAD have no body', async () => {
  const plain = await ask();
  const etag = String(plain.headers?.etag);
  const odd = { 'x-forwarded-host': 'evil.example', origin: 'https://evil.example', 'accept-encoding': 'br' };

  for (const query of ['', 'kid=made-up', 'keys[]=1&callback=alert', '%00']) {
    expect(await ask('GET', { query, headers: odd })).toEqual(plain);
  }
  expect(await ask('HEAD')).toEqual({ ...plain, text: '' });
  expect(await ask('GET', { headers: { 'if-none-match': `W/${etag}` } })).toEqual({ ...plain, status: 304, text: '' });
  expect(await ask('GET', { headers: { 'if-none-match': '"other"' } })).toEqual(plain);
  expect(plain.headers).not.toHaveProperty('vary');
});

test('each call reads one item, and a thousand of them write nothing', async () => {
  const calls: string[] = [];
  proxy.intercept = async (call) => {
    calls.push(call.name);
    return call.forward();
  };

  const answers = await pMap(Array(1_000).fill('GET'), (method: string) => ask(method), { concurrency: 10 });
  proxy.intercept = undefined;

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(calls).toEqual(Array(1_000).fill('GetItem'));
});

test('where the store is throttled it says when to ask again, and a foreign event is a fault', async () => {
  proxy.intercept = async () => storeError(400, 'ThrottlingException');
  const answer = await ask();
  proxy.intercept = undefined;

  expect(answer).toMatchObject({
    status: 503,
    headers: { 'retry-after': expect.any(String), 'cache-control': 'no-store' },
  });
  expect(await handler({} as never, newLambdaContext('keyFile'))).toMatchObject({ statusCode: 500 });
  expect(vi.mocked(console.error)).toHaveBeenCalled();
});
