import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createKeyPair } from '../../../../shared/identity/keys/signing-key.ts';
import {
  markSupersededKeys,
  publishVerificationKey,
  readVerificationKeys,
} from '../../../../shared/identity/keys/verification-keys.ts';
import { recordCalls } from '../../../support/call/requests.ts';
import { createFreshTable } from '../../../support/make/tables.ts';

const now = new Date('2026-11-20T12:00:00Z');
const newKey = () => createKeyPair(now).verificationKey;
const freshTable = () => createFreshTable(`keys-${randomUUID()}`);

test('a key that becomes current has no mark, whatever it was before', async () => {
  const table = await freshTable();
  const [one, other] = [newKey(), newKey()];
  for (const key of [one, other]) await publishVerificationKey(table, key, now);
  await markSupersededKeys(table, other.kid, now);

  await markSupersededKeys(table, one.kid, new Date(now.getTime() + 1));

  const keys = await readVerificationKeys(table);
  expect(keys).toContainEqual({ ...one, addedAt: now.toISOString() });
  expect(keys).toContainEqual({ ...other, addedAt: now.toISOString(), supersededAt: '2026-11-20T12:00:00.001Z' });
});

test('nothing is written when nothing changes', async () => {
  const table = await freshTable();
  const key = newKey();
  await publishVerificationKey(table, key, now);
  await markSupersededKeys(table, key.kid, now);

  const later = new Date(now.getTime() + 60_000);
  expect((await recordCalls(() => markSupersededKeys(table, key.kid, later))).calls).toEqual(['GetItem']);
  expect((await recordCalls(() => publishVerificationKey(table, key, later))).calls).toEqual(['GetItem']);
});

test('keys published while others are settled are kept', async () => {
  const table = await freshTable();
  const [current, ...others] = Array.from({ length: 6 }, newKey);
  if (current === undefined) throw new Error('There is no key.');
  await publishVerificationKey(table, current, now);

  await Promise.all([
    ...others.map((key) => publishVerificationKey(table, key, now)),
    markSupersededKeys(table, current.kid, now),
  ]);

  const keys = await readVerificationKeys(table);
  for (const { kid } of [current, ...others]) expect(keys.filter((key) => key.kid === kid)).toHaveLength(1);
  expect(keys.find(({ kid }) => kid === current.kid)?.supersededAt).toBeUndefined();
});

test('leaves the keys of another secret alone until they are superseded by one of their own', async () => {
  const table = await freshTable();
  const [current, before, elsewhere] = [newKey(), newKey(), newKey()];
  for (const [key, secretId] of [
    [before, 'here'],
    [elsewhere, 'there'],
    [current, 'here'],
  ] as const) {
    await publishVerificationKey(table, { ...key, secretId }, now);
  }
  const settle = async (kid: string, days: number): Promise<(string | undefined)[]> => {
    await markSupersededKeys(table, kid, new Date(now.getTime() + days * 86_400_000));
    const keys = await readVerificationKeys(table);
    return [before, elsewhere, current].map(({ kid }) => {
      const key = keys.find((each) => each.kid === kid);
      return key && (key.supersededAt === undefined ? 'in use' : 'superseded');
    });
  };

  expect(await settle(current.kid, 0)).toEqual(['superseded', 'in use', 'in use']);
  expect(await settle(current.kid, 2)).toEqual([undefined, 'in use', 'in use']);
});
