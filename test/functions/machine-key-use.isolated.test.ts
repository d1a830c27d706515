import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { startStoreProxy, storeError } from '../support/faults/store-proxy.ts';

const proxy = await startStoreProxy();
const { newKey, newTenant } = await import('../support/make/builders.ts');
const { invoke } = await import('../support/call/invoke.ts');

test.each([
  ['refuses it', async () => storeError(400, 'AccessDeniedException')],
  [
    'answers it late',
    async () => {
      await sleep(2_000);
      return storeError(500, 'InternalServerError');
    },
  ],
])('a store that %s when the last day of a key is written fails no call', async (_, answer) => {
  const warnings = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const { token } = await newKey(await newTenant());
  proxy.intercept = async (call) => (call.name === 'UpdateItem' ? answer() : call.forward());

  const start = Date.now();
  expect(await invoke('details', {}, { token })).toMatchObject({ status: 200 });
  expect(Date.now() - start).toBeLessThan(2_000);
  await vi.waitFor(() => expect(JSON.stringify(warnings.mock.calls)).toContain('key-use.unwritten'), 10_000);
  expect(JSON.stringify(warnings.mock.calls)).not.toContain(token.slice(45, 78));
});
