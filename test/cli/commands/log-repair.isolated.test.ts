import { expect, test } from 'vitest';
import { endOfBlock, findLastBlock, readBlocks } from '../../../shared/log/blocks.ts';
import { keyOf, logKeyOf } from '../../../shared/store/keys.ts';
import { isNew, write } from '../../../shared/store/write.ts';
import { admin, adminData, runAdmin } from '../../support/call/admin.ts';
import { addConsent, newTenant } from '../../support/make/builders.ts';
import { useDeployedStage } from '../../support/make/deployed-stage.ts';
import { deleteItem, putItem } from '../../support/make/stored.ts';
import { logTable, table } from '../../support/make/table.ts';

await useDeployedStage();
const tenant = await newTenant();
for (let i = 0; i < 3; i += 1) await addConsent(tenant);

const entriesOf = async (): Promise<unknown[]> => adminData('operations', 'list', '--command', 'log repair');

test('nothing is appended to the log of another stage', async () => {
  const key = logKeyOf.signingKey('checkpoints');
  const wrapped = { wrapped: Buffer.alloc(1), publicKey: Buffer.alloc(32), stage: 'other' };
  await write(logTable, { put: { ...key, ...wrapped }, ...isNew });

  expect(await runAdmin('log', 'repair', '--stage', 'prod', '--reason', 'the feed was off')).toMatchObject({
    exitCode: 4,
    stderr: expect.stringContaining('The stage other signs'),
  });
  expect(await Array.fromAsync(readBlocks(logTable))).toEqual([]);
  await deleteItem(logTable, key);
});

test('what was recorded before is appended, with one entry in the operations log however often it is run', async () => {
  const first = await adminData('log', 'repair', '--reason', 'the feed was off');
  const again = await admin('log', 'repair');
  const leaves = (await Array.fromAsync(readBlocks(logTable))).flatMap((block) => block.leaves);

  expect(first).toEqual({ appended: { recorded: 3, published: 1, operation: 4 }, unreadable: [], correctedCounts: 0 });
  expect(again).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('already has everything in the table') });
  expect(leaves).toHaveLength(9);
  expect(await entriesOf()).toEqual([
    expect.objectContaining({ target: { log: logTable.name }, reason: 'the feed was off' }),
  ]);
});

test('what is not part of the log is named, and the log still gets what it lacks', async () => {
  const stray = logKeyOf.block(500);
  await putItem(logTable, { ...stray, events: 'none' });
  await addConsent(tenant);

  expect(await admin('log', 'repair', '--reason', 'the feed was off')).toMatchObject({
    exitCode: 6,
    stdout: expect.stringMatching(/recorded\s+1/),
    stderr: expect.stringContaining('or the register did not write the block #000000000500: delete it then.'),
  });
  await deleteItem(logTable, stray);
});

test('where the block after the last one cannot be read, it is named, and nothing is appended', async () => {
  const last = await findLastBlock(logTable);
  const key = logKeyOf.block(last === undefined ? 0 : endOfBlock(last));
  await putItem(logTable, { ...key, events: 'none' });
  await addConsent(tenant);

  expect(await admin('log', 'repair')).toMatchObject({
    exitCode: 6,
    stderr: expect.stringMatching(
      `The block ${key.SK} of the log cannot be read\\. Run \`npm run admin -- log verify .+\`, and put`,
    ),
  });
  await deleteItem(logTable, key);
  expect(await adminData('log', 'repair', '--reason', 'it is gone')).toMatchObject({ appended: { recorded: 1 } });
});

test('an item that cannot be read is a finding', async () => {
  const key = keyOf.consent(tenant.accountId, 'f'.repeat(32));
  await write(table, { put: { ...key, contentHash: Buffer.alloc(32) }, ...isNew });
  const { exitCode, stderr } = await admin('log', 'repair');

  expect(exitCode).toBe(6);
  expect(stderr).toContain(key.PK);
});
