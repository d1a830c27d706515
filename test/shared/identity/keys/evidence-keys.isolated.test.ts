import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import {
  isListed,
  KeySet,
  listEvidenceKey,
  readEvidenceKeys,
  toKeySet,
} from '../../../../shared/identity/keys/evidence-keys.ts';
import type { EvidenceSigner } from '../../../../shared/identity/keys/evidence-signer.ts';
import { newLocalSigner } from '../../../support/make/evidence-signer.ts';
import { createFreshTable } from '../../../support/make/tables.ts';

const at = (time: string) => new Date(`2026-11-22T${time}Z`);

const newTable = () => createFreshTable(`evidence-keys-${randomUUID()}`);

const listed = ({ kid, jwk, arn, stage }: EvidenceSigner) => ({ kid, jwk, arn, stage });

test('a key is listed once, with the time of its first use', async () => {
  const [table, signer] = [await newTable(), await newLocalSigner('prod')];
  expect(await readEvidenceKeys(table)).toEqual([]);

  await listEvidenceKey(table, signer, at('10:00:00'));
  await listEvidenceKey(table, signer, at('11:00:00'));

  expect(await readEvidenceKeys(table)).toEqual([{ ...listed(signer), usedFrom: '2026-11-22T10:00:00.000Z' }]);
});

test('a list only grows: a key that comes back after another keeps its first use', async () => {
  const table = await newTable();
  const [first, second] = [await newLocalSigner('prod'), await newLocalSigner('prod')];
  await listEvidenceKey(table, first, at('10:00:00'));
  await listEvidenceKey(table, second, at('11:00:00'));

  await listEvidenceKey(table, first, at('13:00:00'));

  const keys = await readEvidenceKeys(table);
  expect(keys).toEqual([
    { ...listed(first), usedFrom: '2026-11-22T10:00:00.000Z' },
    { ...listed(second), usedFrom: '2026-11-22T11:00:00.000Z' },
  ]);
  expect(isListed(keys, first)).toBe(true);
});

test('of many that sign first at once, each key is listed once', async () => {
  const table = await newTable();
  const signers = await Promise.all(['a', 'b', 'c', 'd'].map((stage) => newLocalSigner(stage)));

  await Promise.all([...signers, ...signers].map((signer) => listEvidenceKey(table, signer, at('10:00:00'))));

  const keys = await readEvidenceKeys(table);
  expect(keys.map(({ kid }) => kid).sort()).toEqual(signers.map(({ kid }) => kid).sort());
});

test('fifty containers that sign first at once, by clocks that differ, list their key once', async () => {
  const table = await newTable();
  const [old, key] = [await newLocalSigner('prod'), await newLocalSigner('prod')];
  await listEvidenceKey(table, old, at('09:00:00'));
  const clocks = Array.from({ length: 50 }, (_, i) => new Date(at('10:00:00').getTime() + i * 10));

  await Promise.all(clocks.map((now) => listEvidenceKey(table, key, now)));

  expect((await readEvidenceKeys(table)).map(({ kid }) => kid)).toEqual([old.kid, key.kid]);
});

test('is published as a JWK Set without what is in AWS', async () => {
  const table = await newTable();
  const [first, second] = [await newLocalSigner(), await newLocalSigner()];
  await listEvidenceKey(table, first, at('10:00:00'));
  await listEvidenceKey(table, second, at('11:00:00'));

  const published = toKeySet(await readEvidenceKeys(table));

  expect(v.parse(KeySet, JSON.parse(JSON.stringify(published)))).toEqual(published);
  const common = { alg: 'ES256', use: 'sig' };
  expect(published.keys).toEqual([
    { ...first.jwk, ...common, kid: first.kid, usedFrom: '2026-11-22T10:00:00.000Z' },
    { ...second.jwk, ...common, kid: second.kid, usedFrom: '2026-11-22T11:00:00.000Z' },
  ]);
});
