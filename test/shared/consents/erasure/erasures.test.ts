import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { createErasuresTable } from '../../../../cli/local/table.ts';
import type { Erasure, Extent } from '../../../../shared/consents/erasure/erasures.ts';
import {
  findErasureKey,
  findErasures,
  listErasures,
  planErasures,
  takeErasureKey,
} from '../../../../shared/consents/erasure/erasures.ts';
import { newIdentifier } from '../../../../shared/identifier.ts';
import type { Table } from '../../../../shared/store/client.ts';
import { openTable } from '../../../../shared/store/client.ts';
import { erasuresKeyOf } from '../../../../shared/store/keys.ts';
import { readAllItems } from '../../../support/make/stored.ts';
import { erasures } from '../../../support/make/table.ts';

const today = new Date('2026-11-20T12:00:00.000Z');
const tomorrow = new Date('2026-11-21T12:00:00.000Z');

const newAccountId = (): string => newIdentifier(today);

const erasure = (consentId: string, time = today, extent: Extent = 'evidence'): Erasure => ({
  consentId,
  time,
  extent,
});

const newErasures = (count: number): Erasure[] => Array.from({ length: count }, () => erasure(newIdentifier(today)));

const readAll = async (accountId: string, options?: Parameters<typeof listErasures>[2]): Promise<Erasure[]> =>
  (await Array.fromAsync(listErasures(erasures, accountId, options))).flat();

test('what was erased last comes first, or last', async () => {
  const accountId = newAccountId();
  await planErasures(erasures, accountId, [erasure('a', tomorrow), erasure('b', today, 'everything')]);

  expect(await readAll(accountId)).toEqual([erasure('a', tomorrow), erasure('b', today, 'everything')]);
  expect(await readAll(accountId, { order: 'oldest-first' })).toEqual([
    erasure('b', today, 'everything'),
    erasure('a', tomorrow),
  ]);
});

test('an account has its own list', async () => {
  await planErasures(erasures, newAccountId(), newErasures(3));

  expect(await readAll(newAccountId())).toEqual([]);
});

test('as many as there are, each once, are listed in pages', async () => {
  const accountId = newAccountId();
  const planned = newErasures(130);
  await planErasures(erasures, accountId, [...planned, ...planned]);
  const pages = await Array.fromAsync(listErasures(erasures, accountId, { pageSize: 60 }));

  expect(pages.map((page) => page.length)).toEqual([60, 60, 10]);
  expect(
    pages
      .flat()
      .map(({ consentId }) => consentId)
      .sort(),
  ).toEqual(planned.map(({ consentId }) => consentId).sort());
});

test('a consent that is listed keeps its time, and what is new beside it is listed', async () => {
  const accountId = newAccountId();
  await planErasures(erasures, accountId, [erasure('a'), erasure('b', today, 'everything')]);
  await planErasures(erasures, accountId, [erasure('a', tomorrow), erasure('b', tomorrow), erasure('c', tomorrow)]);

  expect(await readAll(accountId)).toEqual([
    erasure('c', tomorrow),
    erasure('b', today, 'everything'),
    erasure('a', today),
  ]);
});

test('a consent whose evidence was kept is listed again with everything, once', async () => {
  const accountId = newAccountId();
  await planErasures(erasures, accountId, [erasure('a')]);
  const wider = [erasure('a', tomorrow, 'everything')];
  await planErasures(erasures, accountId, wider);
  await planErasures(erasures, accountId, wider);
  await planErasures(erasures, accountId, [erasure('a', tomorrow)]);

  expect(await readAll(accountId)).toEqual([...wider, erasure('a')]);
});

test('with everything at the very moment of the evidence, it is listed as well', async () => {
  const accountId = newAccountId();
  await planErasures(erasures, accountId, [erasure('a')]);
  await planErasures(erasures, accountId, [erasure('a', today, 'everything')]);

  expect(new Set(await readAll(accountId))).toEqual(new Set([erasure('a', today, 'everything'), erasure('a')]));
});

test('an erasure whose entry alone is there is listed like a new one', async () => {
  const accountId = newAccountId();
  const planned = [erasure('a'), erasure('b')];
  await planErasures(erasures, accountId, planned);
  await erasures.client.send(
    new DeleteCommand({ TableName: erasures.name, Key: erasuresKeyOf.latest(accountId, 'a') }),
  );

  await planErasures(erasures, accountId, planned);

  expect(await readAll(accountId)).toEqual([erasure('b'), erasure('a')]);
  expect(await findErasures(erasures, accountId, ['a'])).toEqual([erasure('a')]);
});

test('of a consent that is planned twice in one go, the wider erasure is listed', async () => {
  const accountId = newAccountId();
  await planErasures(erasures, accountId, [erasure('a'), erasure('a', today, 'everything'), erasure('a')]);

  expect(await readAll(accountId)).toEqual([erasure('a', today, 'everything')]);
});

test('who plans the same at the same time lists it once', async () => {
  const accountId = newAccountId();
  const planned = newErasures(40);
  const later = planned.map((one) => ({ ...one, time: tomorrow }));
  await Promise.all([planned, later, planned, later].map((each) => planErasures(erasures, accountId, each)));
  const listed = await readAll(accountId);

  expect(listed.map(({ consentId }) => consentId).sort()).toEqual(planned.map(({ consentId }) => consentId).sort());
});

test('ids and times are kept and nothing else', async () => {
  const accountId = newAccountId();
  const alone = openTable(`erasures-of-${accountId}`);
  await createErasuresTable(alone);
  await planErasures(alone, accountId, [erasure('a')]);
  const items = await readAllItems(alone);

  expect(items.map(({ PK: _, SK: __, ...attributes }) => attributes)).toEqual(
    Array.from({ length: 2 }, () => ({ consentId: 'a', time: today.toISOString(), extent: 'evidence' })),
  );
});

const now = new Date('2026-11-20T12:00:00.000Z');

const createErasures = async (): Promise<Table> => {
  const erasures = openTable(`erasures-${newIdentifier(now)}`);
  await createErasuresTable(erasures);
  return erasures;
};

test('there is no key before the first erasure', async () => {
  expect(await findErasureKey(await createErasures())).toBeUndefined();
});

test('the key has 32 bytes and stays', async () => {
  const erasures = await createErasures();
  const key = await takeErasureKey(erasures, now);

  expect(key).toHaveLength(32);
  expect(await takeErasureKey(erasures, now)).toEqual(key);
  expect(await findErasureKey(erasures)).toEqual(key);
});

test('who takes it at the same time gets the same', async () => {
  const erasures = await createErasures();
  const keys = await Promise.all(Array.from({ length: 8 }, () => takeErasureKey(erasures, now)));

  expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1);
});

test('every register has its own', async () => {
  const [one, other] = await Promise.all([createErasures(), createErasures()]);

  expect(await takeErasureKey(one, now)).not.toEqual(await takeErasureKey(other, now));
});
