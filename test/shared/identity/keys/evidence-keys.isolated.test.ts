import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import type { EvidenceSigner } from '../../../../shared/identity/keys/evidence-key.ts';
import {
  isListed,
  KeySet,
  listEvidenceKey,
  readEvidenceKeys,
  toKeySet,
} from '../../../../shared/identity/keys/evidence-keys.ts';
import { newLocalSigner } from '../../../support/evidence-signer.ts';
import { createFreshTable } from '../../../support/fresh-table.ts';

const at = (time: string) => new Date(`2026-11-22T${time}Z`);

const newTable = () => createFreshTable(`evidence-keys-${randomUUID()}`);

/** The times of use of each key, by its name. */
const timesOf = async (table: Awaited<ReturnType<typeof newTable>>) =>
  new Map((await readEvidenceKeys(table)).map(({ kid, usedFrom, usedUntil }) => [kid, [usedFrom, usedUntil]]));

const listed = ({ kid, jwk, arn, stage }: EvidenceSigner) => ({ kid, jwk, arn, stage });

test('a key is listed once, with the time of its first use', async () => {
  const [table, signer] = [await newTable(), await newLocalSigner('prod')];
  expect(await readEvidenceKeys(table)).toEqual([]);

  await listEvidenceKey(table, signer, at('10:00:00'));
  await listEvidenceKey(table, signer, at('11:00:00'));

  expect(await readEvidenceKeys(table)).toEqual([{ ...listed(signer), usedFrom: '2026-11-22T10:00:00.000Z' }]);
});

test('the next key of a stage ends the time of the one before, and of no other stage', async () => {
  const table = await newTable();
  const [first, second, other] = [
    await newLocalSigner('prod'),
    await newLocalSigner('prod'),
    await newLocalSigner('test'),
  ];
  await listEvidenceKey(table, first, at('10:00:00'));
  await listEvidenceKey(table, other, at('10:30:00'));
  await listEvidenceKey(table, second, at('11:00:00'));

  expect(await timesOf(table)).toEqual(
    new Map([
      [first.kid, ['2026-11-22T10:00:00.000Z', '2026-11-22T11:00:00.000Z']],
      [other.kid, ['2026-11-22T10:30:00.000Z', undefined]],
      [second.kid, ['2026-11-22T11:00:00.000Z', undefined]],
    ]),
  );
});

test('a container that has the key before still signs for an hour; later that key is in use again', async () => {
  const table = await newTable();
  const [first, second] = [await newLocalSigner(), await newLocalSigner()];
  await listEvidenceKey(table, first, at('10:00:00'));
  await listEvidenceKey(table, second, at('11:00:00'));

  await listEvidenceKey(table, first, at('12:00:00'));
  expect((await timesOf(table)).get(first.kid)).toEqual(['2026-11-22T10:00:00.000Z', '2026-11-22T11:00:00.000Z']);
  expect(isListed(await readEvidenceKeys(table), first, at('12:00:00'))).toBe(true);
  expect(isListed(await readEvidenceKeys(table), first, at('12:00:00.001'))).toBe(false);

  await listEvidenceKey(table, first, at('12:00:00.001'));
  expect((await timesOf(table)).get(first.kid)).toEqual(['2026-11-22T10:00:00.000Z', undefined]);
  expect((await timesOf(table)).get(second.kid)).toEqual(['2026-11-22T11:00:00.000Z', '2026-11-22T12:00:00.001Z']);
});

test('of many that sign first at once, each key is listed once', async () => {
  const table = await newTable();
  const signers = await Promise.all(['a', 'b', 'c', 'd'].map((stage) => newLocalSigner(stage)));

  await Promise.all([...signers, ...signers].map((signer) => listEvidenceKey(table, signer, at('10:00:00'))));

  const keys = await readEvidenceKeys(table);
  expect(keys.map(({ kid }) => kid).sort()).toEqual(signers.map(({ kid }) => kid).sort());
});

test('fifty containers that sign first at once, by clocks that differ, list their key once and the one before as ended', async () => {
  const table = await newTable();
  const [old, key] = [await newLocalSigner('prod'), await newLocalSigner('prod')];
  await listEvidenceKey(table, old, at('09:00:00'));
  const clocks = Array.from({ length: 50 }, (_, i) => new Date(at('10:00:00').getTime() + i * 10));

  await Promise.all(clocks.map((now) => listEvidenceKey(table, key, now)));

  const times = await timesOf(table);
  const [usedFrom] = times.get(key.kid) ?? [];
  expect([...times.keys()]).toEqual([old.kid, key.kid]);
  expect(times.get(old.kid)).toEqual(['2026-11-22T09:00:00.000Z', usedFrom]);
  expect(times.get(key.kid)).toEqual([usedFrom, undefined]);
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
    {
      ...first.jwk,
      ...common,
      kid: first.kid,
      usedFrom: '2026-11-22T10:00:00.000Z',
      usedUntil: '2026-11-22T11:00:00.000Z',
    },
    { ...second.jwk, ...common, kid: second.kid, usedFrom: '2026-11-22T11:00:00.000Z' },
  ]);
});
