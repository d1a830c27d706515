import { createHash } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { exitCodes } from '../../../cli/command-error.ts';
import { parseCheckpoint } from '../../../shared/log/checkpoint.ts';
import { findLastCheckpoint } from '../../../shared/log/checkpoints.ts';
import { hashLeaf, rootOfInclusion } from '../../../shared/log/merkle.ts';
import { isSignedBy, parseSignedNote, writeNoteKey } from '../../../shared/log/signed-note.ts';
import { keyOf } from '../../../shared/store/keys.ts';
import { admin, adminData } from '../../support/admin.ts';
import { addConsent, newTenant } from '../../support/builders.ts';
import { editItem } from '../../support/edit-item.ts';
import { erase } from '../../support/erase.ts';
import { newFolder } from '../../support/folder.ts';
import { invoke } from '../../support/invoke.ts';
import { makeLog, otherEntry } from '../../support/made-log.ts';
import { openOwnLog } from '../../support/register-log.ts';
import { logTable, table } from '../../support/table.ts';
import { makeWitness } from '../../support/witness.ts';

const register = await openOwnLog();
const tenant = await newTenant();
const ids: string[] = [];
for (let i = 0; i < 300; i += 1) ids.push((await addConsent(tenant)).consentId);
const [id = '', other = '', erased = ''] = ids;
await register.publish();
await invoke('revokeConsent', { id, proof: { url: 'https://shop.example/account' } }, { token: tenant.token });
await register.publish();
await erase(tenant.accountId, [erased]);
await register.publish();
const last = (await findLastCheckpoint(logTable))?.note ?? '';
const { consentId: late } = await addConsent(tenant);

const folder = newFolder();
const give = async (name: string, text: string): Promise<string> => {
  await writeFile(join(folder, name), text);
  return join(folder, name);
};

/** Reads a proof as C2SP tlog-proof describes it. */
const readProof = async (file: string) => {
  const text = await readFile(file, 'utf8');
  const at = text.indexOf('\n\n');
  const [magic, extra = '', index = '', ...path] = text.slice(0, at).split('\n');
  return {
    magic,
    extra: Buffer.from(/^extra (.*)$/.exec(extra)?.[1] ?? '', 'base64'),
    index: Number(/^index (0|[1-9]\d*)$/.exec(index)?.[1]),
    path: path.map((hash) => Buffer.from(hash, 'base64')),
    note: text.slice(at + 2),
  };
};

/** Whether the proof leads from its extra data to the root of its checkpoint, which the log signed. */
const isProved = async (file: string): Promise<boolean> => {
  const { magic, extra, index, path, note } = await readProof(file);
  const [signed, head] = [parseSignedNote(note), parseCheckpoint(note)];
  if (magic !== 'c2sp.org/tlog-proof@v1' || signed === undefined || head === undefined) return false;
  const entry = createHash('sha256').update(extra).digest();
  const root = rootOfInclusion(hashLeaf(entry), { index, size: head.size, path });
  return Buffer.from(head.root).equals(root ?? Buffer.alloc(0)) && isSignedBy(signed, register.key);
};

const statementIn = async (file: string) => {
  const { extra } = await readProof(file);
  return JSON.parse(extra.subarray(extra.indexOf('{"')).toString());
};

test('a proof leads from what the leaf was made from to the first checkpoint with the consent', async () => {
  const out = join(folder, 'given.tlog-proof');
  const told = await adminData('log', 'prove', id, '--out', out);

  expect(told).toMatchObject({ file: out, event: 'consent.recorded', key: writeNoteKey(register.key) });
  expect(await isProved(out)).toBe(true);
  expect(await statementIn(out)).toMatchObject({ event: 'consent.recorded', consent: id });
  expect(parseCheckpoint((await readProof(out)).note)?.size).toBe(told.size);
  expect((await stat(out)).mode & 0o777).toBe(0o600);
});

test.each(['consent.revoked', 'notice.published'])('other events are proved by their names: %s', async (event) => {
  const out = join(folder, `${event}.tlog-proof`);
  await adminData('log', 'prove', id, '--event', event, '--out', out);

  expect(await isProved(out)).toBe(true);
  expect(await statementIn(out)).toMatchObject({ event });
});

test('the proof leads to the checkpoint that the reader kept, with the cosignatures that it has', async () => {
  const cosigned = makeWitness('witness.example/w1').cosign(last);
  const out = join(folder, 'kept.tlog-proof');
  await adminData('log', 'prove', id, '--checkpoint', await give('kept', cosigned), '--out', out);

  expect((await readProof(out)).note).toBe(cosigned);
  expect(await isProved(out)).toBe(true);
});

const refusals: readonly [string, () => Promise<readonly string[]>, keyof typeof exitCodes, string][] = [
  ['what no checkpoint has yet', async () => [late], 'notFound', 'No checkpoint has consent.recorded'],
  [
    'an event that was not',
    async () => [other, '--event', 'consent.revoked'],
    'notFound',
    'Nothing proves consent.revoked of this consent',
  ],
  [
    'an event whose source is erased',
    async () => [erased, '--event', 'consent.recorded'],
    'notFound',
    'What can be proved: consent.erased, notice.published.',
  ],
  ['an event that nobody knows', async () => [id, '--event', 'removed'], 'usage', 'Allowed choices'],
  [
    'the checkpoint of another log',
    async () => [id, '--checkpoint', await give('other', makeLog([otherEntry(1)]).note(1))],
    'usage',
    'its key did not sign it',
  ],
  [
    'a checkpoint of the old form',
    async () => [id, '--checkpoint', await give('old', last.replace('\n\n', '\ntime 2026-11-25T08:00:00.000Z\n\n'))],
    'usage',
    'old form',
  ],
];

test.each(refusals)('nothing is written for %s', async (_what, words, kind, says) => {
  const out = join(folder, 'none.tlog-proof');
  const { exitCode, stderr } = await admin('log', 'prove', ...(await words()), '--out', out);

  expect({ exitCode, stderr }).toEqual({ exitCode: exitCodes[kind], stderr: expect.stringContaining(says) });
  await expect(stat(out)).rejects.toThrow('ENOENT');
});

test('a record that was changed since is not proved, and says so', async () => {
  await editItem(table, keyOf.consent(tenant.accountId, other), 'SET channel = :other', { ':other': 'email' });
  const { exitCode, stderr } = await admin('log', 'prove', other, '--out', join(folder, 'changed.tlog-proof'));

  expect(exitCode).toBe(exitCodes.finding);
  expect(stderr).toContain('The record is not what the log has');
});
