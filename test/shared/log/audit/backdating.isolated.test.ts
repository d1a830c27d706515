import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import type { Finding } from '../../../../shared/log/audit/findings.ts';
import { newFindings } from '../../../../shared/log/audit/findings.ts';
import { verifyLog } from '../../../../shared/log/audit/verify-log.ts';
import { readBlocks } from '../../../../shared/log/blocks.ts';
import { repairLog } from '../../../../shared/log/repair.ts';
import { keyOf, logKeyOf } from '../../../../shared/store/keys.ts';
import { getItem } from '../../../../shared/store/read.ts';
import type { Item } from '../../../../shared/store/table.ts';
import { isNew, write } from '../../../../shared/store/write.ts';
import { addConsent, newTenant } from '../../../support/make/builders.ts';
import { erase } from '../../../support/make/changes.ts';
import type { RegisterLog } from '../../../support/make/register-log.ts';
import { openRegisterLog } from '../../../support/make/register-log.ts';
import { erasures, table } from '../../../support/make/table.ts';

const hour = 3_600_000;
const day = 24 * hour;
const began = Date.now();
const at = (milliseconds: number): Date => new Date(began + milliseconds);
const tenant = await newTenant();
const { accountId } = tenant;
const { consentId: sample = '' } = await addConsent(tenant);

/** What is found of one record, 200 days later. */
const findOf = async ({ log, key }: RegisterLog, id: string): Promise<Finding[]> => {
  const findings = newFindings(100);
  await verifyLog(
    { table, log, erasures, kept: [], isAnchored: false, key },
    {
      segments: 1,
      lag: hour,
      report: findings.report,
      clock: () => at(200 * day),
      onLeaves: () => {},
      onRecords: () => {},
    },
  );
  return findings.kept().filter((finding) => finding.id === id);
};

const kindsOf = async (register: RegisterLog, id: string): Promise<string[]> =>
  (await findOf(register, id)).map(({ kind }) => kind);

let serial = 0;

/** A consent that nobody gave, as the service would have stored it at that time. */
const forge = async (time: Date): Promise<{ readonly id: string; readonly item: Item }> => {
  serial += 1;
  const old: Item = (await getItem(table, keyOf.consent(accountId, sample))) ?? {};
  const id = `${time.getTime().toString(16).padStart(12, '0')}7001${String(serial).padStart(16, '8')}`;
  const renew = (value: unknown): unknown =>
    typeof value === 'string' ? value.replaceAll(sample, id).replaceAll(String(old.time), time.toISOString()) : value;
  return { id, item: Object.fromEntries(Object.entries(old).map(([name, value]) => [name, renew(value)])) };
};

const plant = async (time: Date): Promise<string> => {
  const { id, item } = await forge(time);
  await write(table, { put: item as never, ...isNew });
  return id;
};

/** Somebody with rights on the log table says of all blocks that they were appended at a time. */
const forgeBlocks = async ({ log }: RegisterLog, time: Date): Promise<void> => {
  for (const { first } of await Array.fromAsync(readBlocks(log)))
    await log.client.send(
      new UpdateCommand({
        TableName: log.name,
        Key: logKeyOf.block(first),
        UpdateExpression: 'SET appendedAt = :time',
        ExpressionAttributeValues: { ':time': time.getTime() },
      }),
    );
};

test('a consent that was dated back is found, also with other times in the blocks', async () => {
  const register = await openRegisterLog();
  await plant(at(hour));
  await register.publish(at(2 * hour));
  const honest = await plant(at(3 * day));
  await register.publish(at(3 * day));
  const id = await plant(at(3 * hour));
  await register.publish(at(90 * day));

  expect(await kindsOf(register, id)).toEqual(['backdated']);
  await forgeBlocks(register, at(hour));
  expect(await kindsOf(register, id)).toEqual(['backdated']);
  expect(await kindsOf(register, honest)).toEqual([]);
});

test('what a repair appends is backdated by as much as it came late', async () => {
  const register = await openRegisterLog();
  const early = await plant(at(-5 * hour));
  await repairLog(
    { table, log: register.log },
    { segments: 1, onItems: () => {}, onFirst: async () => undefined, clock: () => at(hour) },
  );
  await register.publish(at(hour));
  const old = await plant(at(5 * hour));
  await register.publish(at(5 * day));
  const late = await plant(at(6 * hour));
  await register.publish(at(6 * day));

  expect(await kindsOf(register, early)).toEqual([]);
  expect(await kindsOf(register, old)).toEqual([]);
  expect(await kindsOf(register, late)).toEqual(['backdated']);
});

test('an erasure may last a day, and one that is dated back by more is found', async () => {
  const { consentId: honest = '' } = await addConsent(tenant);
  const { consentId: early = '' } = await addConsent(tenant);
  const register = await openRegisterLog();
  await plant(at(6 * day));
  await register.publish(at(6 * day));
  await erase(accountId, [honest], { now: at(6 * day - 20 * hour) });
  await erase(accountId, [early], { now: at(5 * hour) });
  await register.publish(at(6 * day + hour));

  expect(await kindsOf(register, honest)).not.toContain('backdated');
  expect(await kindsOf(register, early)).toContain('backdated');
});

test('a consent that was dated ahead is found, also when its time has come', async () => {
  const register = await openRegisterLog();
  const id = await plant(at(37 * day));
  await register.publish(at(7 * day));

  expect(await findOf(register, id)).toEqual([
    expect.objectContaining({ kind: 'dated-ahead', says: expect.stringContaining('in the log since') }),
  ]);
});
