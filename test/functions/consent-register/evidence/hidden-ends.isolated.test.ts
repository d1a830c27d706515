import { NumberValue } from '@aws-sdk/lib-dynamodb';
import { expect, test, vi } from 'vitest';
import { toStatement } from '../../../../shared/evidence/statement.ts';
import { readEvidenceKeys, toKeySet } from '../../../../shared/identity/keys/evidence-keys.ts';
import { newFindings } from '../../../../shared/log/audit/findings.ts';
import { verifyLog } from '../../../../shared/log/audit/verify-log.ts';
import type { Block } from '../../../../shared/log/blocks.ts';
import { endOfBlock, findLastBlock, toBlockItem } from '../../../../shared/log/blocks.ts';
import { findLastCheckpoint } from '../../../../shared/log/checkpoints.ts';
import { writeNoteKey } from '../../../../shared/log/note.ts';
import { listNoticeVersions } from '../../../../shared/notices/notice.ts';
import { newIdentifier } from '../../../../shared/runtime/identifier.ts';
import { logger } from '../../../../shared/runtime/logger.ts';
import { compress } from '../../../../shared/store/item.ts';
import { keyOf, logKeyOf } from '../../../../shared/store/keys.ts';
import { getItem, queryItems } from '../../../../shared/store/read.ts';
import type { Item, Key } from '../../../../shared/store/table.ts';
import { readPublishedKeys } from '../../../../verifier/keys.ts';
import { readKeptCheckpoint } from '../../../../verifier/log/checkpoints.ts';
import { verifyDocument } from '../../../../verifier/verify.ts';
import { fetchText, invoke } from '../../../support/call/invoke.ts';
import { newLink, pressButton } from '../../../support/call/links.ts';
import type { Tenant } from '../../../support/make/builders.ts';
import { addConsent, newTenant, noticeContent } from '../../../support/make/builders.ts';
import { erase } from '../../../support/make/changes.ts';
import { publishVersion } from '../../../support/make/notices.ts';
import { openOwnLog } from '../../../support/make/register-log.ts';
import { deleteItem, putItem, readAllItems } from '../../../support/make/stored.ts';
import { erasures, logTable, table } from '../../../support/make/table.ts';
import type { Write } from './past-register.ts';
import { copyRecord, perform, read, whoMay } from './past-register.ts';

vi.spyOn(logger, 'error').mockImplementation(() => {});

const register = await openOwnLog();

/** What ended a consent, how somebody hides it, and the item of the leaf that knows. */
interface Hidden {
  readonly tenant: Tenant;
  readonly id: string;
  readonly hide: readonly Write[];
  /** Of the whole record before the end: the consent, its notice and the version. */
  readonly older: readonly Write[];
  readonly leaf: Key;
}

const begin = async () => {
  const tenant = await newTenant();
  const { consentId: id } = await addConsent(tenant);
  await register.publish();
  return { tenant, id, older: await copyRecord(tenant, id) };
};

const hideVersion = async (): Promise<Hidden> => {
  const { tenant, id, older } = await begin();
  const { accountId, pid } = tenant;
  await publishVersion(table, accountId, pid, noticeContent({ askAgain: true }), new Date());
  await register.publish();
  const [first, second] = await listNoticeVersions(table, accountId);
  if (first === undefined || second === undefined) throw new Error('There are not two versions.');
  const { currentUntil: _, ...current } = await read(keyOf.noticeVersion(accountId, first.id));
  const head = await read(keyOf.notice(accountId, pid));
  const { version, contentHash } = first;
  const other = await read(keyOf.noticeVersion(accountId, second.id));
  const hide = [
    { on: table, put: { ...head, version, versionId: first.id, contentHash: current.contentHash ?? contentHash } },
    { on: table, put: current },
    { on: table, put: { ...other, pid: 999_999 } },
  ];
  return {
    tenant,
    id,
    hide,
    older: [...older, ...hide.slice(2)],
    leaf: logKeyOf.versionLeaf(accountId, pid, second.id),
  };
};

const ending = (end: (tenant: Tenant, id: string) => Promise<unknown>, kind: string) => async (): Promise<Hidden> => {
  const { tenant, id, older } = await begin();
  const before = await read(keyOf.consent(tenant.accountId, id));
  await end(tenant, id);
  await register.publish();
  return { tenant, id, hide: [{ on: table, put: before }], older, leaf: logKeyOf.consentLeaf(id, kind) };
};

const attacks = [
  ['a later version is hidden', hideVersion, 'notice.published'],
  [
    'a withdrawal is taken out',
    ending(
      ({ token }, id) => invoke('revokeConsent', { id, proof: { url: 'https://shop.example/account' } }, { token }),
      'REVOKED',
    ),
    'consent.revoked',
  ],
  ['an erased consent is put back', ending(({ accountId }, id) => erase(accountId, [id]), 'ERASED'), 'consent.erased'],
  [
    'one that was erased with everything is put back',
    ending(({ accountId }, id) => erase(accountId, [id], { extent: 'everything' }), 'REMOVED'),
    'consent.removed',
  ],
] as const;

const ask = async ({ tenant, id }: Hidden) => {
  const { status, body } = await invoke('getEvidence', { id }, { token: tenant.token });
  return status === 200
    ? 'signed'
    : `${status} ${body.code}: ${/^Leaf \d+ of the log is (\S+?)(?:,| )/.exec(body.detail)?.[1]}`;
};

const audit = async () => {
  const findings = newFindings(100);
  const nothing = (): void => {};
  await verifyLog(
    { table, log: logTable, erasures, kept: [], isAnchored: false, key: register.key },
    { segments: 1, lag: 3_600_000, report: findings.report, onLeaves: nothing, onRecords: nothing },
  );
  return findings.kept();
};

test.each(attacks)('%s: no document is signed, whoever did it', async (_what, make, event) => {
  const hidden = await make();
  await perform(hidden.hide);

  expect(await ask(hidden)).toBe(`503 evidence.history-incomplete: ${event}`);
  expect(whoMay(hidden.hide)).toContain('operate');
});

test.each([
  ['in its leaf', true],
  ['in the journal alone', false],
])(
  'the 257th version, which asks again and is %s, is changed: no document is signed',
  { timeout: 120_000 },
  async (_where, isFed) => {
    const { tenant, id } = await begin();
    const { accountId, pid } = tenant;
    for (let version = 2; version <= 257; version += 1)
      await publishVersion(
        table,
        accountId,
        pid,
        noticeContent({ title: { eng: `Version ${version}` }, askAgain: version === 257 }),
        new Date(),
      );
    if (isFed) await register.publish();
    const last = (await listNoticeVersions(table, accountId)).find(({ version }) => version === 257);
    const item = await read(keyOf.noticeVersion(accountId, last?.id ?? ''));
    const hide = [{ on: table, put: { ...item, askAgain: false, publishedAt: new Date().toISOString() } }];
    await perform(hide);

    const { body } = await invoke('getEvidence', { id }, { token: tenant.token });
    expect(body.code).toBe('evidence.history-incomplete');
    expect(whoMay(hide)).toContain('operate');
  },
);

test('somebody marks a consent as revoked while its person withdraws, and takes the mark out: no document is signed', async () => {
  const { tenant, id } = await begin();
  const item = await read(keyOf.consent(tenant.accountId, id));
  const mark = { revokeTime: new Date().toISOString(), revokeChannel: 'web', revokeProof: item.proof };
  await putItem(table, { ...item, ...mark, revokeObserved: item.observed });
  const pressed = await pressButton(await newLink(tenant), tenant.pid, { query: 'lang=en' });
  expect(pressed.text).toContain('already withdrawn');
  await putItem(table, item);

  const { body } = await invoke('getEvidence', { id }, { token: tenant.token });
  expect(body.code).toBe('evidence.history-incomplete');
});

test('the same behind more than a hundred others that somebody made up, newest first: no document is signed', async () => {
  const { tenant, id } = await begin();
  const { accountId, pid } = tenant;
  const item = await read(keyOf.consent(accountId, id));
  const mark = { revokeTime: new Date().toISOString(), revokeChannel: 'web', revokeProof: item.proof };
  const marked = { ...item, ...mark, revokeObserved: item.observed };
  const planted = Array.from({ length: 120 }, () => keyOf.consent(accountId, newIdentifier(new Date())));
  for (const key of planted) await putItem(table, { ...marked, ...key });
  await putItem(table, marked);
  const pressed = await pressButton(await newLink(tenant), pid, { query: 'lang=en' });
  expect(pressed.text).toContain('already withdrawn');
  await putItem(table, item);
  for (const key of planted) await deleteItem(table, key);

  const { body } = await invoke('getEvidence', { id }, { token: tenant.token });
  expect(body.code).toBe('evidence.history-incomplete');
});

test('a press enters no end whose leaf the log has, and enters a future end as of now', async () => {
  const [given, later] = [await begin(), await begin()];
  const { id } = given;
  await invoke('revokeConsent', { id, proof: { url: 'https://shop.example/account' } }, given.tenant);
  const item = await read(keyOf.consent(later.tenant.accountId, later.id));
  const mark = { revokeTime: '2099-01-01T00:00:00.000Z', revokeChannel: 'web', revokeProof: item.proof };
  await putItem(table, { ...item, ...mark, revokeObserved: item.observed });
  await register.publish();
  const journalOf = (consentId: string) => queryItems(logTable, logKeyOf.journalOfConsent(consentId, ''));
  const before = await journalOf(id);
  for (const { tenant } of [given, later]) {
    const pressed = await pressButton(await newLink(tenant), tenant.pid, { query: 'lang=en' });
    expect(pressed.text).toContain('already withdrawn');
  }

  expect(before).toHaveLength(1);
  expect(await journalOf(id)).toEqual(before);
  expect((await journalOf(later.id)).map(({ SK }) => SK)).toEqual([expect.stringMatching(/^revoked#1\d{12}#$/)]);
});

test('a consent is deleted while the log can take no leaf, and put back: no document is signed', async () => {
  const { tenant, id } = await begin();
  await addConsent(tenant);
  await register.feed();
  const block = await findLastBlock(logTable);
  if (block === undefined) throw new Error('There is no block.');
  const good = toBlockItem(block);
  const item = await read(keyOf.consent(tenant.accountId, id));
  await putItem(logTable, { ...good, events: 'none' });
  await deleteItem(table, keyOf.consent(tenant.accountId, id));
  await register.feed();
  await putItem(table, item);
  await register.feed();
  await putItem(logTable, good);
  await register.publish();

  const { body } = await invoke('getEvidence', { id }, { token: tenant.token });
  expect(body.code).toBe('evidence.history-incomplete');
});

test.each(['emailKey', 'valueDigests'])(
  'a consent without its %s while somebody withdraws, and put back: no document is signed',
  async (attribute) => {
    const { tenant, id } = await begin();
    const item = await read(keyOf.consent(tenant.accountId, id));
    const { [attribute]: _, ...unlisted } = item;
    await putItem(table, unlisted);
    const pressed = await pressButton(await newLink(tenant), tenant.pid);
    if (attribute === 'emailKey') {
      expect(pressed.status).toBe(200);
      await putItem(table, item);
    }
    await register.publish();

    const { body } = await invoke('getEvidence', { id }, { token: tenant.token });
    expect(body.code).toBe('evidence.history-incomplete');
  },
);

test.each(attacks)('%s, with an older copy of the whole record: no document is signed', async (_what, make, event) => {
  const hidden = await make();
  await perform(hidden.older);

  expect(await ask(hidden)).toBe(`503 evidence.history-incomplete: ${event}`);
  expect(whoMay(hidden.older)).toContain('operate');
});

test.each(attacks)(
  '%s, and the items of the leaf and of the journal are deleted: nobody with a policy may, and log verify finds it',
  async (_what, make) => {
    const hidden = await make();
    const { accountId, pid } = hidden.tenant;
    const journal = await Promise.all([
      queryItems(logTable, logKeyOf.journalOfConsent(hidden.id, '')),
      queryItems(logTable, logKeyOf.journalOfNotice(accountId, pid, '')),
    ]);
    const unseen = [hidden.leaf, ...(journal.flat() as (Item & Key)[])].map((key) => ({ on: logTable, remove: key }));
    const leaf = { on: logTable, put: { ...hidden.leaf, ...(await getItem(logTable, hidden.leaf)) } };
    await perform([...hidden.hide, ...unseen]);

    for (const one of unseen) expect(whoMay([one])).toEqual([]);
    expect(await ask(hidden)).toBe('signed');
    const named = hidden.leaf.PK.startsWith('LEAF#NOTICE#') ? hidden.leaf.SK : hidden.id;
    expect(await audit()).toContainEqual(expect.objectContaining({ kind: 'block', id: named }));

    await perform([leaf]);
    expect(await ask(hidden)).toContain('evidence.history-incomplete');
  },
);

test.each(attacks)('%s, and the item of the leaf says something else: no document is signed', async (_what, make) => {
  const hidden = await make();
  const stored = await getItem(logTable, hidden.leaf);
  const changed = { ...hidden.leaf, ...stored, index: 0, time: 0, entry: Buffer.alloc(32) };
  await perform([...hidden.hide, { on: logTable, put: changed }]);

  expect(whoMay([{ on: logTable, put: changed }])).toEqual(['operate']);
  expect(await ask(hidden)).toContain('evidence.history-incomplete');
  await perform([{ on: logTable, put: { ...hidden.leaf, ...stored } }]);
});

/** What somebody puts among the blocks so that no leaf follows, by the last block. */
type Plant = (last: Block) => Item & Key;

const strayAt = (first: number) =>
  toBlockItem({
    first,
    appendedAt: 0,
    leaves: [{ event: { kind: 'operation', id: 'a'.repeat(32), time: 0 }, entry: Buffer.alloc(32) }],
  });

const swollen = { kind: 'operation', id: 'a'.repeat(32), time: 0, more: 'a'.repeat(6_000_000) };

const plants: readonly [string, Plant, named: string][] = [
  [
    'a block with an event that stands for megabytes',
    (last) => ({ ...strayAt(endOfBlock(last)), events: compress([swollen]) }),
    'cannot be read',
  ],
  ['a block where no other can follow', () => strayAt(999_999_999_999), 'is missing, or'],
  ['a block far ahead', () => strayAt(900_000), 'is missing, or'],
  ['a block under no number', () => ({ ...strayAt(900_000), SK: '#~' }), 'did not write the block #~'],
  [
    'a number that nobody can read',
    () => ({ ...logKeyOf.block(900_000), x: NumberValue.from('99999999999999999999.5') }),
    '#000000900000',
  ],
  [
    'no block where the next one comes',
    (last) => ({ ...logKeyOf.block(endOfBlock(last)), events: 'x' }),
    'cannot be read',
  ],
  [
    'no block in the place of the last one',
    ({ first }) => ({ ...logKeyOf.block(first), events: 'x' }),
    'cannot be read',
  ],
];

test.each(plants)('%s among the blocks keeps no end out of documents', async (_what, plant, named) => {
  const { tenant, id, older } = await begin();
  const later = await begin();
  await addConsent(tenant);
  await register.feed();
  const last = await findLastBlock(logTable);
  if (last === undefined) throw new Error('The log is empty.');
  const item = plant(last);
  const before = await getItem(logTable, item);
  const planted = [{ on: logTable, put: item }];
  await perform(planted);
  await addConsent(tenant);
  await register.feed();
  await invoke('revokeConsent', { id, proof: { url: 'https://shop.example/account' } }, { token: tenant.token });
  await register.feed();
  await perform(older);

  const hidden = { tenant, id, hide: planted, older, leaf: logKeyOf.consentLeaf(id, 'REVOKED') };
  expect(await ask(hidden)).toMatch(/^503 evidence\.history-incomplete/);
  expect(await ask({ ...hidden, ...later })).toBe('signed');
  expect(whoMay(planted)).toEqual(['operate']);
  await expect(register.publish()).rejects.toThrow(named);
  expect(await audit()).toContainEqual(
    expect.objectContaining({ kind: 'block', says: expect.stringContaining(item.SK) }),
  );
  await (before === undefined ? deleteItem(logTable, item) : putItem(logTable, before));
  await register.publish();
});

test('blocks that take longer to read than FeedLog has keep no end out of documents', async () => {
  const { tenant, id, older } = await begin();
  const last = await findLastBlock(logTable);
  if (last === undefined) throw new Error('The log is empty.');
  const planted = Array.from({ length: 10 }, (_, i) => ({ on: logTable, put: strayAt(endOfBlock(last) + i) }));
  await perform(planted);
  await invoke('revokeConsent', { id, proof: { url: 'https://shop.example/account' } }, { token: tenant.token });
  let seconds = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
    seconds += 5;
    return seconds * 1_000;
  });
  await expect(register.feed()).rejects.toMatchObject({ code: 'store.unavailable' });
  clock.mockRestore();
  await perform(older);

  const hidden = { tenant, id, hide: planted, older, leaf: logKeyOf.consentLeaf(id, 'REVOKED') };
  expect(whoMay(planted)).toEqual(['operate']);
  expect(await getItem(logTable, hidden.leaf)).toBeUndefined();
  expect(await ask(hidden)).toMatch(/^503 evidence\.history-incomplete/);
});

test('older copies of both tables are signed, and the checkpoint that a reader kept shows it', async () => {
  const hidden = await begin();
  const [before, leaves] = [await readAllItems(table), await readAllItems(logTable)];
  const { tenant, id } = hidden;
  await invoke('revokeConsent', { id, proof: { url: 'https://shop.example/account' } }, { token: tenant.token });
  await register.publish(new Date(Date.now() + 7_200_000));
  const kept = readKeptCheckpoint((await findLastCheckpoint(logTable))?.note ?? '', 'kept.txt');
  if ('fault' in kept) throw new Error(kept.fault);
  for (const [on, items] of [
    [table, before],
    [logTable, leaves],
  ] as const) {
    const known = new Set(items.map(({ PK, SK }) => `${PK} ${SK}`));
    for (const item of await readAllItems(on))
      if (!known.has(`${item.PK} ${item.SK}`)) await deleteItem(on, item as Item & Key);
    await perform(items.map((put) => ({ on, put: put as Item & Key })));
  }

  const document = await fetchText(
    'getEvidence',
    { id, treeSize: kept.kept.head.size },
    { token: tenant.token, encoding: 'json' },
  );
  const set = { ...toKeySet(await readEvidenceKeys(table)), logKeys: [writeNoteKey(register.key)] };
  const keys = await readPublishedKeys(JSON.stringify(set), 'keys.json');
  if ('fault' in keys) throw new Error(keys.fault.code);
  const verify = (checkpoints: (typeof kept.kept)[]) =>
    verifyDocument(document, { keys: keys.keys, checkpoints, now: new Date(Date.now() + 7_200_000) });
  expect(toStatement(JSON.parse(document).statement).stateNow.state).toBe('active');
  expect((await verify([])).verdict).toBe('valid');
  expect(await verify([kept.kept])).toMatchObject({
    verdict: 'doubtful',
    checks: expect.arrayContaining([expect.objectContaining({ name: 'log-kept', holds: null })]),
  });
});
