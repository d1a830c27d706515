import { expect, test } from 'vitest';
import { createErasuresTable } from '../../../../cli/local/create-table.ts';
import { eraseConsents } from '../../../../shared/consents/erasure/erase.ts';
import type { Erasure, ErasurePlan } from '../../../../shared/consents/erasure/erasures.ts';
import {
  consentsOfPlan,
  endPlan,
  findErasures,
  findPlans,
  findUndonePlans,
  listConsents,
  listErasures,
} from '../../../../shared/consents/erasure/erasures.ts';
import { newIdentifier } from '../../../../shared/runtime/identifier.ts';
import { openTable, throughEach } from '../../../../shared/store/table.ts';
import { changeAt, writePlan } from '../../../support/make/changes.ts';
import { readAllItems } from '../../../support/make/stored.ts';
import { erasures, table } from '../../../support/make/table.ts';

const today = new Date('2026-11-20T12:00:00.000Z');
const tomorrow = new Date('2026-11-21T12:00:00.000Z');

const newAccountId = (): string => newIdentifier(today);

const planOf = (
  consentIds: string[],
  more: Partial<ErasurePlan> = {},
): Pick<ErasurePlan, 'time' | 'extent' | 'by' | 'consentIds'> => ({
  time: today,
  extent: 'evidence',
  by: 'local:ada',
  consentIds,
  ...more,
});

const readAll = async (accountId: string): Promise<Erasure[]> =>
  (await Array.fromAsync(listErasures(erasures, accountId))).flat();

test('what was erased last comes first, and an account has its own list', async () => {
  const accountId = newAccountId();
  await writePlan(erasures, accountId, planOf(['a'], { time: tomorrow }));
  await writePlan(erasures, accountId, planOf(['b', 'c'], { extent: 'everything' }));

  expect(await readAll(accountId)).toEqual([
    { consentId: 'a', time: tomorrow, extent: 'evidence' },
    { consentId: 'b', time: today, extent: 'everything' },
    { consentId: 'c', time: today, extent: 'everything' },
  ]);
  expect(await readAll(newAccountId())).toEqual([]);
});

test('a plan is undone until it is ended, and has who asked', async () => {
  const accountId = newAccountId();
  const plan = await writePlan(erasures, accountId, { ...planOf(['a']), reference: 'DSR-1' });
  const undone = await findUndonePlans(erasures, accountId);
  await endPlan(erasures, accountId, plan, tomorrow);

  expect(undone).toEqual([plan]);
  expect(await findUndonePlans(erasures, accountId)).toEqual([]);
  expect(await findPlans(erasures, accountId, ({ reference }) => reference === 'DSR-1')).toEqual([
    { ...plan, doneTime: tomorrow },
  ]);
});

test('the largest plan fits an item', async () => {
  const accountId = newAccountId();
  const ids = Array.from({ length: consentsOfPlan }, () => newIdentifier(today));
  await writePlan(erasures, accountId, planOf(ids));

  expect(await readAll(accountId)).toHaveLength(consentsOfPlan);
});

test('a command that dies while it plans has planned all of an erasure, or nothing', async () => {
  const consentIds = Array.from({ length: consentsOfPlan + 1 }, () => newIdentifier(today));
  for (const writes of [0, 1]) {
    const accountId = newAccountId();
    let calls = 0;
    const dying = throughEach(erasures, (send) => {
      calls += 1;
      return calls > writes ? Promise.reject(new Error('dead')) : send();
    });
    const change = changeAt(today);
    const manner = { newChange: () => change };
    const site = { table, erasures: dying, log: undefined, accountId };

    await expect(eraseConsents(site, { consentIds, extent: 'evidence' }, change, manner)).rejects.toThrow('dead');
    expect(await readAll(accountId)).toHaveLength(writes * consentIds.length);
  }
});

test('a consent that is listed keeps its time and salt, and only its extent widens', async () => {
  const accountId = newAccountId();
  const list = async (more?: Partial<ErasurePlan>) =>
    (await listConsents(erasures, accountId, planOf(['a'], more))).map((listed) => ({
      ...listed,
      salt: Buffer.from(listed.salt).toString('hex'),
    }));
  const [first] = await list();
  const [again] = await list({ time: tomorrow });
  const [wider] = await list({ time: tomorrow, extent: 'everything' });
  const found = await findErasures(erasures, accountId, ['a', 'b']);
  const [narrower] = await list({ time: tomorrow });

  expect(again).toEqual(first);
  expect(wider).toMatchObject({ ...first, extent: 'everything' });
  expect(narrower).toMatchObject({ time: today, extent: 'everything' });
  expect(found).toEqual([{ consentId: 'a', time: tomorrow, extent: 'everything' }]);
});

test('who lists the same at the same time gets the same', async () => {
  const accountId = newAccountId();
  const ids = Array.from({ length: 40 }, () => newIdentifier(today));
  const each = await Promise.all(
    [today, tomorrow, today].map((time) => listConsents(erasures, accountId, planOf(ids, { time }))),
  );

  const told = each.map((listed) => listed.map(({ time, salt }) => `${time} ${Buffer.from(salt).toString('hex')}`));
  expect(new Set(told.map(String)).size).toBe(1);
});

test('ids, times and who erased are kept, and nothing else', async () => {
  const accountId = newAccountId();
  const alone = openTable(`erasures-of-${accountId}`);
  await createErasuresTable(alone);
  const plan = await writePlan(alone, accountId, planOf(['a']));
  await listConsents(alone, accountId, plan);
  const items = await readAllItems(alone);

  expect(items.map(({ PK: _, SK: __, ...attributes }) => attributes)).toEqual(
    expect.arrayContaining([
      { ...plan, time: today.toISOString() },
      { consentId: 'a', time: today.toISOString(), extent: 'evidence', salt: expect.any(Uint8Array) },
    ]),
  );
  expect(items).toHaveLength(2);
});
