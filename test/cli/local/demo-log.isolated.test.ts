import { expect, test } from 'vitest';
import { provisionDemo } from '../../../cli/local/demo.ts';
import { logDemo } from '../../../cli/local/demo-log.ts';
import { encryptionKeyAlias } from '../../../cli/local/kept-key.ts';
import { readBlocks } from '../../../shared/log/blocks.ts';
import { readCheckpoints } from '../../../shared/log/checkpoints.ts';
import { logKeyOf } from '../../../shared/store/keys.ts';
import { queryItems } from '../../../shared/store/query.ts';
import { admin } from '../../support/call/admin.ts';
import { deleteItem } from '../../support/make/stored.ts';
import { logTable, table } from '../../support/make/table.ts';

const site = { table, log: logTable };
const key = { encryptionKey: encryptionKeyAlias, stage: 'test' };
const start = new Date();
await provisionDemo(table, start);
await logDemo(site, key, start);

const read = async () => ({
  blocks: await Array.fromAsync(readBlocks(logTable, 0)),
  checkpoints: await Array.fromAsync(readCheckpoints(logTable)),
});

const expectSound = async (): Promise<void> => {
  const { exitCode, stdout, stderr } = await admin('log', 'verify', '--lag', '1');
  expect({ exitCode, stdout }, stderr).toEqual({ exitCode: 0, stdout: '' });
};

test('the log of the demo data is whole, with checkpoints of the year that it tells of', async () => {
  const { blocks, checkpoints } = await read();
  const leaves = blocks.flatMap((block) => block.leaves);

  await expectSound();
  expect(checkpoints.at(-1)?.size).toBe(leaves.length);
  expect(checkpoints.length).toBeGreaterThan(25);
});

test('a start that was interrupted before the log had a checkpoint is repeated', async () => {
  const before = await read();
  for (const item of await queryItems(logTable, logKeyOf.checkpoint(''))) await deleteItem(logTable, item);

  await logDemo(site, key, new Date());

  const { blocks, checkpoints } = await read();
  expect(blocks).toEqual(before.blocks);
  expect(checkpoints.map(({ size }) => size)).toEqual(before.checkpoints.map(({ size }) => size));
  await expectSound();
});

test('a later start adds nothing', async () => {
  const before = await read();

  await logDemo(site, key, new Date());

  expect(await read()).toEqual(before);
});
