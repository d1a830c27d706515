import { generateKeyPairSync, sign } from 'node:crypto';
import { expect, test } from 'vitest';
import { findLogName, openLogName } from '../../../shared/log/keys.ts';
import { signCheckpoint } from '../../../shared/log/note.ts';
import { logKeyOf } from '../../../shared/store/keys.ts';
import { newMemoryTable } from './memory-table.ts';

const pair = generateKeyPairSync('ed25519');
const publicKey = Buffer.from(pair.publicKey.export({ format: 'jwk' }).x ?? '', 'base64url');

test('a log is named after its stage, with eight characters that are made once', async () => {
  const [log, other] = [newMemoryTable(), newMemoryTable()];
  const name = await openLogName(log, 'prod', publicKey);

  expect(name).toMatch(/^prod-[0-9a-z]{8}$/);
  expect(await openLogName(log, 'prod', publicKey)).toBe(name);
  expect(await openLogName(other, 'prod', publicKey)).not.toBe(name);
  expect(log.items()).toEqual([{ ...logKeyOf.name(), name }]);
});

test('jobs that name a log at the same time agree', async () => {
  const log = newMemoryTable();
  const names = await Promise.all([1, 2, 3].map(() => openLogName(log, 'prod', publicKey)));

  expect(new Set(names).size).toBe(1);
});

test('where the name is gone, the last checkpoint tells it, but only as the key signed it', async () => {
  const log = newMemoryTable();
  const key = { name: 'consent-register/test', publicKey };
  const signer = { key, sign: (bytes: Uint8Array) => sign(null, bytes, pair.privateKey) };
  const note = signCheckpoint({ size: 3, root: new Uint8Array(32), time: new Date() }, signer);
  log.put({ ...logKeyOf.checkpoint(3), note: note.replaceAll(key.name, 'evil/log') });

  await expect(openLogName(log, 'prod', publicKey)).rejects.toMatchObject({ name: 'DamagedLog' });
  expect(await findLogName(log)).toBeUndefined();

  log.put({ ...logKeyOf.checkpoint(3), note });
  expect(await openLogName(log, 'prod', publicKey)).toBe('consent-register/test');
});
