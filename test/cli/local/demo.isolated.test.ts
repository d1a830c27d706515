import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { demoAccounts, demoPassword, logDemo, provisionDemo, renewDemoKey } from '../../../cli/local/demo.ts';
import { encryptionKeyAlias } from '../../../cli/local/kms.ts';
import { readProjects } from '../../../shared/consents/lists.ts';
import { stateAt } from '../../../shared/consents/state.ts';
import { findUserId } from '../../../shared/identity/passwords.ts';
import { readBlocks } from '../../../shared/log/blocks.ts';
import { readCheckpoints } from '../../../shared/log/checkpoints.ts';
import { readLineage } from '../../../shared/notices/lineage.ts';
import { Channel } from '../../../shared/schema/vocabulary.ts';
import { logKeyOf } from '../../../shared/store/keys.ts';
import { queryItems } from '../../../shared/store/read.ts';
import { admin } from '../../support/call/admin.ts';
import { invoke } from '../../support/call/invoke.ts';
import { newKey } from '../../support/make/builders.ts';
import { useRealCost } from '../../support/make/password.ts';
import { deleteItem, readAll } from '../../support/make/stored.ts';
import { logTable, table } from '../../support/make/table.ts';

const start = new Date();
const later = new Date(start.getTime() + 30 * 86_400_000);
await provisionDemo(table, start);

const { id: accountId, project, user } = demoAccounts.demoShop;

const readConsents = async () => {
  const lineage = await readLineage(table, accountId);
  const scope = { accountId, projectUids: [project.uid], lineage };
  const pages = await Array.fromAsync(readProjects(table, scope, { order: 'oldest-first' }));
  return pages.flat();
};

/** How often each value is there. */
const countEach = (values: readonly unknown[]) =>
  Object.fromEntries([...Map.groupBy(values, String)].map(([value, all]) => [value, all.length]));

test('has consents of every state, channel and kind of value, and some in languages without a text', async () => {
  const consents = await readConsents();
  const states = consents.map(({ times }) => stateAt(times, start)?.state);
  const file = await readFile(join(import.meta.dirname, '../../../cli/local/demo/demo-shop/consents.json'), 'utf8');

  expect(countEach(states)).toEqual({ active: 16, revoked: 5, superseded: 5, expired: 2 });
  expect(new Set(consents.map(({ facets }) => facets.channel))).toEqual(new Set(Channel.options));
  const withoutText = consents.filter(({ facets, version }) => !version.languages.includes(facets.lang));
  expect(countEach(withoutText.map(({ facets }) => facets.lang))).toEqual({ deu: 1, spa: 1, rus: 1, ukr: 1 });
  for (const kind of ['"label"', '"customer_number"', '"tax_code"', '"mobile_phone"']) expect(file).toContain(kind);
});

test('nobody agreed to a version that was not the current one', async () => {
  for (const { times, version } of await readConsents()) {
    expect(times.given >= new Date(version.publishedAt)).toBe(true);
    expect(times.given < new Date(version.currentUntil ?? start)).toBe(true);
    if (times.revoked !== undefined) expect(times.revoked > times.given && times.revoked < start).toBe(true);
  }
});

test('a later start adds nothing and changes nothing', async () => {
  const before = await readAll();

  expect(await provisionDemo(table, later)).toBe(true);

  expect(await readAll()).toEqual(before);
});

const site = { table, log: logTable };
const key = { encryptionKey: encryptionKeyAlias, stage: 'test' };
await logDemo(site, key, start);

const read = async () => ({
  blocks: await Array.fromAsync(readBlocks(logTable, 0)),
  checkpoints: await Array.fromAsync(readCheckpoints(logTable)),
});

const expectSound = async (): Promise<void> => {
  const { exitCode, stdout, stderr } = await admin('log', 'verify', '--lag', '1');
  expect({ exitCode, stdout }, stderr).toEqual({ exitCode: 0, stdout: '' });
};

test('the log of the demo data is whole, with checkpoints of the year that it tells of', async () => {
  const { blocks, checkpoints } = await read();
  const leaves = blocks.flatMap((block) => block.leaves);

  await expectSound();
  expect(checkpoints.at(-1)?.size).toBe(leaves.length);
  expect(checkpoints.length).toBeGreaterThan(25);
});

test('a start that was interrupted before the log had a checkpoint is repeated', async () => {
  const before = await read();
  for (const item of await queryItems(logTable, logKeyOf.checkpoint(''))) await deleteItem(logTable, item);

  await logDemo(site, key, new Date());

  const { blocks, checkpoints } = await read();
  expect(blocks).toEqual(before.blocks);
  expect(checkpoints.map(({ size }) => size)).toEqual(before.checkpoints.map(({ size }) => size));
  await expectSound();
});

test('a later start adds nothing', async () => {
  const before = await read();

  await logDemo(site, key, new Date());

  expect(await read()).toEqual(before);
});

test('Other Shop has a notice of its own and sees no other, and New Shop is not set up', async () => {
  useRealCost();
  const logIn = async (email: string) => (await invoke('login', { email, password: demoPassword })).body.access_token;
  const [other, fresh] = [await logIn('other@example.com'), await logIn('new@example.com')];

  expect(await invoke('getNotices', { pid: 4 }, { token: other })).toMatchObject({ status: 200 });
  expect(await invoke('getNotices', { pid: 1 }, { token: other })).toMatchObject({ status: 404 });
  expect(await invoke('details', {}, { token: fresh })).toMatchObject({ status: 200 });
  expect(await invoke('getNotices', { pid: 1 }, { token: fresh })).toMatchObject({ status: 403 });
});

test('Ada has a history, and what she agrees to today is its latest part', async () => {
  useRealCost();
  const { body } = await invoke('login', { email: user.email, password: demoPassword });
  const token = body.access_token;
  const search = { userData: { email: 'ADA@example.com' } };
  const found = await invoke('searchConsents', search, { token });
  expect(found.body.data.map(({ consentInformationPid, revoked }) => [consentInformationPid, revoked])).toEqual([
    [2, false],
    [1, false],
    [1, false],
    [2, true],
  ]);

  const consent = { projectUid: project.uid, consentInformationPid: 2, proof: { url: 'https://shop.example' } };
  const added = await invoke('addConsent', { ...consent, ...search }, { token });

  const { body: latest } = await invoke('searchConsents', { ...search, first: true }, { token });
  expect(latest).toMatchObject({ data: { id: added.body.consentId, revoked: false } });
});

test('each start has a key of the demo, which alone of those of starts works, and ends no other', async () => {
  const id = (await findUserId(table, user.email)) ?? 0;
  const mine = await newKey({ userId: id, accountId });
  const [first = '', second = ''] = [await renewDemoKey(table, start), await renewDemoKey(table, later)];
  const codeOf = async (token: string) => (await invoke('details', {}, { token })).body.code;

  expect([await codeOf(first), await codeOf(second), await codeOf(mine.token)]).toEqual([
    'key.ended',
    undefined,
    undefined,
  ]);
});
