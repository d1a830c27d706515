import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { anchorCheckpoint } from '../../../shared/log/anchors.ts';
import { readCheckpoints } from '../../../shared/log/checkpoints.ts';
import { keyOf, logKeyOf } from '../../../shared/store/keys.ts';
import { getItem, queryItems } from '../../../shared/store/read.ts';
import { bucket, startBucket } from '../../shared/log/anchor-bucket.ts';
import { admin, adminData } from '../../support/call/admin.ts';
import { invoke } from '../../support/call/invoke.ts';
import { addConsent, newTenant } from '../../support/make/builders.ts';
import { erase } from '../../support/make/changes.ts';
import { setTime } from '../../support/make/clock.ts';
import { noiseOf } from '../../support/make/exports.ts';
import { newFolder } from '../../support/make/machine.ts';
import { openOwnLog } from '../../support/make/register-log.ts';
import { findShelf, stock } from '../../support/make/stock.ts';
import { deleteItem, editItem, putItem } from '../../support/make/stored.ts';
import { logTable, table } from '../../support/make/table.ts';

const { publish } = await openOwnLog();
const tenant = await newTenant({ notices: 2 });
await publish();
const shelf = await findShelf(table, tenant.accountId, tenant.projectUid, tenant.pid);
const people = Array.from({ length: 270 }, (_, i) => ({ time: new Date(), userData: { email: `p${i}@example.com` } }));
const ids = await stock(table, shelf, people);
await publish();
/** Proofs that are items of their own, or of another consent: `log verify` reads them there. */
const pids = tenant.notices.map(({ pid }) => pid);
const several = await addConsent(tenant, { consentInformationPid: pids, proof: { html: noiseOf(1, 9_000) } });
const second = several.data?.[1]?.consentId;
await invoke('revokeConsent', { id: second, proof: { html: noiseOf(2, 40_000) } }, { token: tenant.token });
await publish();
const { consentId: gone } = await addConsent(tenant);
await publish();
await erase(tenant.accountId, [gone], { extent: 'everything' });
await publish();

const withLog = ['--lag', '1'] as const;

test('a sound register: what agrees, what was kept, exit code 0', async () => {
  const folder = newFolder();
  const file = join(folder, 'checkpoint.txt');
  const { key, checkpoint } = await adminData('log', 'keys', '--out', file);
  const s3 = await startBucket();
  for await (const { size, note } of readCheckpoints(logTable)) await anchorCheckpoint(s3, { bucket, size, note });
  const words = ['--anchors', bucket, '--checkpoint', file, '--checkpoints', folder, '--key', key];
  const { exitCode, stdout, stderr } = await admin('log', 'verify', ...words, ...withLog);

  expect(await readFile(file, 'utf8')).toBe(checkpoint);
  expect(stderr).toMatch(/ checkpoints, the last of \d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\n/);
  expect(stderr).toMatch(
    /contains 7 checkpoints kept outside the tables, the last of \d{4}-\d\d-\d\d \d\d:\d\d:\d\d\. /,
  );
  expect({ exitCode, stdout }, stderr).toEqual({ exitCode: 0, stdout: '' });
});

test('without anything from outside the tables, it says what that leaves open', async () => {
  const { exitCode, stderr } = await admin('log', 'verify');

  expect(exitCode).toBe(0);
  expect(stderr).toMatch(/Nothing outside the tables was compared/);
});

test('each record that was changed beside the service is named, with exit code 6', async () => {
  const [edited = ''] = ids;
  await editItem(table, keyOf.consent(tenant.accountId, edited), 'SET lang = :lang', { ':lang': 'deu' });
  const { exitCode, stdout, stderr } = await admin('log', 'verify', '--json', ...withLog);
  const { findings, counts } = JSON.parse(stdout);

  expect(exitCode).toBe(6);
  expect(counts).toEqual({ edited: 1 });
  expect(findings).toEqual([expect.objectContaining({ kind: 'edited', accountId: tenant.accountId, id: edited })]);
  expect(JSON.parse(stderr).error.message).toContain('edited 1');
});

test('a checkpoint that was kept and that the log contradicts is a fork', async () => {
  const folder = newFolder();
  const file = join(folder, 'kept.txt');
  const [first] = await Array.fromAsync(readCheckpoints(logTable));
  await writeFile(file, first?.note ?? '');
  await editItem(logTable, logKeyOf.checkpoint(first?.size ?? 0), 'SET note = :note', {
    ':note': 'consent-register/test\n',
  });
  const { stdout } = await admin('log', 'verify', '--json', '--checkpoint', file, ...withLog);

  expect(JSON.parse(stdout).counts).toMatchObject({ checkpoint: 1, fork: 1 });
});

test('a changed last checkpoint is a finding, and the other checkpoints still tell the key of the log', async () => {
  const last = (await Array.fromAsync(readCheckpoints(logTable))).at(-1);
  const Key = logKeyOf.checkpoint(last?.size ?? 0);
  const sound = await adminData('log', 'keys');
  for (const note of ['nothing', last?.note.replace('consent-register/test', 'other')]) {
    await editItem(logTable, Key, 'SET note = :note', { ':note': note });
    const { stdout } = await admin('log', 'verify', '--json', ...withLog);
    const { key, findings } = JSON.parse(stdout);

    expect(key).toBe(sound.key);
    expect(findings).toContainEqual(expect.objectContaining({ kind: 'checkpoint', position: last?.size }));
    const { stderr } = await admin('log', 'keys');
    expect(stderr).toContain('The key did not sign 1 later checkpoint. Run');
  }
  await editItem(logTable, Key, 'SET note = :note', { ':note': last?.note });
});

test('a key in the log table that signed no checkpoint is a finding of each command that tells it', async () => {
  const item = await getItem(logTable, logKeyOf.signingKey('checkpoints'));
  await putItem(logTable, { ...item, publicKey: new Uint8Array(32) });
  for (const words of [
    ['log', 'verify'],
    ['log', 'keys'],
    ['evidence', 'keys'],
  ]) {
    const { exitCode, stderr } = await admin(...words);
    expect({ exitCode, stderr }).toEqual({
      exitCode: 6,
      stderr: expect.stringMatching(/Run `npm run admin -- log verify --key <key> .+` with the key that you kept/),
    });
  }
  await putItem(logTable, item);
});

test('a bucket of anchors that is not there is refused, and one without anchors lacks all', async () => {
  await startBucket();
  expect(await admin('log', 'verify', '--anchors', 'another-bucket')).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('another-bucket does not exist'),
  });
  setTime(new Date(Date.now() + 2 * 60_000));
  const { counts } = JSON.parse((await admin('log', 'verify', '--json', '--anchors', bucket, ...withLog)).stdout);

  expect(counts.unanchored).toBeGreaterThan(0);
});

test('what is changed of notices and of the operations log is named, also a version under the key of another', async () => {
  const put = (item: object | undefined) => putItem(table, item);
  const [version] = await queryItems(table, keyOf.noticeVersion(tenant.accountId, ''));
  const [entry] = await queryItems(table, keyOf.operation(''));
  const head = await getItem(table, keyOf.notice(tenant.accountId, Number(version?.pid)));
  const copy = keyOf.noticeVersion(tenant.accountId, 'f'.repeat(32));
  await put({ ...version, askAgain: true });
  await put({ ...version, ...copy });
  await put({ ...entry, by: 'local:eve' });
  await put({ ...head, versionId: 'f'.repeat(32) });
  const { exitCode, stdout } = await admin('log', 'verify', '--json', ...withLog);
  const { findings } = JSON.parse(stdout);

  expect(exitCode).toBe(6);
  expect(findings).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ kind: 'edited', id: version?.id }),
      expect.objectContaining({
        kind: 'edited',
        id: version?.id,
        says: `notice ${version?.pid} names another current version or number`,
      }),
      expect.objectContaining({ kind: 'edited', id: `${copy.PK} ${copy.SK}`, says: 'it cannot be read' }),
      expect.objectContaining({ kind: 'edited', id: entry?.id, says: 'its leaf `operation` differs' }),
    ]),
  );
  for (const item of [version, entry, head]) await put(item);
  await deleteItem(table, copy);
});
