import { expect, test } from 'vitest';
import { logKeyOf } from '../../../shared/store/log-keys.ts';
import { findLogName, openLogName, refuseOtherName } from '../../../shared/transparency/log-name.ts';
import { putCheckpointAt } from '../../support/checkpoint.ts';
import { newMemoryTable } from '../../support/memory-table.ts';

const given = 'shop.example/log';

test('a log is named after its stage, with eight characters that are made once', async () => {
  const [log, other] = [newMemoryTable(), newMemoryTable()];
  const name = await openLogName(log, { stage: 'prod' });

  expect(name).toMatch(/^prod-[0-9a-z]{8}$/);
  expect(await openLogName(log, { stage: 'prod' })).toBe(name);
  expect(await openLogName(other, { stage: 'prod' })).not.toBe(name);
  expect(log.items()).toEqual([{ ...logKeyOf.name(), name }]);
});

test('jobs that name a log at the same time agree', async () => {
  const log = newMemoryTable();
  const names = await Promise.all([1, 2, 3].map(() => openLogName(log, { stage: 'prod' })));

  expect(new Set(names).size).toBe(1);
});

test('the name that the stage gives is kept, also without the option later', async () => {
  const log = newMemoryTable();

  expect(await openLogName(log, { stage: 'prod', name: given })).toBe(given);
  expect(await openLogName(log, { stage: 'prod' })).toBe(given);
});

test('another name is refused, and changes nothing', async () => {
  const log = newMemoryTable();
  const name = await openLogName(log, { stage: 'prod' });
  const says = { name: 'RenamedLog', message: expect.stringContaining(`named ${name}, and logName says ${given}.`) };

  await expect(openLogName(log, { stage: 'prod', name: given })).rejects.toMatchObject(says);
  await expect(refuseOtherName(log, given)).rejects.toMatchObject(says);
  await refuseOtherName(log, name);
  await refuseOtherName(log, undefined);
  await refuseOtherName(newMemoryTable(), given);
  expect(await findLogName(log)).toBe(name);
});

test('where the name is gone, the last checkpoint tells it', async () => {
  const log = newMemoryTable();
  await putCheckpointAt(log, 3, new Date());

  await expect(openLogName(log, { stage: 'prod', name: given })).rejects.toThrow('named consent-register/test');
  expect(await openLogName(log, { stage: 'prod' })).toBe('consent-register/test');
});
