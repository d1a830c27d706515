import { expect, test, vi } from 'vitest';
import { anchorPending, ForkedAnchor, readAnchors } from '../../../shared/log/anchors.ts';
import { findLastCheckpoint } from '../../../shared/log/checkpoints.ts';
import { logKeyOf } from '../../../shared/store/keys.ts';
import { serve } from '../../support/call/serve.ts';
import { putCheckpointAt } from '../../support/make/checkpoints.ts';
import { openRegisterLog } from '../../support/make/register-log.ts';
import { putItem } from '../../support/make/stored.ts';
import { bucket, startBucket } from './anchor-bucket.ts';

const signedAt = new Date('2026-11-23T09:00:00Z');

const logWith = async (...sizes: readonly number[]) => {
  const { log } = await openRegisterLog();
  for (const size of sizes) await putCheckpointAt(log, size, signedAt);
  return log;
};

const brokenAuthority = async (): Promise<{ readonly authority: URL; readonly asked: () => number }> => {
  let asked = 0;
  const url = await serve((_, response) => {
    asked += 1;
    response.writeHead(503).end();
  });
  return { authority: new URL(url), asked: () => asked };
};

const sizesOf = async () => (await Array.fromAsync(readAnchors(bucket))).map(({ size }) => size);

test('every checkpoint is anchored, also those of runs before that failed', async () => {
  await startBucket();
  const log = await logWith(3, 12, 40);
  await anchorPending(log, { bucket }, new Date('2026-11-23T10:00:00Z'));
  await anchorPending(log, { bucket }, new Date('2026-11-23T11:00:00Z'));

  expect(await sizesOf()).toEqual([3, 12, 40]);
  expect((await findLastCheckpoint(log))?.anchoredAt).toBe('2026-11-23T10:00:00.000Z');
});

test('what waited while the bucket could not be reached is anchored, however much it is', async () => {
  await startBucket();
  const sizes = Array.from({ length: 120 }, (_, i) => i + 1);
  const log = await logWith(...sizes);
  await anchorPending(log, { bucket }, new Date());

  expect(await sizesOf()).toEqual(sizes);
});

test('an authority that fails keeps no checkpoint from being anchored, and is asked once in a run', async () => {
  await startBucket();
  const log = await logWith(3, 12, 40);
  const { authority, asked } = await brokenAuthority();
  await anchorPending(log, { bucket, authority }, new Date());

  expect(await sizesOf()).toEqual([3, 12, 40]);
  expect(asked()).toBe(1);
  expect(vi.mocked(console.warn).mock.calls).toEqual([
    [expect.objectContaining({ code: 'log.unstamped', fault: 'status', status: 503 })],
  ]);
  await anchorPending(log, { bucket, authority }, new Date());
  expect(asked()).toBe(2);
});

test('a log that was written anew does not pass for the one that was anchored', async () => {
  await startBucket();
  await anchorPending(await logWith(3, 12), { bucket }, new Date());
  const { log: other } = await openRegisterLog();
  await putCheckpointAt(other, 12, new Date('2026-11-23T10:00:00Z'));

  await expect(anchorPending(other, { bucket }, new Date())).rejects.toThrow(ForkedAnchor);
});

test.each([
  ['no text', 7],
  ['no checkpoint', 'none'],
])('a checkpoint whose note is %s is not locked for years, and those before it are anchored', async (_, note) => {
  await startBucket();
  const log = await logWith(3);
  await putItem(log, { ...logKeyOf.checkpoint(12), note });

  await expect(anchorPending(log, { bucket }, new Date())).rejects.toThrow('The checkpoint of size 12 was changed.');
  expect(await sizesOf()).toEqual([3]);
});
