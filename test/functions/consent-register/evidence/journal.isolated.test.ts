import { afterEach, expect, test, vi } from 'vitest';
import type { ConsentLine } from '../../../../shared/consents/exchange/lines.ts';
import type { Leaf } from '../../../../shared/log/log-event.ts';
import type { Item, Key } from '../../../../shared/store/table.ts';
import { startStoreProxy } from '../../../support/faults/store-proxy.ts';
import type { Tenant } from '../../../support/make/builders.ts';
import type { Write } from './past-register.ts';

const proxy = await startStoreProxy();
const { importConsent, writeImported } = await import('../../../../shared/consents/exchange/import.ts');
const { endOfBlock, findLastBlock, toBlockItem, toLeafItem } = await import('../../../../shared/log/blocks.ts');
const { leavesOfItem } = await import('../../../../shared/log/feed.ts');
const { publishNext } = await import('../../../../shared/log/publish.ts');
const { listNoticeVersions } = await import('../../../../shared/notices/notice.ts');
const { logger } = await import('../../../../shared/runtime/logger.ts');
const { newIdentifier } = await import('../../../../shared/runtime/identifier.ts');
const { itemSize } = await import('../../../../shared/store/item.ts');
const { erasuresKeyOf, keyOf, logKeyOf } = await import('../../../../shared/store/keys.ts');
const { queryItems } = await import('../../../../shared/store/read.ts');
const { invoke } = await import('../../../support/call/invoke.ts');
const { addConsent, newTenant, noticeContent } = await import('../../../support/make/builders.ts');
const { erase } = await import('../../../support/make/changes.ts');
const { publishVersion } = await import('../../../support/make/notices.ts');
const { openOwnLog } = await import('../../../support/make/register-log.ts');
const { deleteItem, putItem } = await import('../../../support/make/stored.ts');
const { erasures, logTable, table } = await import('../../../support/make/table.ts');
const { copyRecord, perform, read, whoMay } = await import('./past-register.ts');

vi.spyOn(logger, 'error').mockImplementation(() => {});

const register = await openOwnLog();

afterEach(() => {
  proxy.intercept = undefined;
});

const begin = async () => {
  const tenant = await newTenant();
  const { consentId: id } = await addConsent(tenant);
  await register.publish();
  const key = keyOf.consent(tenant.accountId, id);
  const ask = async () => {
    const { status, body } = await invoke('getEvidence', { id }, { token: tenant.token, encoding: 'json' });
    return status === 200 ? 'signed' : `${status} ${body.code}: ${body.detail}`;
  };
  const revoke = (parameters = {}) =>
    invoke('revokeConsent', { id, proof: { url: 'https://shop.example/account' }, ...parameters }, tenant);
  return { tenant, id, key, item: await read(key), older: await copyRecord(tenant, id), ask, revoke };
};

type Begun = Awaited<ReturnType<typeof begin>>;

const journalOf = ({ tenant: { accountId, pid }, id }: Pick<Begun, 'tenant' | 'id'>): Promise<Item[]> =>
  Promise.all([
    queryItems(logTable, logKeyOf.journalOfConsent(id, '')),
    queryItems(logTable, logKeyOf.journalOfNotice(accountId, pid, '')),
  ]).then((found) => found.flat());

const incomplete = /^503 evidence\.history-incomplete: A leaf in the journal of the log is /;

const askAgain = async ({ tenant: { accountId, pid } }: Begun): Promise<Write[]> => {
  await publishVersion(table, accountId, pid, noticeContent({ askAgain: true }), new Date());
  const version = (await listNoticeVersions(table, accountId)).at(-1);
  return [{ on: table, put: { ...(await read(keyOf.noticeVersion(accountId, version?.id ?? ''))), pid: 999_999 } }];
};

const ends: readonly [string, (given: Begun) => Promise<readonly Write[] | unknown>, event: string][] = [
  ['a withdrawal', ({ revoke }) => revoke(), 'consent.revoked'],
  ['an erasure', ({ tenant, id }) => erase(tenant.accountId, [id]), 'consent.erased'],
  [
    'an erasure with everything',
    ({ tenant, id }) => erase(tenant.accountId, [id], { extent: 'everything' }),
    'consent.removed',
  ],
  [
    'a withdrawal and an erasure',
    ({ tenant, id, revoke }) => revoke().then(() => erase(tenant.accountId, [id])),
    'consent.',
  ],
  ['a version that asks again', askAgain, 'notice.published'],
];

test.each(ends)('%s that the log never gets cannot be hidden', async (_, end, event) => {
  const given = await begin();
  const hide = await end(given);
  const writes = [...given.older, ...(Array.isArray(hide) ? (hide as Write[]) : [])];
  await perform(writes);

  expect(await given.ask()).toMatch(incomplete);
  expect(await given.ask()).toContain(`is ${event}`);
  expect(whoMay(writes)).toContain('operate');
});

test('the items of the journal can be deleted by nobody, and written by whoever ends', async () => {
  const given = await begin();
  await given.revoke();
  const [item] = await journalOf(given);
  const key = { PK: String(item?.PK), SK: String(item?.SK) };

  expect(Object.keys(item ?? {}).sort()).toEqual(['PK', 'SK']);
  expect(whoMay([{ on: logTable, remove: key }])).toEqual([]);
  expect(whoMay([{ on: logTable, put: key }])).toEqual(['operate', 'erase']);
});

test('writing an item of the journal again changes nothing', async () => {
  const given = await begin();
  await given.revoke();
  const [item] = await journalOf(given);
  await perform([
    { on: logTable, put: { ...(Object(item) as Key), expiresAt: 1, kind: 'erased', x: 'x'.repeat(300_000) } },
  ]);
  await perform(given.older);

  expect(await given.ask()).toMatch(incomplete);
});

test.each(ends.filter(([what]) => what !== 'an erasure with everything'))(
  '%s that the table has is in a document at once, and stays in the journal',
  async (what, end) => {
    const given = await begin();
    await end(given);

    const entries = await journalOf(given);
    expect(entries).not.toEqual([]);
    const isErased = what.includes('erasure');
    expect(await given.ask()).toMatch(isErased ? /the log does not have that yet/ : /^signed$/);
    await register.feed();
    expect(await given.ask()).toBe('signed');
    await register.publish();
    expect(await journalOf(given)).toEqual(entries);
    expect(await given.ask()).toBe('signed');
  },
);

test('an erasure with everything stays in the journal', async () => {
  const given = await begin();
  await erase(given.tenant.accountId, [given.id], { extent: 'everything' });
  await register.publish();
  expect(await journalOf(given)).toContainEqual(
    expect.objectContaining(logKeyOf.journalOfConsent(given.id, expect.stringMatching(/^removed##[0-9a-f]{64}$/))),
  );
});

const moved = (item: Item): Item => ({ ...item, revokeTime: '2099-01-01T00:00:00.000Z' });

test.each<[string, (given: Begun, revoked: Item & Key) => readonly Write[]]>([
  ['has it at another time', (_, revoked) => [{ on: table, put: { ...revoked, ...moved(revoked) } }]],
  ['has another channel of it', (_, revoked) => [{ on: table, put: { ...revoked, revokeChannel: 'email' } }]],
  ['has an older copy', ({ older }) => older],
])('no leaf of another content replaces the journal: the table %s', async (_, change) => {
  const given = await begin();
  await given.revoke();
  const revoked = await read(given.key);
  const writes = change(given, revoked);
  await perform(writes);

  expect(await given.ask()).toContain('503 evidence.history-incomplete');
  expect(whoMay(writes)).toContain('operate');
});

test('a leaf that somebody planted changes nothing of the journal', async () => {
  const given = await begin();
  const leaf = { ...logKeyOf.consentLeaf(given.id, 'REVOKED'), index: 0, time: 0, entry: Buffer.alloc(32) };
  await perform([{ on: logTable, put: leaf }]);
  await given.revoke();
  await register.publish();
  expect(await journalOf(given)).toHaveLength(1);
  await perform(given.older);
  await deleteItem(logTable, leaf);

  expect(await given.ask()).toMatch(incomplete);
});

const fakes: readonly [string, (item: Item) => Item, status: number][] = [
  ['marked as revoked', (item) => ({ ...item, revokeTime: '2026-01-01T00:00:00.000Z', revokeProof: item.proof }), 200],
  [
    'marked as erased',
    (item) => ({ ...item, revokeTime: '2026-01-01T00:00:00.000Z', eraseTime: '2026-01-01T00:00:00.000Z' }),
    200,
  ],
  ['marked as revoked at no time', (item) => ({ ...item, revokeTime: 7 }), 500],
  ['marked as revoked in a form that nobody reads', (item) => ({ ...item, revokeTime: 'then' }), 500],
  ['without its version', ({ versionId: _, ...item }) => item, 500],
  ['without the salt of its leaves', ({ salt: _, ...item }) => item, 200],
  [
    'marked as one to be imported with a withdrawal',
    (item) => ({ ...item, imported: { source: 'x', line: 1, at: item.time, by: 'x', withRevocation: true } }),
    200,
  ],
];

test.each(fakes)(
  'a withdrawal of a consent that is %s is in the journal, though the log gets nothing',
  async (_, fake, status) => {
    for (const headers of [{}, { 'idempotency-key': 'a' }]) {
      const given = await begin();
      await putItem(table, fake(given.item));
      const { tenant, id } = given;
      const answer = await invoke('revokeConsent', { id, proof: { url: 'x' } }, { token: tenant.token, headers });
      await perform(given.older);

      expect(answer.status).toBe(status);
      expect(await given.ask()).toMatch(incomplete);
    }
  },
);

test('an erasure of a consent that somebody marked as erased is in the journal, though the log gets nothing', async () => {
  const given = await begin();
  const eraseTime = new Date().toISOString();
  const { proof: _, userData: _u, ...left } = given.item;
  await putItem(table, { ...left, revokeTime: eraseTime, eraseTime });
  expect(await erase(given.tenant.accountId, [given.id])).toMatchObject({ erased: 0, before: 1 });
  await perform(given.older);

  expect(await given.ask()).toMatch(incomplete);
});

test('an erasure that is repeated hides nothing', async () => {
  const given = await begin();
  await erase(given.tenant.accountId, [given.id]);
  await register.feed();
  expect(await erase(given.tenant.accountId, [given.id])).toMatchObject({ erased: 0, before: 1 });

  expect(await given.ask()).toBe('signed');
});

test('a withdrawal that is repeated is answered as the first one, and hides nothing', async () => {
  const given = await begin();
  const first = await given.revoke();
  await register.feed();
  const again = await given.revoke();
  expect(again).toMatchObject({ status: 200, body: first.body });
  expect(await given.ask()).toBe('signed');
  await erase(given.tenant.accountId, [given.id]);
  await register.feed();
  expect(await given.revoke()).toMatchObject({ status: 200, body: first.body });

  expect(await given.ask()).toBe('signed');
});

const plants: readonly [string, (key: Key) => readonly Item[]][] = [
  ['what no end has as its key', ({ PK }) => [{ PK, SK: '~' }]],
  ['an end of no time', ({ PK }) => [{ PK, SK: 'revoked##' }]],
  ['a number that nobody can read', ({ PK }) => [{ PK, SK: `revoked#${'9'.repeat(15)}#` }]],
  ['much', ({ PK }) => Array.from({ length: 9 }, (_, i) => ({ PK, SK: `~${i}`, x: 'x'.repeat(390_000) }))],
];

test.each(plants)('%s that somebody puts into the journal stops no withdrawal', async (_, plant) => {
  const given = await begin();
  const ofConsent = plant(logKeyOf.journalOfConsent(given.id, ''));
  await perform(ofConsent.map((put) => ({ on: logTable, put: put as Item & Key })));

  expect(await given.ask()).toContain('503 evidence.history-incomplete');
  expect(await given.revoke()).toMatchObject({ status: 200 });
  expect(await given.ask()).toContain('503 evidence.history-incomplete');
  for (const item of ofConsent) await deleteItem(logTable, item);
  expect(await given.ask()).toBe('signed');
});

const lineOf = ({ projectUid, pid, accountId: _ }: Tenant, id: string): ConsentLine => ({
  id,
  projectUid,
  projectId: 'b'.repeat(32),
  consentInformationPid: pid,
  consentInformationVersionId: '',
  contentHash: '',
  noticeNamedBy: null,
  lang: 'eng',
  time: '2026-03-10T10:20:30.400Z',
  channel: 'web',
  proof: { received_by: 'letter' },
  userData: { email: 'ada@example.com' },
  observed: null,
  revokeTime: '2026-03-11T10:20:30.400Z',
  revokeChannel: 'web',
  revokeProof: { received_by: 'fax' },
  revokeObserved: null,
  eraseTime: null,
  imported: null,
});

test('a withdrawal that was imported cannot be hidden before the log has it', async () => {
  const given = await begin();
  const { tenant } = given;
  const { accountId } = tenant;
  const [version] = await listNoticeVersions(table, accountId);
  const id = newIdentifier(new Date('2026-03-10T10:20:30.400Z'));
  const named = { consentInformationVersionId: version?.id ?? '', contentHash: version?.contentHash ?? '' };
  const imported = { source: 'crm', line: 1, at: new Date(), by: 'local:ada', withRevocation: true as const };
  const line = { ...lineOf(tenant, id), ...named };
  const write = () => writeImported(table, line, importConsent(logTable, accountId, line, imported));
  expect(await write()).toBe('written');
  const ask = async () => (await invoke('getEvidence', { id }, tenant)).body;
  expect(await ask()).toHaveProperty('statement');
  const { revokeTime: _, revokeProof: _p, revokeChannel: _c, ...inForce } = await read(keyOf.consent(accountId, id));
  await putItem(table, { ...inForce, imported: { ...Object(inForce.imported), withRevocation: undefined } });

  expect(await ask()).toMatchObject({ status: 503, code: 'evidence.history-incomplete' });
});

/** The leaf of what was revoked or published last, in a block of somebody's own after the last one. */
const plantBlock = async (leaf: Leaf) => {
  const last = await findLastBlock(logTable);
  const first = last === undefined ? 0 : endOfBlock(last);
  await putItem(logTable, toBlockItem({ first, appendedAt: Date.now(), leaves: [leaf] }));
};

test('a block of the right leaf without the item by which documents find it changes nothing of the journal', async () => {
  const given = await begin();
  await given.revoke();
  const leaf = leavesOfItem(await read(given.key)).find(({ event }) => event.kind === 'revoked');
  if (leaf === undefined) throw new Error('There is no leaf.');
  await plantBlock(leaf);
  await publishNext(register.publisher, new Date());
  await perform(given.older);

  expect(await given.ask()).toMatch(incomplete);
});

test('a version that is changed with its leaf and block before a checkpoint is signed in no document, though the feed has stopped', async () => {
  const given = await begin();
  const { accountId } = given.tenant;
  await askAgain(given);
  await register.feed();
  const version = (await listNoticeVersions(table, accountId)).at(-1);
  const forged = { ...(await read(keyOf.noticeVersion(accountId, version?.id ?? ''))), askAgain: false };
  const [leaf] = leavesOfItem(forged);
  const block = await findLastBlock(logTable);
  if (leaf === undefined || block === undefined) throw new Error('The log does not have the version.');
  const at = block.leaves.findIndex(({ event }) => event.id === version?.id);
  const writes = [
    { on: table, put: forged },
    { on: logTable, put: toBlockItem({ ...block, leaves: block.leaves.with(at, leaf) }) },
    { on: logTable, put: toLeafItem(leaf, block.first + at) },
  ];
  await perform(writes);
  expect(await given.ask()).toContain(
    '503 evidence.history-incomplete: A leaf in the journal of the log is not notice.',
  );
  await publishNext(register.publisher, new Date());

  expect(await given.ask()).toContain(
    '503 evidence.history-incomplete: A leaf in the journal of the log is not notice.',
  );
  expect(whoMay(writes)).toEqual(['operate']);
});

test.each([1_000, 3_600_000, 70 * 365 * 86_400_000])(
  'a withdrawal that the log has is not moved by %s ms with a second leaf and block',
  async (by) => {
    const given = await begin();
    await given.revoke();
    await register.publish();
    const item = await read(given.key);
    const forged = {
      ...item,
      ...given.key,
      revokeTime: new Date(Date.parse(String(item.revokeTime)) + by).toISOString(),
    };
    const leaf = leavesOfItem(forged).find(({ event }) => event.kind === 'revoked');
    if (leaf === undefined) throw new Error('There is no leaf.');
    const last = await findLastBlock(logTable);
    const index = last === undefined ? 0 : endOfBlock(last);
    const writes = [
      { on: table, put: forged },
      { on: logTable, put: toBlockItem({ first: index, appendedAt: Date.now(), leaves: [leaf] }) },
      { on: logTable, put: toLeafItem(leaf, index) },
    ];
    await perform(writes);
    await publishNext(register.publisher, new Date());

    expect(whoMay(writes)).toEqual(['operate']);
    expect(await given.ask()).toMatch(
      /^503 evidence\.history-incomplete: A leaf in the journal of the log is consent\.revoked/,
    );
    await register.feed();
  },
);

test('a version that the log has is not replaced with a second leaf and block', async () => {
  const given = await begin();
  const { accountId } = given.tenant;
  await askAgain(given);
  await register.publish();
  const version = (await listNoticeVersions(table, accountId)).at(-1);
  const forged = { ...(await read(keyOf.noticeVersion(accountId, version?.id ?? ''))), askAgain: false };
  const [leaf] = leavesOfItem(forged);
  const last = await findLastBlock(logTable);
  const index = last === undefined ? 0 : endOfBlock(last);
  if (leaf === undefined) throw new Error('There is no leaf.');
  const writes = [
    { on: table, put: forged },
    { on: logTable, put: toBlockItem({ first: index, appendedAt: Date.now(), leaves: [leaf] }) },
    { on: logTable, put: toLeafItem(leaf, index) },
  ];
  await perform(writes);
  await publishNext(register.publisher, new Date());

  expect(whoMay(writes)).toEqual(['operate']);
  expect(await given.ask()).toContain(
    '503 evidence.history-incomplete: A leaf in the journal of the log is not notice.',
  );
  await register.feed();
});

test('a notice of more than 256 versions has documents', async () => {
  const given = await begin();
  const { accountId, pid } = given.tenant;
  for (let i = 0; i < 257; i += 1)
    await publishVersion(table, accountId, pid, noticeContent({ validityDays: i + 1 }), new Date());

  expect(await journalOf(given)).toHaveLength(257);
  expect(await given.ask()).toBe('signed');
});

/** As large as DynamoDB takes it. */
const fill = (name: string, { [name]: _, ...item }: Item): Item => ({
  ...item,
  [name]: 'x'.repeat(400 * 1024 - itemSize(item) - 40),
});

const erasing = ({ tenant, id }: Begun) => expect(erase(tenant.accountId, [id])).rejects;

test.each<[string, string, (given: Begun) => Promise<unknown>, event: string]>([
  ['a withdrawal', 'x', async ({ revoke }) => expect(await revoke()).toMatchObject({ status: 500 }), 'revoked'],
  ['an erasure', 'byPid', (given) => erasing(given).toThrow('Some consents are damaged.'), 'erased'],
])('%s of a consent that somebody filled up (%s) is in the journal, though it cannot be written', async (...row) => {
  const [, name, end, event] = row;
  const given = await begin();
  const writes = [{ on: table, put: { ...fill(name, given.item), ...given.key } }];
  await perform(writes);
  await end(given);
  await perform(given.older);

  expect(whoMay(writes)).toEqual(['operate', 'erase']);
  expect(await given.ask()).toMatch(incomplete);
  expect(await given.ask()).toContain(`is consent.${event}`);
});

test.each<['evidence' | 'everything', string]>([
  ['evidence', 'erased'],
  ['everything', 'removed'],
])('an erasure (%s) that the store does not take is in the journal', async (extent, event) => {
  const given = await begin();
  const refusal = { __type: 'com.amazon.coral.validate#ValidationException', message: 'Item size has exceeded' };
  proxy.intercept = async (call) =>
    call.name === 'TransactWriteItems' ? { status: 400, output: refusal } : call.forward();
  await expect(erase(given.tenant.accountId, [given.id], { extent })).rejects.toThrow('Item size has exceeded');
  proxy.intercept = undefined;

  expect(await given.ask()).toMatch(incomplete);
  expect(await given.ask()).toContain(`is consent.${event}`);
});

test.each([
  [
    'is busy',
    { status: 400, output: { __type: 'com.amazonaws.dynamodb.v20120810#ThrottlingException', message: 'x' } },
  ],
  ['fails', { status: 500, output: { __type: 'com.amazonaws.dynamodb.v20120810#InternalServerError', message: 'x' } }],
])('a withdrawal of a moment when the store %s leaves nothing: the next one counts', async (_, refusal) => {
  const given = await begin();
  proxy.intercept = async (call) => (call.name === 'TransactWriteItems' ? refusal : call.forward());
  expect(await given.revoke()).toMatchObject({ status: 503 });
  proxy.intercept = undefined;

  expect(await given.ask()).toBe('signed');
  expect(await given.revoke()).toMatchObject({ status: 200 });
  expect(await given.ask()).toBe('signed');
});

test('an erasure of a consent that nobody could read is completed once it is put back', async () => {
  const given = await begin();
  const { accountId } = given.tenant;
  await putItem(table, { ...given.item, byPid: 'x' });
  await erasing(given).toThrow('Some consents are damaged.');
  await perform(given.older);
  expect(await erase(accountId, [given.id])).toMatchObject({ erased: 1 });
  await register.feed();
  for (const note of await queryItems(logTable, logKeyOf.aside(''))) await deleteItem(logTable, note);

  expect(await given.ask()).toBe('signed');
});

const years = 70 * 365 * 86_400_000;

test.each<[string, number, (given: Begun) => Promise<unknown>]>([
  ['withdraws', 2_000, ({ revoke }) => revoke()],
  ['withdraws', years, ({ revoke }) => revoke()],
  ['is erased', 2_400_000, ({ tenant, id }) => erase(tenant.accountId, [id])],
  ['is erased', years, ({ tenant, id }) => erase(tenant.accountId, [id])],
])('a person %s whose consent somebody marked as revoked in %s ms: no document says that time', async (_, by, end) => {
  const given = await begin();
  const revokeTime = new Date(Date.now() + by).toISOString();
  const { proof: revokeProof, observed: revokeObserved } = given.item;
  const marked = { ...given.item, ...given.key, revokeTime, revokeChannel: 'web', revokeProof, revokeObserved };
  await perform([{ on: table, put: marked }]);
  await register.publish();
  await end(given);
  await register.publish();

  expect(await given.ask()).toMatch(incomplete);
});

test.each([10_000, years])(
  'an erasure that somebody listed as one in %s ms: no document says that time',
  async (by) => {
    const given = await begin();
    const { accountId } = given.tenant;
    const time = new Date(Date.now() + by).toISOString();
    const listed = { consentId: given.id, time, extent: 'evidence', salt: Buffer.alloc(16, 7) };
    const writes = [{ on: erasures, put: { ...erasuresKeyOf.consent(accountId, given.id), ...listed } }];
    await perform(writes);
    expect(await erase(accountId, [given.id])).toMatchObject({ erased: 1 });
    await register.publish();

    expect(whoMay(writes)).toEqual(['erase']);
    expect(await given.ask()).toMatch(incomplete);
  },
);

test('an end of a moment ago by another clock is the end', async () => {
  const given = await begin();
  const revoked = { ...given.item, ...given.key, revokeTime: new Date(Date.now() + 500).toISOString() };
  await perform([{ on: table, put: { ...revoked, revokeChannel: 'web', revokeProof: given.item.proof } }]);
  await register.publish();
  await given.revoke();

  expect(await given.ask()).toBe('signed');
});
