import { expect, test } from 'vitest';
import { keyOf } from '../../../shared/store/keys.ts';
import { isNew, write } from '../../../shared/store/write.ts';
import { readBlocks } from '../../../shared/transparency/blocks.ts';
import { admin, adminData } from '../../support/admin.ts';
import { addConsent, newTenant } from '../../support/builders.ts';
import { logTable, table } from '../../support/table.ts';

const tenant = await newTenant();
for (let i = 0; i < 3; i += 1) await addConsent(tenant);

const entriesOf = async (): Promise<unknown[]> => adminData('log', 'list', '--command', 'log take-in');

test('what was recorded before is taken in, with one entry in the operations log however often it is run', async () => {
  const first = await adminData('log', 'take-in', '--reason', 'switched on');
  const again = await admin('log', 'take-in');
  const leaves = (await Array.fromAsync(readBlocks(logTable))).flatMap((block) => block.leaves);

  expect(first).toEqual({ takenIn: { recorded: 3, published: 1 }, unreadable: [] });
  expect(again).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('lacks nothing') });
  expect(leaves).toHaveLength(4);
  expect(await entriesOf()).toEqual([
    expect.objectContaining({ target: { log: logTable.name }, reason: 'switched on' }),
  ]);
});

test('an item that cannot be read is a finding', async () => {
  const key = keyOf.consent(tenant.accountId, 'f'.repeat(32));
  await write(table, { put: { ...key, contentHash: Buffer.alloc(32) }, ...isNew });
  const { exitCode, stderr } = await admin('log', 'take-in');

  expect(exitCode).toBe(6);
  expect(stderr).toContain(key.PK);
});
