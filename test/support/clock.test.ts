import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { setTime } from './clock.ts';
import { startStoreProxy, storeError } from './store-proxy.ts';

const proxy = await startStoreProxy();
const { write } = await import('../../shared/store/write.ts');
const { table } = await import('./table.ts');

test('a write that the store refuses is sent once, also where a test has set the clock', async () => {
  setTime('2026-01-01T00:00:00Z');
  const sent: string[] = [];
  proxy.intercept = async ({ name }) => {
    sent.push(name);
    await sleep(1_100);
    return storeError(400, 'ConditionalCheckFailedException');
  };

  const { done } = await write(table, {
    update: { PK: 'a', SK: 'b' },
    expression: 'SET one = :one',
    condition: 'two = :one',
    values: { ':one': 1 },
  });

  expect([done, sent]).toEqual([false, ['UpdateItem']]);
});
