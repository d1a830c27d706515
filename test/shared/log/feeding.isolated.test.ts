import { createHash } from 'node:crypto';
import { brotliCompressSync } from 'node:zlib';
import { NumberValue } from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import canonicalize from 'canonicalize';
import * as v from 'valibot';
import { expect, test, vi } from 'vitest';
import { isWanted, toLambdaRecord } from '../../../cli/local/stream.ts';
import { limits } from '../../../shared/api/limits.ts';
import { toErasedItem } from '../../../shared/consents/erased-form.ts';
import { beginChange } from '../../../shared/identity/operations-log.ts';
import { leafKeyOf, readBlocks } from '../../../shared/log/blocks.ts';
import { feed, readRecord, StreamRecord, streamFilter } from '../../../shared/log/feed.ts';
import { leavesOfConsent } from '../../../shared/log/leaves.ts';
import { publishNext } from '../../../shared/log/publish.ts';
import { listSetAside } from '../../../shared/log/set-aside.ts';
import { compress } from '../../../shared/store/item.ts';
import { keyOf, logKeyOf } from '../../../shared/store/keys.ts';
import { getItem, queryItems } from '../../../shared/store/read.ts';
import type { Item } from '../../../shared/store/table.ts';
import { isNew, write } from '../../../shared/store/write.ts';
import { invoke } from '../../support/call/invoke.ts';
import { addConsent, newTenant } from '../../support/make/builders.ts';
import { openRegisterLog } from '../../support/make/register-log.ts';
import { table } from '../../support/make/table.ts';

let sequence = 0;

/** As Lambda hands it over. */
const toRecord = (old: Item | undefined, now: Item | undefined): object => {
  sequence += 1;
  const { PK = '', SK = '' } = now ?? old ?? {};
  const dynamodb = {
    SequenceNumber: String(sequence).padStart(21, '0'),
    ApproximateCreationDateTime: new Date(Math.floor(Date.now() / 1_000) * 1_000),
    Keys: marshall({ PK, SK }),
    ...(old && { OldImage: marshall(old) }),
    ...(now && { NewImage: marshall(now) }),
  };
  const eventName = old === undefined ? 'INSERT' : now === undefined ? 'REMOVE' : 'MODIFY';
  return toLambdaRecord({ eventName, dynamodb }, 'arn:aws:dynamodb:eu-central-1:123456789012:table/register');
};

const readLambda = (old: Item | undefined, now: Item | undefined) =>
  readRecord(v.parse(StreamRecord, toRecord(old, now)));

const recordedConsent = async () => {
  const tenant = await newTenant();
  const { consentId: id } = await addConsent(tenant, { userData: { email: 'ada@example.com' } });
  const read = async () => (await getItem(table, keyOf.consent(tenant.accountId, id))) ?? {};
  return { tenant, id, read, item: await read() };
};

const countLeaves = async (log: Parameters<typeof readBlocks>[0]): Promise<number> => {
  let count = 0;
  for await (const { leaves } of readBlocks(log)) count += leaves.length;
  return count;
};

test('a record that is deleted unseen by the log and put back otherwise keeps its first leaf, and is reported', async () => {
  const { log } = await openRegisterLog();
  const { item } = await recordedConsent();
  await feed(log, [toRecord(undefined, item)], new Date());
  await feed(log, [toRecord(undefined, item), toRecord(undefined, { ...item, channel: 'email' })], new Date());

  expect(await countLeaves(log)).toBe(1);
  expect(vi.mocked(console.error).mock.calls).toEqual([[{ code: 'log.record-altered', leaf: 0 }]]);
});

test('a record that cannot be read is put aside, and does not hold up what is behind it', async () => {
  const { log } = await openRegisterLog();
  const [damaged, sound] = [await recordedConsent(), await recordedConsent()];
  const { userData: _, ...broken } = damaged.item;
  await feed(log, [toRecord(undefined, { ...broken, time: 7 }), toRecord(undefined, sound.item)], new Date());
  const lines = vi.mocked(console.error).mock.calls;

  expect(await countLeaves(log)).toBe(1);
  const [aside] = await queryItems(log, logKeyOf.aside(''));
  expect(aside).toMatchObject({ of: damaged.item.PK, reason: 'ValiError' });
  expect(lines).toEqual([[{ code: 'log.record-set-aside', reason: 'ValiError' }]]);
});

test.each(['[', '{},'])(
  'megabytes of %s that a few bytes stand for are put aside unparsed, and hold up nothing',
  async (part) => {
    const { log } = await openRegisterLog();
    const [damaged, sound] = [await recordedConsent(), await recordedConsent()];
    const many = brotliCompressSync(part === '[' ? '['.repeat(3_000_000) : `[${part.repeat(2_000_000)}1]`);
    const swollen = { ...damaged.item, proof: many, userData: many };
    const begun = process.cpuUsage();
    await feed(
      log,
      [toRecord(damaged.item, swollen), toRecord(undefined, swollen), toRecord(undefined, sound.item)],
      new Date(),
    );
    const { user, system } = process.cpuUsage(begun);

    expect(many.length).toBeLessThan(100);
    expect((await listSetAside(log)).map(({ reason }) => reason)).toEqual(['Altered', 'RangeError']);
    expect(await countLeaves(log)).toBe(1);
    expect((user + system) / 1e6).toBeLessThan(1);
  },
);

test.each([
  ['proof', limits.consentBytes],
  ['userData', limits.consentBytes],
  ['revokeProof', limits.revocationBytes],
])('a %s that decompresses to more bytes than the register stores is set aside', async (name, longest) => {
  const { log } = await openRegisterLog();
  for (const bytes of [longest, longest + 1]) {
    const { item } = await recordedConsent();
    const whole = { ...item, revokeTime: new Date().toISOString(), revokeChannel: 'web', revokeProof: item.proof };
    const url = 'a'.repeat(bytes - JSON.stringify({ url: '' }).length);
    await feed(log, [toRecord(undefined, { ...whole, [name]: compress({ url }) })], new Date());
  }

  expect((await listSetAside(log)).map(({ reason }) => reason)).toEqual(['RangeError']);
  expect(await countLeaves(log)).toBe(2);
});

test('records of two shards that have the same number are both put aside, each once', async () => {
  const { log } = await openRegisterLog();
  const records: object[] = [];
  for (const { item } of [await recordedConsent(), await recordedConsent()]) {
    sequence -= Math.sign(records.length);
    records.push(toRecord(undefined, { ...item, time: 'tomorrow' }));
  }
  for (const record of [...records, ...records]) await feed(log, [record], new Date());

  expect(await listSetAside(log)).toHaveLength(2);
});

test('a record whose event the log cannot have is put aside, and the log goes on being fed and published', async () => {
  const { log, publisher } = await openRegisterLog();
  const [{ item }, sound] = [await recordedConsent(), await recordedConsent()];
  const forms: Item[] = [
    { ...item, time: '1969-12-31T23:59:59.999Z' },
    { ...item, time: '+010000-01-01T00:00:00.000Z' },
    { ...item, versionId: 'f'.repeat(300_000) },
    { ...item, projectUid: 'f'.repeat(300_000) },
    { ...item, pid: 1.5 },
    { ...item, SK: 'f'.repeat(32) },
  ];
  const inserted = forms.map((form) => toRecord(undefined, form));
  const removed = ['tomorrow', '1969-12-31T23:59:59.999Z'].map((time) => toRecord({ ...item, time }, undefined));
  const revoked = toRecord({ ...item, revokeTime: 'tomorrow', revokeProof: item.proof }, undefined);
  await feed(log, [...inserted, ...removed, revoked, toRecord(undefined, sound.item)], new Date());
  await feed(log, [toRecord(undefined, sound.item)], new Date());

  expect(await queryItems(log, logKeyOf.aside(''))).toHaveLength(9);
  expect((await publishNext(publisher, new Date()))?.size).toBe(1);
});

test('a change that the service never makes gets no leaf, and is reported', async () => {
  const { item } = await recordedConsent();
  const edits: Item[] = [
    { ...item, lang: 'deu' },
    { ...item, time: new Date(0).toISOString() },
    { ...item, salt: Buffer.alloc(16) },
    { ...item, observed: { ...(item.observed as object), sourceIp: '192.0.2.1' } },
  ];

  for (const edited of edits) expect(readLambda(item, edited)).toEqual({ leaves: [], isTampered: true });
  expect(readLambda(item, item)).toEqual({ leaves: [] });
});

test.each([
  ['loses the key of an index', { emailKey: undefined }],
  ['gets that of another', { emailKey: new Uint8Array(16) }],
  ['gets an end at which DynamoDB deletes it', { expiresAt: 1 }],
  ['says how it was revoked, and is in force', { revokeReceivedBy: 'telephone' }],
  ['says what was seen of its revocation, and is in force', { revokeObserved: {} }],
])('a consent that %s was changed by nobody of the service', async (_what, change) => {
  const { item } = await recordedConsent();
  const changed = Object.fromEntries(Object.entries({ ...item, ...change }).filter(([, value]) => value !== undefined));

  expect(readLambda(item, item)).toEqual({ leaves: [] });
  expect(readLambda(item, changed)).toMatchObject({ leaves: [], isTampered: true });
});

test('a new consent that is in force and says how it was revoked gets no leaf, and is reported', async () => {
  const { item } = await recordedConsent();

  expect(readLambda(undefined, { ...item, revokeChannel: 'web' })).toEqual({ leaves: [], isTampered: true });
});

test('a revocation is a leaf of its own; the one of the recording stays as it was', async () => {
  const { tenant, id, item, read } = await recordedConsent();
  await invoke('revokeConsent', { id, proof: { url: 'https://shop.example/account' } }, { token: tenant.token });
  const revoked = await read();
  const { leaves, isTampered } = readLambda(item, revoked);

  expect(isTampered).toBeUndefined();
  expect(leaves.map(({ event }) => event.kind)).toEqual(['revoked']);
  expect(leavesOfConsent(tenant.accountId, revoked)[0]).toEqual(leavesOfConsent(tenant.accountId, item)[0]);
});

test('an erasure that changes what it should leave alone gets no leaf and counts as tampering', async () => {
  const { tenant, id, item, read } = await recordedConsent();
  const erase = (from: Item): Item =>
    toErasedItem(tenant.accountId, from, { time: new Date(Date.now() + 60_000), salt: Buffer.alloc(16) });
  await invoke('revokeConsent', { id, proof: { url: 'https://shop.example/account' } }, { token: tenant.token });
  const revoked = await read();
  const edits: ((erased: Item) => Item)[] = [
    (erased) => ({ ...erased, contentHash: Buffer.alloc(32) }),
    (erased) => ({ ...erased, lang: 'deu' }),
    (erased) => ({ ...erased, time: new Date(0).toISOString() }),
    (erased) => ({ ...erased, observed: { ...(erased.observed as object), userId: 8 } }),
    (erased) => ({ ...erased, revokeTime: new Date(0).toISOString() }),
    (erased) => ({ ...erased, imported: { source: 'crm', line: 1, at: new Date(0).toISOString(), by: 'local:eve' } }),
  ];

  const tampered = { leaves: [], isTampered: true };
  for (const before of [item, revoked]) {
    const { leaves, isTampered } = readLambda(before, erase(before));
    expect([leaves.map(({ event }) => event.kind), isTampered]).toEqual([['erased'], undefined]);
    for (const edit of edits) expect(readLambda(before, edit(erase(before)))).toEqual(tampered);
  }
  expect(readLambda(revoked, { ...erase(revoked), revokeChannel: 'email' })).toEqual(tampered);
});

test('an erasure of a consent whose leaf somebody damaged is put aside, and the feed goes on', async () => {
  const { log } = await openRegisterLog();
  const [{ tenant, item, id }, next] = [await recordedConsent(), await recordedConsent()];
  const erased = toErasedItem(tenant.accountId, item, { time: new Date(Date.now() + 60_000), salt: Buffer.alloc(16) });
  await feed(log, [toRecord(undefined, item)], new Date());
  await write(log, {
    put: { ...leafKeyOf({ kind: 'recorded', id }), index: 'none' },
    condition: 'attribute_exists(PK)',
  });
  await feed(log, [toRecord(item, erased), toRecord(undefined, next.item)], new Date());

  expect(await countLeaves(log)).toBe(2);
  expect(await listSetAside(log)).toEqual([expect.objectContaining({ sort: id, reason: 'Altered' })]);
});

test('a leaf that somebody put into the log with a number that nobody can read holds up nothing', async () => {
  const { log } = await openRegisterLog();
  const [one, next] = [await recordedConsent(), await recordedConsent()];
  const index = NumberValue.from('99999999999999999999.5');
  await write(log, { put: { ...leafKeyOf({ kind: 'recorded', id: one.id }), index }, ...isNew });
  await feed(log, [toRecord(undefined, one.item), toRecord(undefined, next.item)], new Date());

  expect(await countLeaves(log)).toBe(1);
  expect(vi.mocked(console.error).mock.calls).toEqual([[{ code: 'log.record-altered' }]]);
});

const recordedVersion = async () => {
  const tenant = await newTenant();
  const { PK, SK } = keyOf.noticeVersion(tenant.accountId, tenant.notices[0]?.versionId ?? '');
  return { tenant, item: (await getItem(table, { PK, SK })) ?? {} };
};

test('a version whose terms are changed outside the service is reported, whatever is changed', async () => {
  const { item } = await recordedVersion();
  const edits: Item[] = [
    { ...item, askAgain: true },
    { ...item, validityDays: 7 },
    { ...item, retentionDays: 7 },
    { ...item, languages: ['deu'] },
    { ...item, version: 2 },
  ];

  expect(readLambda(undefined, item).leaves.map(({ event }) => event.kind)).toEqual(['published']);
  for (const edited of edits) expect(readLambda(item, edited)).toEqual({ leaves: [], isTampered: true });
  expect(readLambda(item, { ...item, currentUntil: '2026-11-22T10:00:00.000Z' })).toEqual({ leaves: [] });
});

test('a version under the key of another, and one without its terms, get no leaf', async () => {
  const { item } = await recordedVersion();
  const { validityDays: _, ...bare } = item;

  expect(() => readLambda(undefined, { ...item, SK: `VERSION#${'f'.repeat(32)}` })).toThrow('names another');
  expect(() => readLambda(undefined, bare)).toThrow('validityDays');
});

test('an entry of the operations log is a leaf that tells nothing without its salt, and no change of it is one', async () => {
  const { put } = beginChange({ by: 'local:ada', command: 'user disable', reason: 'left' }, new Date()).record({
    userId: 7,
  });
  const entry: Item = { ...put };
  const [leaf, ...others] = readLambda(undefined, entry).leaves;
  const { salt, PK: _, SK: __, id, at: time, ...told } = entry;
  const statement = canonicalize({ event: 'operation.logged', id, time, ...told });

  expect(others).toEqual([]);
  expect(leaf?.event).toEqual({ kind: 'operation', id, time: Date.parse(String(time)) });
  expect(salt).toHaveLength(16);
  expect(leaf?.entry).toEqual(
    createHash('sha256')
      .update(salt as Uint8Array)
      .update(statement ?? '')
      .digest(),
  );
  for (const now of [{ ...entry, by: 'local:eve' }, { ...entry, target: { userId: 8 } }, undefined])
    expect(readLambda(entry, now)).toEqual({ leaves: [], isTampered: true });
  expect(readLambda(entry, entry)).toEqual({ leaves: [] });
  expect(isWanted(toRecord(undefined, entry), streamFilter)).toBe(true);
});

test('the leaf of an evidence key commits to the public key', async () => {
  const key = { kid: 'k', arn: 'arn', stage: 'prod', usedFrom: '2026-11-22T10:00:00.000Z' };
  const listed = (x: string): Item => ({
    ...keyOf.evidenceKeys(),
    keys: [{ ...key, jwk: { kty: 'EC', crv: 'P-256', x, y: 'y' } }],
  });
  const [one, other] = ['x', 'z'].map((x) => readLambda(undefined, listed(x)).leaves[0]);

  expect(one?.event).toEqual(other?.event);
  expect(one?.entry).not.toEqual(other?.entry);
});

test('another first use of a listed evidence key is put aside, and what the log has of it is not', async () => {
  const { log } = await openRegisterLog();
  const key = { kid: 'k', arn: 'arn', stage: 'prod', jwk: { kty: 'EC', crv: 'P-256', x: 'x', y: 'y' } };
  const listed = (usedFrom: string): Item => ({ ...keyOf.evidenceKeys(), keys: [{ ...key, usedFrom }] });
  const [first, later] = ['2026-11-22T10:00:00.000Z', '2026-11-23T10:00:00.000Z'].map(listed);
  await feed(log, [toRecord(undefined, first ?? {}), toRecord(first, later)], new Date());
  expect(await listSetAside(log)).toHaveLength(1);
  await feed(log, [toRecord(later, first)], new Date());

  expect((await listSetAside(log)).map(({ reason }) => reason)).toEqual(['Altered']);
  expect(await countLeaves(log)).toBe(1);
});

test('a list that names an evidence key twice is put aside as a whole', async () => {
  const { log } = await openRegisterLog();
  const key = { kid: 'k', arn: 'arn', stage: 'prod', jwk: { kty: 'EC', crv: 'P-256', x: 'x', y: 'y' } };
  const keys = ['2026-11-22T10:00:00.000Z', '2026-11-23T10:00:00.000Z'].map((usedFrom) => ({ ...key, usedFrom }));
  await feed(log, [toRecord(undefined, { ...keyOf.evidenceKeys(), keys })], new Date());

  expect(await listSetAside(log)).toHaveLength(1);
  expect(await countLeaves(log)).toBe(0);
});

test('commands of operators are in the log, once', async () => {
  const { log, feed: follow } = await openRegisterLog();
  await newTenant();
  await follow();
  const events = (await Array.fromAsync(readBlocks(log))).flatMap(({ leaves }) => leaves.map(({ event }) => event));
  const entries = await queryItems(table, keyOf.operation(''));
  const operations = events.filter(({ kind }) => kind === 'operation').map(({ id }) => id);

  expect(operations.length).toBeGreaterThan(2);
  expect(entries.map(({ id }) => id)).toEqual(expect.arrayContaining(operations));
  expect(new Set(operations).size).toBe(operations.length);
});
