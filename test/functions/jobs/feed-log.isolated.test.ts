import { createPublicKey, verify } from 'node:crypto';
import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { compactVerify, createLocalJWKSet } from 'jose';
import { beforeEach, expect, test, vi } from 'vitest';
import { describeRegisterEvents } from '../../../build/documents.ts';
import { encryptionKeyAlias } from '../../../cli/local/kms.ts';
import { toEventKeySet } from '../../../shared/log/announcing.ts';
import { readBlocks } from '../../../shared/log/blocks.ts';
import { readPublicKey } from '../../../shared/log/keys.ts';
import { toCanonicalJson } from '../../../shared/runtime/canonical.ts';
import { keyOf, logKeyOf } from '../../../shared/store/keys.ts';
import { getItem } from '../../../shared/store/read.ts';
import { isNew, write } from '../../../shared/store/write.ts';
import { invoke } from '../../support/call/invoke.ts';
import { actAs } from '../../support/call/rights.ts';
import { startFaultyBus } from '../../support/faults/faulty-service.ts';
import { addConsent, newTenant } from '../../support/make/builders.ts';
import { runs } from '../../support/make/chance.ts';
import { erase } from '../../support/make/changes.ts';
import { giveHostileConsent } from '../../support/make/hostile.ts';
import { fc } from '../../support/make/properties.ts';
import { followStream } from '../../support/make/register-log.ts';
import { logTable, table } from '../../support/make/table.ts';

const bus = await startFaultyBus();
Object.assign(process.env, {
  CONSENT_EVENTS: 'true',
  EVENT_BUS: 'register',
  STAGE: 'test',
  ENCRYPTION_KEY: encryptionKeyAlias,
});
const job = await import('../../../functions/jobs/feed-log.ts');
const handler = (event: unknown) => actAs('feedLog', () => job.handler(event));
const next = await followStream(table);

const feed = async () => handler({ Records: await next() });
const details = () => bus.taken.map(({ Detail }) => JSON.parse(Detail));
const revoke = (tenant: { readonly token: string }, id: string) =>
  invoke('revokeConsent', { id, proof: { url: 'https://shop.example/account' } }, { token: tenant.token });

const countLeaves = async () => {
  let count = 0;
  for await (const { leaves } of readBlocks(logTable)) count += leaves.length;
  return count;
};

const readKeys = async () => toEventKeySet((await readPublicKey(logTable, 'events')) ?? new Uint8Array());

beforeEach(async () => {
  await feed();
  for (const list of [bus.taken, bus.calls, bus.answers]) list.length = 0;
});

test('what happens to a consent and to its notice is announced in order, with ids and the notice', async () => {
  const tenant = await newTenant();
  const { accountId, pid } = tenant;
  const { consentId } = await addConsent(tenant, { lang: 'eng' });
  await revoke(tenant, consentId);
  await erase(accountId, [consentId]);
  await erase(accountId, [consentId], { extent: 'everything' });
  await feed();

  const [published, ...told] = details();
  const id = expect.stringMatching(/^[0-9a-f]{32}$/);
  const common = { id, time: expect.any(String), stage: 'test', accountId, jws: expect.any(String) };
  const { consentInformationVersionId } = published;
  const ofConsent = {
    ...common,
    consentId,
    consentTime: told[0].time,
    lang: 'eng',
    channel: 'web',
    projectUid: tenant.projectUid,
    consentInformationPid: pid,
    consentInformationVersionId,
  };
  expect(published).toEqual({
    ...common,
    type: 'notice.published',
    consentInformationPid: pid,
    consentInformationVersionId,
    consentInformationVersion: 1,
  });
  expect(told).toEqual([
    { ...ofConsent, type: 'consent.recorded' },
    { ...ofConsent, type: 'consent.revoked' },
    { ...ofConsent, type: 'consent.erased', extent: 'evidence' },
    { ...ofConsent, type: 'consent.erased', extent: 'everything' },
  ]);
  expect(new Set(details().map((each) => each.id)).size).toBe(5);
  expect(bus.taken.map(({ EventBusName, DetailType }) => `${EventBusName} ${DetailType}`)).toEqual(
    details().map(({ type }) => `register ${type}`),
  );
});

test('a batch that failed between the log and the bus is announced when it comes again, with the same ids, and is in the log once', async () => {
  const tenant = await newTenant();
  for (let i = 0; i < 15; i += 1) await addConsent(tenant);
  const Records = await next();
  const before = await countLeaves();
  bus.answers.push({ refused: [] }, { status: 400, name: 'AccessDeniedException' });

  await expect(handler({ Records })).rejects.toThrow('by the test');
  expect(await countLeaves()).toBe(before + 20);
  const first = details();
  await handler({ Records });

  expect(await countLeaves()).toBe(before + 20);
  expect(first).toHaveLength(10);
  expect(
    details()
      .slice(10, 20)
      .map(({ id }) => id),
  ).toEqual(first.map(({ id }) => id));
  expect(new Set(details().map(({ id }) => id)).size).toBe(16);
});

test('each event has a signature of its own, which other libraries verify, and its payload is the event', async () => {
  const tenant = await newTenant();
  await addConsent(tenant);
  await feed();
  const { keys } = await readKeys();
  const [key] = keys;
  if (key === undefined) throw new Error('There is no key.');

  expect(details()).toHaveLength(2);
  for (const { jws, ...event } of details()) {
    const { payload, protectedHeader } = await compactVerify(jws, createLocalJWKSet({ keys }));
    expect(protectedHeader).toEqual({ alg: 'EdDSA', kid: key.kid, typ: 'consent-register-event+jws' });
    expect(Buffer.from(payload).toString()).toBe(toCanonicalJson(event));

    const [header = '', body = '', signature = ''] = jws.split('.');
    const isSigned = (text: string) =>
      verify(null, Buffer.from(text), createPublicKey({ key, format: 'jwk' }), Buffer.from(signature, 'base64url'));
    const other = Buffer.from(toCanonicalJson({ ...event, accountId: 'f'.repeat(32) })).toString('base64url');
    expect([isSigned(`${header}.${body}`), isSigned(`${header}.${other}`)]).toEqual([true, false]);
    await expect(compactVerify(`${header}.${other}.${signature}`, createLocalJWKSet({ keys }))).rejects.toThrow();
  }
});

/** Texts of what people and sites send, long enough that no id has them by chance. */
const personal = fc.string({
  minLength: 8,
  maxLength: 60,
  unit: fc.constantFrom(...'ghijklmnopqrstuvwxyzäß漢🎉<"&\\ '),
});

test('nothing that a site or a person sent is in any event, and all are as the schema says', async () => {
  const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(describeRegisterEvents());
  const tenant = await newTenant();
  const sent: string[] = [];
  await fc.assert(
    fc.asyncProperty(personal, personal, personal, async (email, name, html) => {
      const userData = { email: `${email.trim()}@example.com`, [`key ${name}`]: name };
      sent.push(email, name, html);
      const { consentId } = await addConsent(tenant, { userData, proof: { html, url: `https://x.example/${email}` } });
      await revoke(tenant, consentId);
    }),
    { numRuns: runs(15) },
  );
  await giveHostileConsent('http://127.0.0.1:1');
  await feed();

  const spelled = bus.taken.flatMap(({ Detail }) => {
    const { jws } = JSON.parse(Detail);
    return [Detail, Buffer.from(jws.split('.')[1], 'base64url').toString()];
  });
  expect(details().length).toBeGreaterThan(2 * runs(15));
  for (const text of spelled) {
    for (const value of [...sent, '@example.com', 'onerror', '127.0.0.1']) expect(text).not.toContain(value);
  }
  expect(details().filter((detail) => !validate(detail))).toEqual([]);
  expect(validate({ ...details()[0], type: 'consent.forgotten' })).toBe(false);
});

test('an unreadable record is set aside, and later ones are announced', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const { Records } = { Records: await next() };
  const at = { SequenceNumber: '100', ApproximateCreationDateTime: Date.now() / 1_000 };
  const Keys = { PK: { S: `ACCOUNT#${'a'.repeat(32)}#CONSENT#${'b'.repeat(32)}` }, SK: { S: 'b'.repeat(32) } };
  const broken = {
    eventName: 'INSERT',
    dynamodb: { ...at, Keys, NewImage: { ...Keys, contentHash: { S: 'no bytes' } } },
  };
  await newTenant();

  await handler({ Records: [...Records, broken, ...(await next())] });

  expect(details().map(({ type }) => type)).toEqual(['notice.published']);
});

test('the log of another stage gets nothing, and the batch comes again', async () => {
  const tenant = await newTenant();
  await addConsent(tenant);
  const Records = await next();
  const before = await countLeaves();
  const key = logKeyOf.signingKey('checkpoints');
  const wrapped = { wrapped: Buffer.alloc(1), publicKey: Buffer.alloc(32), stage: 'other' };
  await write(logTable, { put: { ...key, ...wrapped }, ...isNew });
  vi.resetModules();
  const cold = await import('../../../functions/jobs/feed-log.ts');
  const feedCold = () => actAs('feedLog', () => cold.handler({ Records }));

  await expect(feedCold()).rejects.toMatchObject({ name: 'ForeignLog', message: expect.stringContaining('other') });
  expect(await countLeaves()).toBe(before);

  await logTable.client.send(new DeleteCommand({ TableName: logTable.name, Key: key }));
  await feedCold();
  expect(await countLeaves()).toBe(before + 6);

  await write(logTable, { put: { ...key, ...wrapped }, ...isNew });
  await expect(feedCold()).rejects.toMatchObject({ name: 'ForeignLog' });
  await logTable.client.send(new DeleteCommand({ TableName: logTable.name, Key: key }));
});

test('the last mark of a batch is noted in the log, and tells nobody anything', async () => {
  for (const at of ['2026-11-23T20:00:00.000Z', '2026-11-23T20:05:00.000Z']) {
    const { PK, SK } = keyOf.feedMark();
    await table.client.send(new PutCommand({ TableName: table.name, Item: { PK, SK, at } }));
  }
  const before = await countLeaves();
  await feed();

  expect(await getItem(logTable, logKeyOf.feedMark())).toMatchObject({ at: '2026-11-23T20:05:00.000Z' });
  expect(await countLeaves()).toBe(before);
  expect(bus.taken).toEqual([]);
});
