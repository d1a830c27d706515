import { beforeEach, expect, test, vi } from 'vitest';
import { endOfBlock, findLastBlock, parseLeafItem, toBlockItem, toLeafItem } from '../../../../shared/log/blocks.ts';
import { computePaths, findCheckpointOf } from '../../../../shared/log/checkpoints.ts';
import { leavesOfItem } from '../../../../shared/log/feed.ts';
import type { Leaf } from '../../../../shared/log/log-event.ts';
import { listSetAside } from '../../../../shared/log/set-aside.ts';
import { hashLeaf, rootOfInclusion } from '../../../../shared/log/tree.ts';
import { listNoticeVersions } from '../../../../shared/notices/notice.ts';
import { newIdentifier } from '../../../../shared/runtime/identifier.ts';
import { logger } from '../../../../shared/runtime/logger.ts';
import { keyOf, logKeyOf, numberIn } from '../../../../shared/store/keys.ts';
import { getItem, queryItems } from '../../../../shared/store/read.ts';
import type { Item, Key, Table } from '../../../../shared/store/table.ts';
import { invoke } from '../../../support/call/invoke.ts';
import type { Tenant } from '../../../support/make/builders.ts';
import { addConsent, newTenant, noticeContent } from '../../../support/make/builders.ts';
import { publishVersion } from '../../../support/make/notices.ts';
import { openOwnLog } from '../../../support/make/register-log.ts';
import { deleteItem, putItem, readAllItems } from '../../../support/make/stored.ts';
import { logTable, table } from '../../../support/make/table.ts';

const register = await openOwnLog();

beforeEach(() => {
  vi.spyOn(logger, 'error').mockImplementation(() => {});
});

type Stored = Item & Key;

const read = async (on: Table, key: Key): Promise<Stored> => ({ ...key, ...(await getItem(on, key)) });

const ask = async ({ token }: Tenant, id: string): Promise<string> => {
  const { status, body } = await invoke('getEvidence', { id }, { token });
  return status === 200 ? 'signed' : `${status} ${body.code}: ${body.detail}`;
};

/** A consent that a later version ended, and what somebody makes of that version and of its leaf, with all rights but the log's key. */
interface Forgery {
  /** The leaf as the log has it, and as the changed version would have it. */
  readonly stored: Stored;
  readonly leaf: Leaf;
}

/** Deletes the journal of a notice, which no policy allows, so that only the log says what is changed then. */
const deleteJournal = async ({ accountId, pid }: Tenant): Promise<void> => {
  for (const item of await queryItems(logTable, logKeyOf.journalOfNotice(accountId, pid, '')))
    await deleteItem(logTable, item);
};

const begin = async () => {
  const tenant = await newTenant();
  const { consentId: id } = await addConsent(tenant);
  await register.publish();
  const { accountId, pid } = tenant;
  await publishVersion(table, accountId, pid, noticeContent({ askAgain: true }), new Date());
  for (let i = 0; i < 2; i += 1) await addConsent(tenant);
  await register.publish();
  await deleteJournal(tenant);
  const [, second] = await listNoticeVersions(table, accountId);
  if (second === undefined) throw new Error('There are not two versions.');
  const version = await read(table, keyOf.noticeVersion(accountId, second.id));
  const forged = { ...version, askAgain: false };
  const [leaf] = leavesOfItem(forged);
  if (leaf === undefined) throw new Error('There is no leaf.');
  return {
    tenant,
    id,
    version,
    forged,
    leaf,
    stored: await read(logTable, logKeyOf.versionLeaf(accountId, pid, second.id)),
  };
};

const firstCheckpoint = async (stored: Stored) => {
  const checkpoint = await findCheckpointOf(logTable, parseLeafItem(stored).index);
  if (checkpoint === undefined) throw new Error('No checkpoint has the leaf.');
  return checkpoint;
};

/** A checkpoint of a size that has none, with the root that fits the changed leaf, under the signatures of another. */
const forgeCheckpoint = async ({ stored, leaf }: Forgery): Promise<Stored> => {
  const { index } = parseLeafItem(stored);
  const [, , , ...signatures] = (await firstCheckpoint(stored)).note.split('\n');
  const size = index + 1;
  const [path] = await computePaths(logTable, [{ index, size }]);
  const root = rootOfInclusion(hashLeaf(leaf.entry), { index, size, path: path instanceof Error ? [] : (path ?? []) });
  const text = [register.key.name, size, Buffer.from(root ?? []).toString('base64')];
  return { ...logKeyOf.checkpoint(size), note: [...text, ...signatures].join('\n') };
};

/** Items to put into the table of the log and to take out of it, beside a leaf that says what the changed version does. */
type Forge = (forgery: Forgery) => Promise<{ readonly put?: readonly Stored[]; readonly remove?: readonly Key[] }>;

const forgeries: Readonly<Record<string, Forge>> = {
  'the leaf is said to be behind the last checkpoint': async ({ stored, leaf }) => ({
    put: [{ ...stored, entry: leaf.entry, index: 900_000_000_000 }],
  }),
  'its checkpoint is overwritten': async ({ stored }) => ({
    put: [{ ...logKeyOf.checkpoint((await firstCheckpoint(stored)).size), note: 'nothing' }],
  }),
  'the note of its checkpoint is no text': async ({ stored }) => ({
    put: [{ ...logKeyOf.checkpoint((await firstCheckpoint(stored)).size), note: 7, anchoredAt: 7, stamp: 'none' }],
  }),
  'what is under no size of a tree comes before its checkpoint': async ({ stored }) => {
    const { PK, SK } = logKeyOf.checkpoint(parseLeafItem(stored).index + 1);
    return { put: [{ PK, SK: `${SK}x`, note: (await firstCheckpoint(stored)).note }] };
  },
  'a checkpoint that nobody signed comes before its own': async (forgery) => ({
    put: [await forgeCheckpoint(forgery)],
  }),
  'a tile is emptied': async () => ({ put: [{ ...logKeyOf.entries(0), hashes: Buffer.alloc(0) }] }),
  'the checkpoints that have it are deleted': async ({ stored }) => {
    const { index } = parseLeafItem(stored);
    const items = (await readAllItems(logTable)) as Stored[];
    return { remove: items.filter(({ PK, SK }) => PK === logKeyOf.checkpoint('').PK && numberIn(SK) > index) };
  },
  'the public key of the log is gone': async () => ({ remove: [logKeyOf.signingKey('checkpoints')] }),
};

test.each(Object.entries(forgeries))(
  'a later version and its leaf are changed, and %s: no document is signed until both are put back',
  async (_what, forge) => {
    const { tenant, id, version, forged, ...forgery } = await begin();
    const { stored, leaf } = forgery;
    const { put = [], remove = [] } = await forge(forgery);
    const before = await Promise.all([...put, ...remove].map((key) => getItem(logTable, { PK: key.PK, SK: key.SK })));
    await putItem(table, forged);
    for (const item of [{ ...stored, entry: leaf.entry }, ...put]) await putItem(logTable, item);
    for (const key of remove) await deleteItem(logTable, key);

    expect(await ask(tenant, id)).toMatch(/^503 evidence\.history-incomplete: Leaf \d+ of the log, \S+/);

    for (const key of put) await deleteItem(logTable, key);
    for (const item of [...before, stored]) if (item !== undefined) await putItem(logTable, item);
    await putItem(table, version);
    expect(await ask(tenant, id)).toBe('signed');
  },
);

test.each<[string, (of: Awaited<ReturnType<typeof begin>>) => Promise<Stored> | Stored, string]>([
  ['of the consent', ({ id }) => read(logTable, logKeyOf.consentLeaf(id, 'RECORDED')), 'consent.recorded'],
  ['of a version', ({ stored }) => stored, 'notice.published of [0-9a-f]{32}'],
  ['of a withdrawal', ({ id }) => logKeyOf.consentLeaf(id, 'REVOKED') as Stored, 'consent.revoked'],
])('where nobody can read the item of the leaf %s, no document is signed, and it is named', async (_, find, named) => {
  const given = await begin();
  const leaf = await find(given);
  await putItem(logTable, { ...leaf, index: 'none' });

  expect(await ask(given.tenant, given.id)).toMatch(
    new RegExp(
      `^503 evidence\\.history-incomplete: A leaf of the log, ${named}, is not in what the log has signed, or`,
    ),
  );
  await (leaf.index === undefined ? deleteItem(logTable, leaf) : putItem(logTable, leaf));
  expect(await ask(given.tenant, given.id)).toBe('signed');
});

test('what is under a key that no leaf has says nothing, and a damaged key of the log proves nothing', async () => {
  const { tenant, id } = await begin();
  await putItem(logTable, { ...logKeyOf.consentLeaf(id, 'NONE'), index: 'none' });
  expect(await ask(tenant, id)).toBe('signed');

  const key = await read(logTable, logKeyOf.signingKey('checkpoints'));
  await putItem(logTable, { ...key, publicKey: 'none' });
  expect(await ask(tenant, id)).toMatch(/^503 evidence\.history-incomplete: Leaf \d+ of the log, \S+, is not in what/);
  await putItem(logTable, key);
});

/** What somebody makes of a consent for as long as the person withdraws it. */
const meanwhile: Readonly<Record<string, (open: Stored) => Stored>> = {
  'that nobody can read': (open) => ({ ...open, lang: 'no language' }),
  'without the hash by which the stream knows it': ({ contentHash: _, ...open }) => open as Stored,
  'as if it were revoked, from another channel': (open) => ({
    ...open,
    channel: 'email',
    revokeTime: new Date().toISOString(),
    revokeChannel: 'web',
    revokeProof: open.proof,
    revokeObserved: open.observed,
  }),
  'as if it were erased': (open) => ({ ...open, eraseTime: '2020-01-01T00:00:00.000Z' }),
};

test.each(Object.entries(meanwhile))(
  'a withdrawal of a consent %s, which is put back then, leaves no document until an operator has seen to it',
  async (_what, change) => {
    const tenant = await newTenant();
    const { consentId: id } = await addConsent(tenant);
    await register.publish();
    const open = await read(table, keyOf.consent(tenant.accountId, id));
    await putItem(table, change(open));
    const answer = await invoke('revokeConsent', { id, proof: { url: 'https://shop.example/account' } }, tenant);
    await putItem(table, open);
    await register.publish();

    expect(answer.status).toBe(200);
    expect(await ask(tenant, id)).toMatch(
      /^503 evidence\.history-incomplete: A leaf in the journal of the log is consent/,
    );

    for (const item of await queryItems(logTable, logKeyOf.journalOfConsent(id, ''))) await deleteItem(logTable, item);
    expect(await ask(tenant, id)).toMatch(/^503 evidence\.history-incomplete: At \S+ the table had something of this /);
    for (const { SK, sort } of await listSetAside(logTable))
      if (sort === id) await deleteItem(logTable, logKeyOf.aside(SK));
    expect(await ask(tenant, id)).toBe('signed');
  },
);

/** Makes each note of a change say that it is of something else, which needs no right to delete. */
const overwriteNotes = async (): Promise<void> => {
  for (const { SK } of await listSetAside(logTable)) await putItem(logTable, { ...logKeyOf.aside(SK), sort: 'none' });
};

test('a version that is changed with its leaf and block before a checkpoint is signed in no document, whatever the notes say', async () => {
  const tenant = await newTenant();
  const { consentId: id } = await addConsent(tenant);
  await register.publish();
  const { accountId, pid } = tenant;
  await publishVersion(table, accountId, pid, noticeContent({ askAgain: true }), new Date());
  await register.feed();
  const [, second] = await listNoticeVersions(table, accountId);
  const forged = { ...(await read(table, keyOf.noticeVersion(accountId, second?.id ?? ''))), askAgain: false };
  const [leaf] = leavesOfItem(forged);
  const block = await findLastBlock(logTable);
  if (leaf === undefined || block === undefined) throw new Error('The log does not have the version.');
  const at = block.leaves.findIndex(({ event }) => event.id === second?.id);
  await putItem(table, forged);
  await putItem(logTable, toBlockItem({ ...block, leaves: block.leaves.with(at, leaf) }));
  await putItem(logTable, toLeafItem(leaf, block.first + at));
  await register.publish();
  await overwriteNotes();

  expect(await ask(tenant, id)).toMatch(
    /^503 evidence\.history-incomplete: A leaf in the journal of the log is not notice/,
  );
  await deleteJournal(tenant);
  expect(await ask(tenant, id)).toMatch(
    /^503 evidence\.history-incomplete: At \S+ the table had something of version /,
  );
});

test.each<[unknown, RegExp]>([
  [1.5, /^The head of notice \d+ does not fit the table: no version has the number 1\.5\./],
  [0, /^The head of notice \d+ does not fit the table: no version has the number 0\./],
  [-1, /^The head of notice \d+ does not fit the table: no version has the number -1\./],
  [
    7,
    /^The head of notice \d+ does not fit the table: version \w+ is not the last one, or has another number than 7\./,
  ],
])('no version is published after a head to which somebody gave the number %s', async (version, refusal) => {
  const { accountId, pid } = await newTenant();
  const head = await read(table, keyOf.notice(accountId, pid));
  await putItem(table, { ...head, version });

  const publishing = publishVersion(table, accountId, pid, noticeContent({ askAgain: true }), new Date());
  await expect(publishing).rejects.toThrow(refusal);
  expect(await listNoticeVersions(table, accountId)).toHaveLength(1);
});

test.each([130_000, 70 * 365 * 86_400_000])(
  'no version is published after one that somebody put %s ms ahead',
  async (by) => {
    const { accountId, pid } = await newTenant();
    const head = await read(table, keyOf.notice(accountId, pid));
    const first = await read(table, keyOf.noticeVersion(accountId, String(head.versionId)));
    const id = newIdentifier(new Date(Date.now() + by));
    await putItem(table, { ...first, ...keyOf.noticeVersion(accountId, id), id, version: 2 });
    await putItem(table, { ...head, version: 2, versionId: id });

    const publishing = publishVersion(table, accountId, pid, noticeContent({ askAgain: true }), new Date());
    await expect(publishing).rejects.toThrow(
      /^The head of notice \d+ does not fit the table: its version is of [-: \d]+, which is later than now\./,
    );
    expect(await listNoticeVersions(table, accountId)).toHaveLength(2);
  },
);

test.each(['changed', 'deleted and put back changed'])(
  'a version that is %s, with a second leaf in a block of its own, is signed in no document',
  async (how) => {
    const { tenant, id, forged, leaf } = await begin();
    if (how !== 'changed') await deleteItem(table, forged);
    await putItem(table, forged);
    const last = await findLastBlock(logTable);
    const first = last === undefined ? 0 : endOfBlock(last);
    await putItem(logTable, toBlockItem({ first, appendedAt: Date.now(), leaves: [leaf] }));
    await putItem(logTable, toLeafItem(leaf, first));
    await register.publish();

    expect(await ask(tenant, id)).toMatch(
      /^503 evidence\.history-incomplete: At \S+ the table had something of version /,
    );
  },
);
